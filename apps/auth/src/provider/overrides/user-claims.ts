import type { Provider } from 'oidc-provider';
import { USER_CLAIMS } from '../accounts/claims.js';
import { limitUserClaims } from '../accounts/token-size.js';

/** The claims of an ID token or a userinfo response: protocol claims and the user's claims. */
interface AvailableClaims {
  [USER_CLAIMS]?: Record<string, unknown>;
}

interface ClaimModels {
  Claims: { prototype: { available: AvailableClaims; result(): Promise<object> } };
  IdToken: { prototype: { available: AvailableClaims; extra: object; payload(): Promise<object> } };
}

/**
 * Issues the claims that claims.ts has selected unchanged. oidc-provider drops claims outside its configuration, and those named like
 * Object.prototype members. An ID token gets as many claims as fit, userinfo all of them. Checked against oidc-provider 9.13.3.
 */
export function issueUserClaimsUnfiltered(provider: Provider): void {
  const { Claims, IdToken } = provider as unknown as ClaimModels;
  Claims.prototype.result = async function () {
    return { ...this.available[USER_CLAIMS], ...this.available };
  };
  IdToken.prototype.payload = async function () {
    const protocolClaims = { ...this.available, ...this.extra };
    return { ...limitUserClaims(this.available[USER_CLAIMS] ?? {}, protocolClaims), ...protocolClaims };
  };
}
