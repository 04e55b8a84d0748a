import { PROOF_ALGORITHMS } from '@latchkey/oauth';
import type { Problem } from '@latchkey/problem';
import { API_KEY_CHALLENGE, createUnauthenticatedProblem } from '../caller/unauthenticated.js';

/** RFC 6750 section 3.1, RFC 9449 section 7.1. */
type TokenErrorCode = 'invalid_request' | 'invalid_token' | 'invalid_dpop_proof';

const REALM = 'realm="management"';

/** Why the credentials of a request are refused. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';

  /** @param description fixed text for the holder of the token, without `"` and `\` */
  constructor(
    readonly code: TokenErrorCode,
    readonly description: string,
  ) {
    super(description);
  }

  toProblem(): Problem {
    const detail = `The access token is refused: ${this.description}. Nothing was changed.`;
    return createUnauthenticatedProblem(detail, createChallenge(this));
  }
}

/**
 * The value of `WWW-Authenticate` that offers API keys and both kinds of access tokens: RFC 6750 section 3, RFC 9449 section 7.1.
 *
 * @param error null for a request without a token, which gets a challenge without an error
 */
export function createChallenge(error: AccessTokenError | null): string {
  const details = error === null ? '' : `, error="${error.code}", error_description="${error.description}"`;
  const algorithms = `algs="${PROOF_ALGORITHMS.join(' ')}"`;
  return [API_KEY_CHALLENGE, `Bearer ${REALM}${details}`, `DPoP ${REALM}${details}, ${algorithms}`].join(', ');
}
