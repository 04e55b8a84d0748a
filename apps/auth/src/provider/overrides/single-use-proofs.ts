import { errors, Provider } from 'oidc-provider';
import { decodeJws } from '@latchkey/crypto';
import { MAX_PROOF_AHEAD_SECONDS, PROOF_MARGIN_SECONDS } from '../proof-rules.js';
import { translateOutage } from '../requests/unavailable.js';

interface UsedProof {
  clientId: string;
  jti: string;
  /** Seconds for which it could still be accepted. */
  lifetime: number;
}

/**
 * Lets the database decide which use of a DPoP proof is the first (RFC 9449 section 11.1): oidc-provider looks for an earlier one, then stores,
 * and between the two another replica can accept the same proof. Also refuses proofs from the future, of which oidc-provider accepts five minutes.
 * Checked against oidc-provider 9.13.3.
 *
 * @param record returns whether a use is the first
 */
export function acceptProofsOnce(provider: Provider, record: (proof: UsedProof) => Promise<boolean>): void {
  const model = provider as unknown as { ReplayDetection: { unique(clientId: string, jti: string, expiresAt: number): Promise<boolean> } };
  model.ReplayDetection.unique = async (clientId, jti, expiresAt) => {
    const now = Math.floor(Date.now() / 1_000);
    const issuedAt = decodeJws(Provider.ctx!.get('DPoP'))?.claims['iat'];
    if (typeof issuedAt === 'number' && issuedAt > now + MAX_PROOF_AHEAD_SECONDS)
      throw new errors.InvalidDpopProof('DPoP proof was issued in the future: see its claim iat');
    const lifetime = expiresAt - now + MAX_PROOF_AHEAD_SECONDS + PROOF_MARGIN_SECONDS;
    return translateOutage(() => record({ clientId, jti, lifetime }));
  };
}
