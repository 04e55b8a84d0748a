import { randomBytes } from 'node:crypto';

/** RFC 4648 base32 in lower case: no digit looks like one of its letters. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CHARACTERS = 20;

/**
 * The associated data of an encrypted recovery code (see Encryptor). @param hash as PostgreSQL writes octets: `\x` and hexadecimal digits
 */
export function recoveryCodeContext(domainId: string, hash: string): string {
  return `recovery-code:${domainId}:${hash}`;
}

/** A recovery code of 20 characters: 100 random bits, too many to guess from a fast hash. */
export function newRecoveryCode(): string {
  return Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte & 31]).join('');
}
