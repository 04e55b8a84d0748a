import type { IncomingMessage } from 'node:http';
import { unescape } from 'node:querystring';
import { Provider } from 'oidc-provider';
import type { AuthenticatedClient } from '../../client-authentication/authentication-request.js';
import type { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { createRequestWithBody } from '../../protocol/request-body.js';

const AUTHENTICATION_PARAMETERS = new Set(['client_id', 'client_secret', 'client_assertion', 'client_assertion_type']);

/**
 * Replaces the parameters that have authenticated the client by its id and a placeholder. oidc-provider knows one method for each client,
 * and verifies assertions against the metadata of that method. It compares the placeholder as a secret.
 */
export function createAuthenticatedRequest(request: IncomingMessage, form: string, { client }: AuthenticatedClient): IncomingMessage {
  const others = form.split('&').filter((parameter) => !AUTHENTICATION_PARAMETERS.has(nameOf(parameter)));
  const { clientId } = client.client;
  const body = [...others, `client_id=${encodeURIComponent(clientId)}`, 'client_secret=authenticated'].join('&');
  const copy = createRequestWithBody(request, body);
  copy.headers = { ...copy.headers, 'content-length': String(body.length) };
  return copy;
}

function nameOf(parameter: string): string {
  return unescape(parameter.split('=', 1)[0]!.replaceAll('+', ' '));
}

/**
 * Lets ClientAuthenticationService decide whether a client has authenticated: by a secret, or before, by another method, which the placeholder of
 * `createAuthenticatedRequest` stands for. oidc-provider compares secrets as text, and awaits the result.
 * Checked against oidc-provider 9.13.3.
 */
export function authenticateClients(provider: Provider, secrets: Pick<ClientAuthenticationService, 'verifySecret'>): void {
  const prototype = provider.Client.prototype as unknown as { compareClientSecret(this: ProviderClient, secret: string): boolean };
  prototype.compareClientSecret = function (secret) {
    const authenticated = Provider.ctx && getCredentials(Provider.ctx.req).authenticated;
    if (authenticated) return authenticated.client.client.clientId === this.clientId;
    return secrets.verifySecret(this.record, secret, Date.now()) !== null;
  };
}
