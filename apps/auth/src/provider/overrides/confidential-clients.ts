import { errors, type Provider } from 'oidc-provider';
import { mayOmitAuthentication } from '../../client-authentication/allowed-methods.js';
import type { ProviderClient } from '../adapters/provider-client.js';

interface OidcContext {
  route: string;
  entity(key: string, value: unknown): void;
}

type AuthenticatingClient = ProviderClient & { tokenEndpointAuthMethod?: string };

/** The endpoints that authenticate clients. */
const CLIENT_ROUTES = new Set(['token', 'device_authorization', 'pushed_authorization_request', 'introspection', 'revocation']);

/**
 * Refuses clients without credentials where `mayOmitAuthentication` does, and oidc-provider does not.
 * Checked against oidc-provider 9.13.3.
 */
export function requireConfidentialClients(provider: Provider): void {
  const { prototype } = (provider as unknown as { OIDCContext: { prototype: OidcContext } }).OIDCContext;
  const { entity } = prototype;
  prototype.entity = function (key, value) {
    entity.call(this, key, value);
    if (key === 'Client' && CLIENT_ROUTES.has(this.route) && mustBeConfidential(value as AuthenticatingClient, this.route))
      throw new errors.InvalidClientAuth('client has no credentials');
  };
}

function mustBeConfidential({ tokenEndpointAuthMethod, record }: AuthenticatingClient, route: string): boolean {
  return tokenEndpointAuthMethod === 'none' && !mayOmitAuthentication(record, { isIntrospection: route === 'introspection' });
}
