import { randomBytes } from 'node:crypto';

/** RFC 4648 base32 in lower case, without digits that look like letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** A random DNS label of 20 characters (100 bits), so that labels are neither guessed nor ever repeated. */
export function generateDnsLabel(): string {
  return Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('');
}
