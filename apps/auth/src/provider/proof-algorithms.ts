/** The algorithms of DPoP proofs: asymmetric ones (RFC 9449 section 4.3), without RS256, which FAPI 2.0 Security Profile section 5.4 excludes. */
export const PROOF_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const;
