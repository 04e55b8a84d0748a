import { createPublicKey, verify } from 'node:crypto';
import { parseObject } from './decoded-jws.js';
import { PSS, type PublicJwk } from './signing-key.js';

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

export interface VerifiedJws {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
}

/**
 * Verifies a JWT signed by one of the keys: RFC 7515 section 5.2. `kid` selects the key, and the key its algorithm. Other header parameters
 * except `typ` are ignored; `crit` is refused.
 *
 * @returns null if it is no such JWT. The caller checks expiry and purpose
 */
export function verifyJws(jwt: string, keys: readonly PublicJwk[]): VerifiedJws | null {
  const [, head = '', body = '', signature = ''] = COMPACT.exec(jwt) ?? [];
  const header = parseObject(head);
  const key = header && keys.find(({ kid, alg }) => kid === header['kid'] && alg === header['alg']);
  if (!key || 'crit' in header) return null;
  const digest = key.alg === 'EdDSA' ? null : 'sha256';
  const publicKey = createPublicKey({ key, format: 'jwk' });
  const verifier = { key: publicKey, dsaEncoding: 'ieee-p1363' as const, ...(key.alg === 'PS256' && PSS) };
  if (!verify(digest, Buffer.from(`${head}.${body}`, 'ascii'), verifier, Buffer.from(signature, 'base64url'))) return null;
  const claims = parseObject(body);
  return claims && { header, claims };
}
