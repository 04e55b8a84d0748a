/** The algorithms of DPoP proofs: asymmetric ones (RFC 9449 section 4.3), without RS256, which FAPI 2.0 Security Profile section 5.4 excludes. */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;

/** Seconds by which the clock of a client may be ahead: FAPI 2.0 Security Profile section 5.3.2.1 requires 10 at least and 60 at most. */
export const MAX_PROOF_AHEAD_SECONDS = 60;

/** The row of a used proof outlives it by this: the clocks of replicas differ. */
export const PROOF_MARGIN_SECONDS = 60;
