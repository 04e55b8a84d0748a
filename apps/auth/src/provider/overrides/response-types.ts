import { errors, type Provider } from 'oidc-provider';
import type { ProviderClient } from '../adapters/provider-client.js';

interface ClientModel {
  prototype: ProviderClient & { responseTypeAllowed(type: string): boolean };
}

/**
 * Rejects a code request with `unauthorized_client` and the reason if the client may not request codes (RFC 6749 section 4.1.2.1).
 * oidc-provider answers `invalid_request`. Checked against oidc-provider 9.13.3.
 */
export function refuseCodesWithReason(provider: Provider): void {
  const { prototype } = provider.Client as unknown as ClientModel;
  const { responseTypeAllowed } = prototype;
  prototype.responseTypeAllowed = function (type) {
    if (responseTypeAllowed.call(this, type)) return true;
    const { clientId, grantType } = this.record.client;
    const reason = grantType === 'AuthorizationCode' ? 'no redirect URIs' : `the grant type ${grantType}`;
    throw new errors.UnauthorizedClient(`client ${clientId} has ${reason}, so it cannot request a code`);
  };
}
