import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: 43 characters. */
export function randomSecret(): string {
  // control: a secret has 256 random bits
  return randomBytes(32).toString('base64url');
}

/**
 * The SHA-256 of a secret. A fast hash is right only here, because the secrets are 256 random bits, or long random texts of another service,
 * which cannot be guessed from a hash. A slow hash would let attackers exhaust the token endpoint.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The stored form of a secret that is compared often. */
export interface HashedSecret {
  /**
   * The `hashSecret` of the secret as a string of 32 characters. A Buffer consists of several objects, each of which costs a memory access
   * per comparison.
   */
  hash: string;
}

/** @param hashed `hashSecret` of a secret @returns the `hash` of a HashedSecret */
export function hashText(hashed: Buffer): string {
  return hashed.toString('latin1');
}

/** Bytes of SHA-256. */
const LENGTH = 32;
const [expected, actual] = [Buffer.alloc(LENGTH), Buffer.alloc(LENGTH)];

/** @returns the entry that belongs to the secret. Every hash is compared, in constant time */
export function findSecret<Hashed extends HashedSecret>(secret: string, among: readonly Hashed[]): Hashed | undefined {
  actual.write(hash('sha256', secret, 'binary'), 'latin1');
  let found: Hashed | undefined;
  for (const each of among) {
    const isWhole = expected.write(each.hash, 'latin1') === expected.length;
    // control: client secrets are compared in constant time
    if (timingSafeEqual(expected, actual) && isWhole) found = each;
  }
  return found;
}

/** Whether two secrets are the same, compared in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  // control: CSRF tokens and binding cookies are compared in constant time
  return timingSafeEqual(hashSecret(one), hashSecret(other));
}

/** SHA-256 of several texts, with unambiguous boundaries. */
export function fingerprint(...texts: readonly string[]): Buffer {
  return hashSecret(JSON.stringify(texts));
}

/** `fingerprint` as a string of 32 characters. As a key of frequent look-ups it takes less than half the time. */
export function fingerprintText(...texts: readonly string[]): string {
  return hash('sha256', JSON.stringify(texts), 'binary');
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. Not for secrets: see hashSecret. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** A recognizable prefix, with which secret scanners find a leaked key and people see what it is. */
const PREFIX = 'latchkey_';

/** A new API key: the prefix and 256 random bits in base64url. */
export function newApiKey(): string {
  return `${PREFIX}${randomSecret()}`;
}
