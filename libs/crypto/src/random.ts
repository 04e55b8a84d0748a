import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** RFC 4648 base32 in lower case, without digits that look like letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** A random DNS label of 20 characters (100 bits), so that labels can neither be guessed nor repeat. */
export function generateDnsLabel(): string {
  return Array.from(randomBytes(20), (byte) => ALPHABET[byte & 31]).join('');
}

/** A random UUID (RFC 9562 version 4), for a row whose id must be known before the insert. */
export function randomId(): string {
  return randomUUID();
}

/** A random integer from 0 up to, but not including, the bound. It is unpredictable, as the id of a DNS message must be. */
export function randomInteger(bound: number): number {
  return randomInt(bound);
}
