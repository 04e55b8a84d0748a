/** @returns the error of a `client_id`, or null: 1 to 128 unreserved characters of RFC 3986 section 2.3 */
export function findClientIdViolation(value: unknown): string | null {
  if (typeof value === 'string' && /^[A-Za-z0-9\-._~]{1,128}$/.test(value)) return null;
  return 'must be 1 to 128 characters, each a letter, a digit or one of - . _ ~';
}
