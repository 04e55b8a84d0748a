import type { KeyObject } from 'node:crypto';
import { importUsableKey } from './usable-public-key.js';

/** The JWS algorithms that clients and workloads may sign with: RFC 7518 section 3.1, RFC 8037 and, for `Ed25519`, RFC 9864. */
export const VERIFIED_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const;
export type VerifiedAlgorithm = (typeof VERIFIED_ALGORITHMS)[number];
/** The JWS algorithms that identity providers may sign with: all asymmetric ones of these documents. */
export const UPSTREAM_ALGORITHMS = [...VERIFIED_ALGORITHMS, 'RS384', 'RS512', 'PS384', 'PS512', 'ES384', 'ES512'] as const;
export type SignatureAlgorithm = (typeof UPSTREAM_ALGORITHMS)[number];

/** A public key of another party, imported once. */
export interface VerificationKey {
  /** Null if the JWK has no `kid`. */
  kid: string | null;
  /** The algorithms that the type and the `alg` of the key permit. */
  algorithms: readonly SignatureAlgorithm[];
  key: KeyObject;
}

/** Members of private and symmetric keys: RFC 7518 sections 6.2.2, 6.3.2 and 6.4. */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
const RSA_ALGORITHMS: readonly SignatureAlgorithm[] = ['RS256', 'PS256', 'RS384', 'RS512', 'PS384', 'PS512'];
/** The algorithms of a key by its type, or by its curve. */
const ALGORITHMS: Readonly<Record<string, readonly SignatureAlgorithm[]>> = {
  RSA: RSA_ALGORITHMS,
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};

type Jwk = Readonly<Record<string, unknown>>;

/**
 * Imports a public JWK (RFC 7517 section 4) for signatures. Its `x5c`, `x5u` and other certificates are ignored.
 * @returns null for any key that is not accepted: private or symmetric, another type, curve or size, or for another use
 */
export function importVerificationKey(jwk: unknown, accepted: readonly SignatureAlgorithm[] = VERIFIED_ALGORITHMS): VerificationKey | null {
  if (!isPublicJwk(jwk)) return null;
  const { kid } = jwk;
  const algorithms = listAlgorithms(jwk).filter((algorithm) => accepted.includes(algorithm));
  const key = algorithms.length > 0 ? importUsableKey(jwk) : null;
  return key && { kid: typeof kid === 'string' ? kid : null, algorithms, key };
}

/** Whether a JWK is a public key for an algorithm, according to its members. The key itself is not imported. */
export function isKeyFor(jwk: unknown, algorithm: SignatureAlgorithm): boolean {
  return isPublicJwk(jwk) && listAlgorithms(jwk).includes(algorithm);
}

function isPublicJwk(jwk: unknown): jwk is Jwk {
  return typeof jwk === 'object' && jwk !== null && !SECRET_MEMBERS.some((member) => Object.hasOwn(jwk, member));
}

/** By type, curve, `use`, `key_ops` and `alg`. */
function listAlgorithms({ kty, crv, alg, use, key_ops: operations }: Jwk): SignatureAlgorithm[] {
  if ((use !== undefined && use !== 'sig') || (Array.isArray(operations) && !operations.includes('verify'))) return [];
  const name = kty === 'RSA' ? 'RSA' : crv;
  const isCurve = kty === (name === 'Ed25519' ? 'OKP' : 'EC');
  const algorithms = (kty === 'RSA' || isCurve) && typeof name === 'string' && Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name]! : [];
  return algorithms.filter((each) => alg === undefined || isSameAlgorithm(each, alg));
}

/** `EdDSA` with an Ed25519 key is the algorithm `Ed25519`: RFC 9864 section 2.2. */
function isSameAlgorithm(algorithm: SignatureAlgorithm, alg: unknown): boolean {
  return algorithm === alg || (algorithm === 'Ed25519' && alg === 'EdDSA') || (algorithm === 'EdDSA' && alg === 'Ed25519');
}
