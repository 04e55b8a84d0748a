import { Problem } from '@latchkey/problem';

/** The challenge for an API key (RFC 9110 section 11.6.1). */
export const API_KEY_CHALLENGE = 'ApiKey realm="management", header="x-api-key"';

/** A request without valid credentials. @param challenge the value of WWW-Authenticate */
export function createUnauthenticatedProblem(detail: string, challenge = API_KEY_CHALLENGE): Problem {
  return new Problem('unauthenticated', detail, { headers: { 'WWW-Authenticate': challenge } });
}
