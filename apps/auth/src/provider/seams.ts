import { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { ClientRecord } from '../client/client-record.js';

/**
 * The places where oidc-provider is bent beyond its documented options. Each has a test that fails when the library moves it.
 */

/** A client of oidc-provider's with the metadata that the client adapter adds. */
export interface ProviderClient {
  clientId: string;
  record: ClientRecord;
}

/** Secrets are compared by their hashes; oidc-provider itself would compare them as text, and awaits the answer. */
export function compareSecretsByHash(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { compareClientSecret(this: ProviderClient, secret: string): boolean };
  prototype.compareClientSecret = function (this: ProviderClient, secret) {
    return this.record.hasSecret(secret);
  };
}

/**
 * Redirect URIs are checked where they are written, by the rules of libs/oauth. oidc-provider's own refuse some of them, such as
 * http://app.localhost beside a private-use scheme, and with them every request of the client.
 */
export function takeRedirectUrisAsWritten(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: { prototype: { redirectUris: () => void } } };
  Schema.prototype.redirectUris = () => undefined;
}

interface ErrorBody {
  error: string;
  error_description?: string;
}

/** Refusals of client authentication that oidc-provider calls `invalid_request`. */
const NO_CLIENT_AUTHENTICATION = new Set([
  'no client authentication mechanism provided',
  'invalid authorization header value format',
  'client_id and client_secret in the authorization header are not properly encoded',
  'client_secret must be provided in the Authorization header',
]);
const GRANT_TYPE_NOT_ALLOWED = 'requested grant type is not allowed for this client';

/** Gives the token endpoint's errors the codes and headers of RFC 6749 section 5.2, where oidc-provider has others. */
export function conformTokenErrors(ctx: KoaContextWithOIDC, issuer: string): void {
  const body = ctx.body as ErrorBody | undefined;
  if (body?.error === 'invalid_request' && NO_CLIENT_AUTHENTICATION.has(body.error_description ?? '')) {
    ctx.body = { ...body, error: 'invalid_client' };
    ctx.status = 401;
  }
  if (body?.error === 'invalid_request' && body.error_description === GRANT_TYPE_NOT_ALLOWED) {
    ctx.body = { ...body, error: 'unauthorized_client' };
  }
  if (ctx.status === 401 && !ctx.response.get('WWW-Authenticate')) ctx.set('WWW-Authenticate', `Basic realm="${issuer}"`);
}

/** oidc-provider allows every origin where none asked: whoever sends no Origin needs no CORS (Fetch section 3.2). */
export function withoutNeedlessCors(ctx: KoaContextWithOIDC): void {
  if (ctx.get('Origin') !== '') return;
  ctx.remove('Access-Control-Allow-Origin');
  ctx.remove('Access-Control-Expose-Headers');
}

/** A request whose body has been read already, as a stream that has not: oidc-provider reads bodies itself. */
export function withBody(request: IncomingMessage, body: string): IncomingMessage {
  const copy = new IncomingMessage(request.socket);
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  Object.assign(copy, { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true });
  copy.push(body, 'latin1');
  copy.push(null);
  return copy;
}

/**
 * Lets oidc-provider see the address of the domain's issuer, whatever the caller sent: it makes the addresses that it publishes
 * from the request, not from the issuer.
 */
export function canonicalize({ headers }: IncomingMessage, issuer: URL): void {
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}
