import { isEmail } from 'class-validator';

/** RFC 5321 section 4.1.2 without quoted forms and address literals. Excludes characters that could add recipients or headers. */
const MAILABLE_PATTERN = /^[^\s\p{Cc}"(),:;<>@[\]\\]{1,64}@[^\s\p{Cc}"(),:;<>@[\]\\]{1,255}$/u;

/** Whether mail can be sent to an address. This rule alone governs storing and using addresses. */
export function isMailableAddress(value: unknown): value is string {
  return typeof value === 'string' && MAILABLE_PATTERN.test(value);
}

/** @returns why an email address cannot be stored, or null */
export function findEmailAddressViolation(value: unknown): string | null {
  if (typeof value !== 'string' || !isEmail(value)) return 'must be an email address such as jane@example.com (RFC 5322 addr-spec)';
  return isMailableAddress(value)
    ? null
    : 'must be an address that can receive mail: without quotes, brackets, commas, colons, semicolons and spaces';
}
