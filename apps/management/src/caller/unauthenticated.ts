import { Problem } from '@latchkey/problem';

/** A request without a valid API key. RFC 9110 section 11.6.1 requires a challenge. */
export function createUnauthenticatedProblem(detail: string): Problem {
  return new Problem('unauthenticated', detail, {
    headers: { 'WWW-Authenticate': 'ApiKey realm="management", header="x-api-key"' },
  });
}
