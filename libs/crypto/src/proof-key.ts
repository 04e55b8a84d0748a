import { calculateJwkThumbprint } from 'jose';
import { importVerificationKey, type VerificationKey } from './verification-key.js';

/** The key of a DPoP proof: RFC 9449 section 4.2. */
export interface ProofKey {
  key: VerificationKey;
  /** `jkt`: RFC 9449 section 6.1. */
  thumbprint: Promise<string>;
}

/** @returns null for any key that is not accepted, such as a private or symmetric one */
export function importProofKey(jwk: unknown): ProofKey | null {
  const key = importVerificationKey(jwk);
  // Computed from the imported key, so that each key has one thumbprint, however its numbers are written.
  return key && { key, thumbprint: calculateJwkThumbprint(key.key) };
}
