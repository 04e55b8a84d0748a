import type { KeyObject } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import type { SigningAlgorithm } from './signing-key.js';

interface JwtHeader {
  alg: SigningAlgorithm;
  /** Distinguishes kinds of JWTs: RFC 8725 section 3.11. */
  typ: string;
  kid: string;
}

/** Signs claims as a JWT. Access tokens have a faster signer: see signJws. */
export function signJwt(claims: object, header: JwtHeader, key: KeyObject): Promise<string> {
  return new SignJWT(claims as JWTPayload).setProtectedHeader({ ...header }).sign(key);
}
