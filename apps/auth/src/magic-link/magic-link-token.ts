/** 256 random bits in base64url. */
const TOKEN_PATTERN = /^[\w-]{43}$/;

/** The token of a link, as it stands in an address or a form. @returns null if it can be none */
export function parseMagicLinkToken(value: unknown): string | null {
  return typeof value === 'string' && TOKEN_PATTERN.test(value) ? value : null;
}
