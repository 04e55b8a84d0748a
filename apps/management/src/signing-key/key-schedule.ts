import type { SigningAlgorithm } from '@latchkey/crypto';

/**
 * The algorithms of which every domain has a key from its creation. RS256 must be supported for ID tokens (OpenID Connect Discovery 1.0
 * section 3), and is what relying parties expect by default. ES256 is the default for access tokens.
 */
export const REQUIRED_ALGORITHMS: readonly SigningAlgorithm[] = ['RS256', 'ES256'];

/** Seconds for which a verifier can cache a key set: the `max-age` of `/.well-known/jwks.json`. */
const KEY_SET_MAX_AGE_SECONDS = 300;

/** Seconds from a key's publication until it signs: twice the cache time of verifiers, so that none meets an unknown key. */
export const PUBLICATION_LEAD_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS;

/** Seconds that a key stays published beyond the expiry of its last token, to allow for clock differences. */
export const RETIREMENT_GRACE_SECONDS = 300;
