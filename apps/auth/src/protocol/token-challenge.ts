import { PROOF_ALGORITHMS, type ProofViolation } from '@latchkey/oauth';

/** Why an access token is refused: RFC 6750 section 3.1. The description may have no `"` and no `\`. */
export interface TokenError {
  code: string;
  description: string;
  /** The scope that the request needs. */
  scope?: string;
}

/**
 * The value of `WWW-Authenticate`, which offers both kinds of access tokens: RFC 6750 section 3, RFC 9449 section 7.1.
 *
 * @param error null for a request without a token, which gets a challenge without an error
 */
export function createTokenChallenge(issuer: string, error: TokenError | null): string {
  const { code, description, scope } = error ?? {};
  const details = error === null ? '' : `, error="${code}", error_description="${description}"`;
  const needed = scope === undefined ? '' : `, scope="${scope}"`;
  return ['Bearer', 'DPoP'].map((scheme) => `${scheme} realm="${issuer}"${details}${needed}`).join(', ');
}

/** The value of `WWW-Authenticate` after a refused DPoP proof: RFC 9449 sections 7.1 and 9. */
export function createProofChallenge(issuer: string, { code, description }: ProofViolation): string {
  return `DPoP realm="${issuer}", error="${code}", error_description="${description}", algs="${PROOF_ALGORITHMS.join(' ')}"`;
}
