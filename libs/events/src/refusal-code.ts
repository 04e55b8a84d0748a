const MAX_LENGTH = 64;
const CODE = /^[\x21-\x7e]+$/;

/** Whether a receiver may refuse a security event by this code: RFC 8935 section 2.4. Codes that IANA may register later count, too. */
export function isRefusalCode(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && CODE.test(value);
}
