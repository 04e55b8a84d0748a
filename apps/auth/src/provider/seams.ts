import { IncomingMessage } from 'node:http';
import { errors, Provider, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import { newTokenId } from '@latchkey/crypto';
import type { ClientRecord } from '../client/client-record.js';
import { USER_CLAIMS } from './claims.js';

/**
 * The places where oidc-provider is bent beyond its documented options. Each has a test that fails when the library moves it.
 */

/** Enough to tell browsers apart. */
export const LONGEST_USER_AGENT = 512;

/** A client of oidc-provider's with the metadata that the client adapter adds. */
export interface ProviderClient {
  clientId: string;
  record: ClientRecord;
}

/** Secrets are compared by their hashes; oidc-provider itself would compare them as text, and awaits the answer. */
export function compareSecretsByHash(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { compareClientSecret(this: ProviderClient, secret: string): boolean };
  prototype.compareClientSecret = function (this: ProviderClient, secret) {
    return this.record.useSecret(secret, Date.now()) !== null;
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

/**
 * oidc-provider would tell the clients of a session that it has ended while the person who signs out waits, once, and only then. Whatever ends a
 * session writes down who is to be told (see OidcPayloadRepository), and a job tells them.
 */
export function leaveLogoutNoticesToJobs(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { backchannelLogout(): Promise<void> };
  prototype.backchannelLogout = async () => undefined;
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

interface OidcContext {
  route: string;
  entity(key: string, value: unknown): void;
}

/** Who looks at tokens must show who they are (RFC 7662 section 2.1); a client without a secret cannot, and oidc-provider would let it. */
export function requireSecretsForIntrospection(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    const isPublic = key === 'Client' && (value as { tokenEndpointAuthMethod?: string }).tokenEndpointAuthMethod === 'none';
    if (isPublic && this.route === 'introspection') throw new errors.InvalidClientAuth('client has no secret');
  };
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

/** A form as the GET that it might be, if addresses could be of any length: oidc-provider takes none at the addresses for people. */
export function asGet(request: IncomingMessage, form: string): IncomingMessage {
  const { 'content-type': _type, 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = request.headers;
  const url = `${request.url!.split('?', 1)[0]!}?${form}`;
  return Object.assign(withBody(request, ''), { method: 'GET', url, headers });
}

/**
 * The scope that an authorization request asks for, as it was sent or pushed (RFC 9126). oidc-provider takes `offline_access` out of it
 * unless the user is asked for consent; that a client may have it is for the operator to say here, by the client's scope, which is one
 * of the "other conditions" of OpenID Connect Core section 11.
 */
export function requestedScope(ctx: KoaContextWithOIDC): string | undefined {
  return requestedValue(ctx, 'scope');
}

/** Whether an authorization request insists on a sign-in of this very moment, by `max_age=0`: oidc-provider makes `prompt=login` of it. */
export function insistsOnNow(ctx: KoaContextWithOIDC): boolean {
  const pushed = pushedOf(ctx);
  const maxAge = pushed ? pushed.maxAge : requestedValue(ctx, 'max_age');
  return maxAge !== undefined && maxAge !== '' && Number(maxAge) === 0;
}

function requestedValue(ctx: KoaContextWithOIDC, name: string): string | undefined {
  const { method, query, oidc } = ctx;
  const pushed = pushedOf(ctx);
  const sent = pushed ? unsecuredClaims(pushed.request) : method === 'POST' ? oidc.body : query;
  const value = sent?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Keeps how old a sign-in may be with a pushed request: what oidc-provider itself keeps of it has no `max_age=0` any more. */
export function keepPushedAge(provider: Provider): void {
  alsoStore(provider.PushedAuthorizationRequest, 'maxAge');
  const prototype = provider.PushedAuthorizationRequest.prototype as unknown as PushedRequest & { save(ttl: number): Promise<string> };
  const { save } = prototype;
  prototype.save = function (this: typeof prototype, ttl) {
    const age = Provider.ctx?.oidc.body?.['max_age'];
    if (typeof age === 'string') this.maxAge = age;
    return save.call(this, ttl);
  };
}

interface PushedRequest {
  request: string;
  maxAge?: string;
}

/** @returns undefined: the request was not pushed, or is being pushed now */
function pushedOf({ oidc }: KoaContextWithOIDC): PushedRequest | undefined {
  return oidc.route === 'authorization' ? (oidc.entities.PushedAuthorizationRequest as PushedRequest | undefined) : undefined;
}

/** The claims of an unsecured JWT (RFC 7519 section 6), as which oidc-provider keeps what was pushed. */
function unsecuredClaims(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>;
}

/** What an id token and an answer of userinfo are made of: protocol claims, and the user's. */
interface Available {
  [USER_CLAIMS]?: object;
}

interface ClaimModels {
  Claims: { prototype: { available: Available; result(): Promise<object> } };
  IdToken: { prototype: { available: Available; extra: object; payload(): Promise<object> } };
}

/**
 * What is issued of a user is decided by their account (see claims.ts): oidc-provider would let pass only claims that it was told of, and none
 * whose names are among those of every object.
 */
export function issueClaimsAsGiven(provider: Provider): void {
  const { Claims, IdToken } = provider as unknown as ClaimModels;
  Claims.prototype.result = async function () {
    return { ...this.available[USER_CLAIMS], ...this.available };
  };
  IdToken.prototype.payload = async function () {
    return { ...this.available[USER_CLAIMS], ...this.available, ...this.extra };
  };
}

/** Makes a session nobody's: the user that it belonged to is gone, or may not sign in any more. */
export function forgetAccount(session: NonNullable<KoaContextWithOIDC['oidc']['session']>): void {
  const properties = session as unknown as Record<string, unknown>;
  for (const name of ['accountId', 'loginTs', 'acr', 'amr', 'authorizations', 'federation', 'epoch']) delete properties[name];
}

/**
 * Sessions are stored by their `uid` (see OidcPayloadRepository): a new id replaces the old one in one statement, where oidc-provider
 * would remove a record and make another. They also know the browser that signed in, the epoch of the sign-in and, if a provider has
 * vouched for its user, the sign-in there; and grants know the session that they were made in, and which one they end with.
 */
export function storeSessionsByUid(provider: Provider): void {
  for (const property of ['userAgent', 'federation', 'epoch']) alsoStore(provider.Session, property);
  for (const property of ['sessionUid', 'givenIn', 'epoch']) alsoStore(provider.Grant, property);
  const prototype = provider.Session.prototype as Session & { touched: boolean; userAgent?: string } & ToldOfLogin;
  prototype.resetIdentifier = function (this: typeof prototype) {
    this.jti = newTokenId();
    this.touched = true;
  };
  const { loginAccount } = prototype;
  prototype.loginAccount = function (this: typeof prototype, details) {
    loginAccount.call(this, details);
    const userAgent = Provider.ctx?.get('User-Agent');
    if (userAgent) this.userAgent = userAgent.slice(0, LONGEST_USER_AGENT);
    Object.assign(this, toldOfLogin(Provider.ctx));
  };
}

/** What Interactions has said of the sign-in that an authorization request goes on with. */
interface ToldOfLogin {
  federation: string | undefined;
  epoch: number | undefined;
}

function toldOfLogin(ctx: KoaContextWithOIDC | undefined): ToldOfLogin {
  const interaction = ctx?.oidc?.entities.Interaction as { result?: { login?: Partial<ToldOfLogin> } } | undefined;
  const { federation, epoch } = interaction?.result?.login ?? {};
  return { federation, epoch };
}

/** Stores a further property with each record of a model. */
export function alsoStore(model: object, property: string): void {
  const { IN_PAYLOAD: properties } = model as { IN_PAYLOAD: string[] };
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => [...properties, property] });
}
