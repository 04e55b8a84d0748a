import type { SigningAlgorithm } from '@latchkey/crypto';

/** The algorithm of the key that every domain has from its creation. It is the default for access tokens. */
export const FIRST_ALGORITHM: SigningAlgorithm = 'ES256';

/**
 * The algorithm of the key that the auth server creates before it first serves a domain's key set or issues an ID token. Relying parties
 * expect it by default: OpenID Connect Discovery 1.0 section 3. An RSA key costs 100 ms of CPU, and many domains never need one.
 */
export const LAZY_ALGORITHM: SigningAlgorithm = 'RS256';

/** Seconds for which a verifier may cache a key set: the `max-age` of `/.well-known/jwks.json`. */
const KEY_SET_MAX_AGE_SECONDS = 300;

/** Seconds from a key's publication until it signs: twice the cache time of verifiers, so that none meets an unknown key. */
export const PUBLICATION_LEAD_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS;

/** Seconds that a key stays published beyond the expiry of its last token, to allow for clock differences. */
export const RETIREMENT_GRACE_SECONDS = 300;

/**
 * Seconds from the publication of a domain's first key of an algorithm until it signs. A first RS256 key signs immediately, because no
 * verifier has cached a key set without one.
 */
export function leadOfFirstKey(algorithm: SigningAlgorithm): number {
  return algorithm === LAZY_ALGORITHM ? 0 : PUBLICATION_LEAD_SECONDS;
}
