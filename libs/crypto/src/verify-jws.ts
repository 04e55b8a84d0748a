import { createPublicKey, verify } from 'node:crypto';
import type { PublicJwk } from './signing-key.js';

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

export interface VerifiedJws {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JWT that was signed by one of the keys: RFC 7515 section 5.2. The key is chosen by `kid`, the algorithm is the key's own, and
 * nothing that the header says beyond `typ` is heeded: one with `crit` is refused.
 *
 * @returns null if it is no such JWT. Whether it has expired, and what it is for, is for the caller to see
 */
export function verifyJws(jwt: string, keys: readonly PublicJwk[]): VerifiedJws | null {
  const [, head = '', body = '', signature = ''] = COMPACT.exec(jwt) ?? [];
  const header = parse(head);
  const key = header && keys.find(({ kid, alg }) => kid === header['kid'] && alg === header['alg']);
  if (!key || 'crit' in header) return null;
  const digest = key.alg === 'EdDSA' ? null : 'sha256';
  const verifier = { key: createPublicKey({ key, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  if (!verify(digest, Buffer.from(`${head}.${body}`, 'ascii'), verifier, Buffer.from(signature, 'base64url'))) return null;
  const claims = parse(body);
  return claims && { header, claims };
}

function parse(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
