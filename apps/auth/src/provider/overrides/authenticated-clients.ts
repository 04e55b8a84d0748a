import type { IncomingMessage } from 'node:http';
import { unescape } from 'node:querystring';
import { Provider } from 'oidc-provider';
import type { AuthenticatedClient } from '../../client-authentication/authentication-request.js';
import type { ProviderClient } from '../provider-client.js';
import { createRequestWithBody } from './request-body.js';

/** By the requests that oidc-provider got. */
const authenticatedClients = new WeakMap<IncomingMessage, AuthenticatedClient>();

const AUTHENTICATION_PARAMETERS = new Set(['client_id', 'client_secret', 'client_assertion', 'client_assertion_type']);

/** @returns undefined if the client has not authenticated, or by a secret */
export function getAuthenticatedClient(request: IncomingMessage): AuthenticatedClient | undefined {
  return authenticatedClients.get(request);
}

/**
 * Replaces the parameters by which the client has authenticated by its id and a placeholder: oidc-provider knows one method for each client,
 * and verifies assertions against the metadata of that one. It compares the placeholder as a secret.
 */
export function createAuthenticatedRequest(request: IncomingMessage, form: string, authenticated: AuthenticatedClient): IncomingMessage {
  const others = form.split('&').filter((parameter) => !AUTHENTICATION_PARAMETERS.has(nameOf(parameter)));
  const { clientId } = authenticated.client.client;
  const body = [...others, `client_id=${encodeURIComponent(clientId)}`, 'client_secret=authenticated'].join('&');
  const copy = createRequestWithBody(request, body);
  copy.headers = { ...copy.headers, 'content-length': String(body.length) };
  authenticatedClients.set(copy, authenticated);
  return copy;
}

function nameOf(parameter: string): string {
  return unescape(parameter.split('=', 1)[0]!.replaceAll('+', ' '));
}

/**
 * Accepts the placeholder in a request of `createAuthenticatedRequest`, from its client alone.
 * Checked against oidc-provider 9.13.3.
 */
export function acceptAuthenticatedClients(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as ProviderClient & { compareClientSecret(secret: string): boolean };
  const { compareClientSecret } = prototype;
  prototype.compareClientSecret = function (secret) {
    const authenticated = Provider.ctx && getAuthenticatedClient(Provider.ctx.req);
    return authenticated ? authenticated.client.client.clientId === this.clientId : compareClientSecret.call(this, secret);
  };
}
