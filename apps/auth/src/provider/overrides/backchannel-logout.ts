import type { Provider } from 'oidc-provider';

/**
 * Turns off oidc-provider's own back-channel logout, which notifies clients once, while the user waits, and only on RP-initiated logout.
 * OidcPayloadRepository stores a notice whenever a session ends, and a job delivers it. Checked against oidc-provider 9.13.3.
 */
export function disableInlineBackchannelLogout(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { backchannelLogout(): Promise<void> };
  prototype.backchannelLogout = async () => undefined;
}

/**
 * Issues a `sid` in every ID token of a session, including refreshed ones, because logout tokens always name one (OpenID Connect
 * Back-Channel Logout 1.0 section 2.1). oidc-provider omits it unless the client requires it. Checked against oidc-provider 9.13.3.
 */
export function includeSessionIds(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { includeSid(): boolean };
  prototype.includeSid = () => true;
}
