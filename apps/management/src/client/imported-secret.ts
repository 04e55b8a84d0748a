const MIN_LENGTH = 32;
const MAX_LENGTH = 256;
/** VSCHAR: RFC 6749 appendix A. */
const PATTERN = /^[ -~]*$/;
/** Fewer different characters are no random text. 32 random hexadecimal digits have fewer once in 20,000 times. */
const MIN_DIFFERENT = 8;

export const IMPORTED_SECRET = {
  type: String,
  nullable: true,
  minLength: MIN_LENGTH,
  maxLength: MAX_LENGTH,
  pattern: '^[ -~]*$',
  description:
    'A secret that the client already has, from another service: random, since it is stored as a fast hash. Absent: a new one is made.',
} as const;

/** @returns the error of a secret that another service has made, or null. It never quotes the secret */
export function findImportedSecretViolation(value: unknown): string | null {
  if (typeof value !== 'string' || value.length < MIN_LENGTH || value.length > MAX_LENGTH || !PATTERN.test(value))
    return `must be ${MIN_LENGTH} to ${MAX_LENGTH} printable ASCII characters`;
  // control: an imported client secret is random
  return new Set(value).size < MIN_DIFFERENT ? 'must be random: it has too few different characters' : null;
}
