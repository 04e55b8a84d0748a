import { Problem } from '@latchkey/problem';

const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * The problem for a path with `.` or `..` in place of an id. Clients resolve these segments before sending (RFC 3986 section 5.2.4). Null
 * if the path has none.
 */
export function findDotSegmentProblem(path: string): Problem | null {
  return DOT_SEGMENT.test(path) ? new Problem('invalid-request', 'The path must not contain the segments . or ..') : null;
}
