import type { Provider } from 'oidc-provider';

/**
 * Turns off oidc-provider's own back-channel logout: it notifies clients once, while the user waits, and only on RP-initiated logout.
 * OidcPayloadRepository stores a notice whenever a session ends, and a job delivers it.
 * Checked against oidc-provider 9.13.3.
 */
export function disableInlineBackchannelLogout(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as { backchannelLogout(): Promise<void> };
  prototype.backchannelLogout = async () => undefined;
}
