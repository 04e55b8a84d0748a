import { isUuid } from './uuid.js';

/** The longest `sub`. OpenID Connect Core section 2 allows 255 ASCII characters. */
export const MAX_SUB_LENGTH = 128;
/** Unreserved characters: RFC 3986 section 2.3. A UUID has no others. A path cannot contain `.` and `..`: section 5.2.4. */
export const SUB_PATTERN = new RegExp(`^(?!\\.{1,2}$)[A-Za-z0-9\\-._~]{1,${MAX_SUB_LENGTH}}$`);

/** @returns the error of a `sub`, or null */
export function findSubViolation(value: unknown): string | null {
  if (typeof value === 'string' && SUB_PATTERN.test(value)) return null;
  return `must be 1 to ${MAX_SUB_LENGTH} characters, each a letter, a digit or one of - . _ ~, and neither . nor ..`;
}

/** The form in which a `sub` is stored and shown: a UUID in lower case, any other text as it is. */
export function normalizeSub(sub: string): string {
  return isUuid(sub) ? sub.toLowerCase() : sub;
}
