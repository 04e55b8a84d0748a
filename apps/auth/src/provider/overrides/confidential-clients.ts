import { errors, type Provider } from 'oidc-provider';
import type { ProviderClient } from '../adapters/provider-client.js';

interface OidcContext {
  route: string;
  entity(key: string, value: unknown): void;
}

type AuthenticatingClient = Partial<ProviderClient> & { tokenEndpointAuthMethod?: string };

/** The endpoints at which clients authenticate. */
const CLIENT_ROUTES = new Set(['token', 'pushed_authorization_request', 'introspection', 'revocation']);

/**
 * Refuses clients without credentials where oidc-provider allows them: introspection, at which the protected resource must authenticate (RFC 7662
 * section 2.1), and all endpoints for public clients of profile FAPI2 (FAPI 2.0 Security Profile section 5.3.2.1).
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
  return (
    tokenEndpointAuthMethod === 'none' &&
    (route === 'introspection' ||
      // control: a public client of profile FAPI2 gets nothing
      record?.isFapi === true)
  );
}
