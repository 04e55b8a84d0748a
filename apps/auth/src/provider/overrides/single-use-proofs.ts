import { errors, Provider } from 'oidc-provider';
import { decodeJws } from '@latchkey/crypto';
import { translateOutage } from '../requests/unavailable.js';

/** Seconds of a clock that is ahead: FAPI 2.0 Security Profile section 5.3.2.1 requires 10 at least and 60 at most. */
const MAX_AHEAD_SECONDS = 60;
/** The row of a used proof outlives it by this: the clocks of replicas differ. */
const MARGIN_SECONDS = 60;

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
    if (typeof issuedAt === 'number' && issuedAt > now + MAX_AHEAD_SECONDS)
      throw new errors.InvalidDpopProof('DPoP proof was issued in the future: see its claim iat');
    const lifetime = expiresAt - now + MAX_AHEAD_SECONDS + MARGIN_SECONDS;
    return translateOutage(() => record({ clientId, jti, lifetime }));
  };
}
