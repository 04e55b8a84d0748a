import type { KeyObject } from 'node:crypto';
import { signJwt } from './sign-jwt.js';
import type { SigningAlgorithm } from './signing-key.js';

/** Signs the claims of a security event token with a key of a domain: RFC 8417 section 2.3 gives its `typ`. */
export function signSecurityEvent(
  claims: object,
  { kid, algorithm }: { kid: string; algorithm: SigningAlgorithm },
  privateKey: KeyObject,
): Promise<string> {
  return signJwt(claims, { alg: algorithm, typ: 'secevent+jwt', kid }, privateKey);
}
