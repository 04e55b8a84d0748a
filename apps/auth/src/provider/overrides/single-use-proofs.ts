import type { Provider } from 'oidc-provider';
import { MAX_PROOF_AHEAD_SECONDS, PROOF_MARGIN_SECONDS } from '../../protocol/proof-rules.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

interface UsedProof {
  clientId: string;
  jti: string;
  /** Seconds for which it could still be accepted. */
  lifetime: number;
}

/**
 * Lets the database decide which use of a DPoP proof is the first (RFC 9449 section 11.1): oidc-provider looks for an earlier one, then stores,
 * and between the two another replica can accept the same proof.
 * Checked against oidc-provider 9.13.3.
 *
 * @param record returns whether a use is the first
 */
export function acceptProofsOnce(provider: Provider, record: (proof: UsedProof) => Promise<boolean>): void {
  const model = provider as unknown as { ReplayDetection: { unique(clientId: string, jti: string, expiresAt: number): Promise<boolean> } };
  model.ReplayDetection.unique = async (clientId, jti, expiresAt) => {
    const lifetime = expiresAt - Math.floor(Date.now() / 1_000) + MAX_PROOF_AHEAD_SECONDS + PROOF_MARGIN_SECONDS;
    // control: a DPoP proof works once at oidc-provider
    return translateOutage(() => record({ clientId, jti, lifetime }));
  };
}
