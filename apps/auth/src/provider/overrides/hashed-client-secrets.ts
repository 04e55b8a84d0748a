import type { Provider } from 'oidc-provider';
import type { ProviderClient } from '../adapters/provider-client.js';

/**
 * Compares client secrets by their hashes. oidc-provider compares them as text, and awaits the result.
 * Checked against oidc-provider 9.13.3.
 */
export function compareSecretsByHash(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { compareClientSecret(this: ProviderClient, secret: string): boolean };
  prototype.compareClientSecret = function (this: ProviderClient, secret) {
    return this.record.verifySecret(secret, Date.now()) !== null;
  };
}
