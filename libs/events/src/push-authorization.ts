export const MAX_AUTHORIZATION_LENGTH = 4_096;
/** The value of a header: RFC 9110 section 5.5, in ASCII. */
export const AUTHORIZATION_PATTERN = '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$';
const HEADER_VALUE = new RegExp(AUTHORIZATION_PATTERN);

/** @returns why a value cannot be the `Authorization` header of pushes; null if it can */
export function findAuthorizationViolation(value: unknown): string | null {
  const isHeader =
    typeof value === 'string' &&
    value.length <= MAX_AUTHORIZATION_LENGTH &&
    // control: a header of pushes is one line of ASCII
    HEADER_VALUE.test(value);
  return isHeader ? null : `must be a header value of at most ${MAX_AUTHORIZATION_LENGTH} ASCII characters`;
}
