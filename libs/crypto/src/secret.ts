import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in base64url: 43 characters. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The SHA-256 of a secret. A fast hash is right here and only here: our secrets are 256 random bits, which nobody can guess
 * from the hash; a slow one would be a way to exhaust the token endpoint.
 */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** @returns which of the hashes is that of the secret, or -1. Every hash is compared, in constant time */
export function indexOfSecret(secret: string, hashes: readonly Buffer[]): number {
  const actual = hashSecret(secret);
  let found = -1;
  for (let index = 0; index < hashes.length; index += 1) if (timingSafeEqual(hashes[index]!, actual)) found = index;
  return found;
}

/** SHA-256 of several texts, each told apart from its neighbors. */
export function fingerprint(...texts: readonly string[]): Buffer {
  return hashSecret(JSON.stringify(texts));
}
