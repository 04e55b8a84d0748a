import type { Provider } from 'oidc-provider';
import { USER_CLAIMS } from '../accounts/claims.js';
import { limitUserClaims } from '../accounts/token-size.js';

/** The claims of an ID token or a userinfo response: protocol claims, and the user's. */
interface AvailableClaims {
  [USER_CLAIMS]?: Record<string, unknown>;
}

interface ClaimModels {
  Claims: { prototype: { available: AvailableClaims; result(): Promise<object> } };
  IdToken: { prototype: { available: AvailableClaims; extra: object; payload(): Promise<object> } };
}

/**
 * Issues the claims that the account has selected (claims.ts) as they are. oidc-provider drops claims that it was not configured with,
 * and those named like members of every object. An ID token gets as many as fit into it, userinfo all.
 * Checked against oidc-provider 9.13.3.
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
