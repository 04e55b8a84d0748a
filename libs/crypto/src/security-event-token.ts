import type { KeyObject } from 'node:crypto';
import { encodeJwsPart, signJws, type SigningAlgorithm } from './signing-key.js';

/** Signs the claims of a security event token with a key of a domain: RFC 8417 section 2.3 gives its `typ`. */
export function signSecurityEvent(claims: object, key: { kid: string; algorithm: SigningAlgorithm; privateKey: KeyObject }): string {
  const { kid, algorithm, privateKey } = key;
  const input = `${encodeJwsPart({ alg: algorithm, typ: 'secevent+jwt', kid })}.${encodeJwsPart(claims)}`;
  return `${input}.${signJws(input, privateKey, algorithm)}`;
}
