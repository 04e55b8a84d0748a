import type { Provider } from 'oidc-provider';

/**
 * Turns off oidc-provider's own check of redirect URIs. The management API validates them by the rules of libs/oauth when a client is
 * saved. oidc-provider rejects some of them, such as http://app.localhost beside a private-use scheme, and then every request of the
 * client. Checked against oidc-provider 9.13.3.
 */
export function skipRedirectUriValidation(provider: Provider): void {
  const { Schema } = provider.Client as unknown as { Schema: { prototype: { redirectUris: () => void } } };
  Schema.prototype.redirectUris = () => undefined;
}
