/** Seconds for which a verifier may keep a key set: the `max-age` of what `/.well-known/jwks.json` answers. */
const KEY_SET_MAX_AGE_SECONDS = 300;

/** Seconds that a key is published before it signs: twice what verifiers may keep, so that none meets a key it has not seen. */
export const PUBLICATION_LEAD_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS;

/** Seconds that a key stays published beyond the expiry of the last token it signed: for clocks that differ. */
export const RETIREMENT_GRACE_SECONDS = 300;
