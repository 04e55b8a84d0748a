import type { SigningAlgorithm } from '@latchkey/crypto';

/** The algorithm that every domain has a key of from its creation. It is the default for access tokens. */
export const FIRST_ALGORITHM: SigningAlgorithm = 'ES256';

/**
 * The algorithm of the key that the auth server makes before it first serves a key set of a domain or issues an ID token. Relying parties
 * expect it by default: OpenID Connect Discovery 1.0 section 3. An RSA key costs 100 ms of CPU, and many domains never need one.
 */
export const LAZY_ALGORITHM: SigningAlgorithm = 'RS256';

/** Seconds for which a verifier can cache a key set: the `max-age` of `/.well-known/jwks.json`. */
const KEY_SET_MAX_AGE_SECONDS = 300;

/** Seconds from a key's publication until it signs: twice the cache time of verifiers, so that none meets an unknown key. */
export const PUBLICATION_LEAD_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS;

/** Seconds that a key stays published beyond the expiry of its last token, to allow for clock differences. */
export const RETIREMENT_GRACE_SECONDS = 300;

/** Seconds from the publication of a domain's first key of an algorithm until it signs. No verifier has cached a key set without an RS256 key. */
export function leadOfFirstKey(algorithm: SigningAlgorithm): number {
  return algorithm === LAZY_ALGORITHM ? 0 : PUBLICATION_LEAD_SECONDS;
}
