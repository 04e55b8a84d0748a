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

/** Whether any of the hashes is that of the secret. Every hash is compared, in constant time. */
export function matchesSecret(secret: string, hashes: readonly Buffer[]): boolean {
  const actual = hashSecret(secret);
  let matches = false;
  for (const stored of hashes) matches = timingSafeEqual(stored, actual) || matches;
  return matches;
}
