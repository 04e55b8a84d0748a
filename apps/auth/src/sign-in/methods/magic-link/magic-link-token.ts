/** Lifetime of a link in seconds: the maximum that NIST SP 800-63B and ASVS 6.5.5 allow for a secret sent out of band. */
export const MAGIC_LINK_TTL_SECONDS = 600;
/** 256 random bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** @param value from a URL or a form @returns null if the value is not a token */
export function parseMagicLinkToken(value: unknown): string | null {
  return typeof value === 'string' && TOKEN_PATTERN.test(value) ? value : null;
}
