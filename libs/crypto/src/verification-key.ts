import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** The JWS algorithms that clients and workloads can sign with: RFC 7518 section 3.1, RFC 8037 and, for `Ed25519`, RFC 9864. */
export const VERIFIED_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const;
export type VerifiedAlgorithm = (typeof VERIFIED_ALGORITHMS)[number];

/** A public key of a client, imported once. */
export interface VerificationKey {
  /** Null if the JWK has none. */
  kid: string | null;
  /** What it can verify, by its type and its `alg`. */
  algorithms: readonly VerifiedAlgorithm[];
  key: KeyObject;
}

/** Bits of an RSA modulus: the minimum of RFC 7518 section 3.3, and a maximum for the time of a verification. */
const RSA_BITS = { min: 2_048, max: 8_192 };
/** Members of private and symmetric keys: RFC 7518 sections 6.2.2, 6.3.2 and 6.4. */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Imports a public JWK (RFC 7517 section 4) for signatures. Its `x5c`, `x5u` and other certificates are ignored.
 * @returns null for any key that is not accepted: private or symmetric, another type or curve, too short, or for another use
 */
export function importVerificationKey(jwk: unknown): VerificationKey | null {
  if (typeof jwk !== 'object' || jwk === null || SECRET_MEMBERS.some((member) => Object.hasOwn(jwk, member))) return null;
  const { kty, crv, n, e, x, y, kid, alg, use, key_ops: operations } = jwk as Record<string, unknown>;
  if ((use !== undefined && use !== 'sig') || (Array.isArray(operations) && !operations.includes('verify'))) return null;
  const key = importPublicKey({ kty, crv, n, e, x, y } as JsonWebKey);
  const algorithms = key ? algorithmsOf(key).filter((each) => alg === undefined || isSameAlgorithm(each, alg)) : [];
  return key && algorithms.length > 0 ? { kid: typeof kid === 'string' ? kid : null, algorithms, key } : null;
}

function importPublicKey(jwk: JsonWebKey): KeyObject | null {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): VerifiedAlgorithm[] {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return ['ES256'];
  if (asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max) return ['RS256', 'PS256'];
  return asymmetricKeyType === 'ed25519' ? ['EdDSA', 'Ed25519'] : [];
}

/** `EdDSA` with a key of Ed25519 is the algorithm `Ed25519`: RFC 9864 section 2.2. */
function isSameAlgorithm(algorithm: VerifiedAlgorithm, alg: unknown): boolean {
  return algorithm === alg || (algorithm === 'Ed25519' && alg === 'EdDSA') || (algorithm === 'EdDSA' && alg === 'Ed25519');
}
