import { Problem } from '@latchkey/problem';

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/** Problem for a path with `.` or `..` in place of an id: clients resolve these before they send (RFC 3986 section 5.2.4). Null if it has none. */
export function findDotSegmentProblem(path: string): Problem | null {
  return DOT_SEGMENT.test(path) ? new Problem('invalid-request', 'The address must not contain . or .. as a part of its path.') : null;
}
