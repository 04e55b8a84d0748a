import { findAbsoluteUriViolation } from '@latchkey/oauth';

/** @returns the error of a URL to which pages link, or null: it uses https and names no user */
export function findWebUrlViolation(value: unknown): string | null {
  const violation = findAbsoluteUriViolation(value);
  if (violation !== null) return violation;
  const url = new URL(value as string);
  if (url.protocol !== 'https:') return 'must use https';
  return url.username === '' && url.password === '' ? null : 'must not contain a user name or password';
}
