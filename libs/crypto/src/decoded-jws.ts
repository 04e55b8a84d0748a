import { constants, verify } from 'node:crypto';
import type { VerificationKey, VerifiedAlgorithm } from './verification-key.js';

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** A JWT as it was sent. Nothing in it is proven: see `isSignedBy`. */
export interface DecodedJws {
  header: Readonly<Record<string, unknown>>;
  claims: Readonly<Record<string, unknown>>;
  /** RFC 7515 section 5.1. */
  signingInput: string;
  /** Base64url. */
  signature: string;
}

/** Decodes a JWT in the compact serialization of a JWS: RFC 7515 section 7.1. @returns null if it is none */
export function decodeJws(jwt: string): DecodedJws | null {
  const [, head = '', body = '', signature = ''] = COMPACT.exec(jwt) ?? [];
  const header = parseObject(head);
  const claims = header && parseObject(body);
  return claims && { header, claims, signingInput: `${head}.${body}`, signature };
}

/** Options of OpenSSL for each algorithm, RFC 7518 section 3.1: JOSE signatures are IEEE P1363, and the salt of PSS has the length of the hash. */
const OPTIONS = {
  ES256: { digest: 'sha256', dsaEncoding: 'ieee-p1363' },
  RS256: { digest: 'sha256' },
  PS256: { digest: 'sha256', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  EdDSA: { digest: null },
  Ed25519: { digest: null },
} as const satisfies Record<VerifiedAlgorithm, object>;

/**
 * Whether a key made the signature. The key decides which algorithms are possible, never the header alone: RFC 8725 section 3.1.
 *
 * One-shot verification on the calling thread: on libuv's thread pool and by Web Crypto it takes more CPU time in total.
 */
export function isSignedBy({ header, signingInput, signature }: DecodedJws, { key, algorithms }: VerificationKey): boolean {
  const algorithm = algorithms.find((each) => each === header['alg']);
  if (!algorithm) return false;
  const { digest, ...options } = OPTIONS[algorithm];
  return verify(digest, Buffer.from(signingInput, 'ascii'), { key, ...options }, Buffer.from(signature, 'base64url'));
}

/** @returns the object that a part of a JWT is, or null */
export function parseObject(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
