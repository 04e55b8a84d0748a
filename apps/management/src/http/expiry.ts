import { parseRfc3339 } from './rfc3339.js';

/** RFC 3339 has years of four digits. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function findExpiryViolation(value: unknown): string | null {
  const time = typeof value === 'string' ? parseExpiry(value) : null;
  const isPossible = time !== null && time.getTime() > Date.now() && time.getTime() <= LAST_TIME;
  return isPossible ? null : 'must be a time in the future (RFC 3339) such as 2030-01-31T00:00:00Z, or null';
}

/** @returns null if the text is not a time of RFC 3339 */
export function parseExpiry(text: string): Date | null {
  const instant = parseRfc3339(text);
  return instant && new Date(instant.date.getTime() + Math.floor(instant.microseconds / 1_000));
}
