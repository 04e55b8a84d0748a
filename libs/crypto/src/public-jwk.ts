import { X509Certificate, type KeyObject } from 'node:crypto';
import { findPublicKeyViolation, importPublicJwk } from './usable-public-key.js';

/** An error in a JWK. It never contains a value of the key. */
export interface JwkViolation {
  /** JSON Pointer within the JWK. */
  pointer: string;
  detail: string;
}

/** The purpose of a key: a JWT signature, or the TLS connection of a certificate. */
export type KeyPurpose = 'signature' | 'certificate';

/** Curves by type and purpose: RFC 7518 section 6.2.1.1, RFC 8037 section 2. */
export const KEY_CURVES = {
  signature: { EC: ['P-256'], OKP: ['Ed25519'] },
  certificate: { EC: ['P-256', 'P-384', 'P-521'], OKP: ['Ed25519'] },
} as const satisfies Record<KeyPurpose, Record<'EC' | 'OKP', readonly string[]>>;
/** Algorithms by key: RFC 7518 section 3.1, RFC 8037 section 3.1, RFC 9864 section 2.2. */
const ALGORITHMS: Readonly<Record<string, readonly string[]>> = {
  RSA: ['RS256', 'PS256'],
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
  Ed25519: ['EdDSA', 'Ed25519'],
};
/** The members of a public key by its type, RFC 7518 sections 6.2.1 and 6.3.1, RFC 8037 section 2. */
const COORDINATES: Readonly<Record<string, readonly string[]>> = { EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'], RSA: ['n', 'e'] };
/** Members of private and symmetric keys: RFC 7518 sections 6.2.2, 6.3.2 and 6.4. */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** Registered members to keep; readers ignore the others (RFC 7517 section 4). */
const KEPT_MEMBERS = ['kty', 'use', 'key_ops', 'alg', 'kid', 'crv', 'x', 'y', 'n', 'e', 'x5c'];
/** The size of a coordinate: RFC 7518 section 6.2.1.2, RFC 8037 section 2. */
export const COORDINATE_BYTES = { 'P-256': 32, 'P-384': 48, 'P-521': 66, Ed25519: 32 } as const;
const MAX_KEY_ID_LENGTH = 256;
const BASE64URL = /^[\w-]+$/;

type Jwk = Readonly<Record<string, unknown>>;

/** Every error of a JWK (RFC 7517 section 4) as a client's public key. */
export function findPublicJwkViolations(value: unknown, purpose: KeyPurpose): JwkViolation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer: '', detail: 'must be a JWK (a JSON object)' }];
  const jwk = value as Jwk;
  const secret = SECRET_MEMBERS.find((member) => Object.hasOwn(jwk, member));
  // control: a private key in a JWKS is refused
  if (secret !== undefined) return [{ pointer: `/${secret}`, detail: describeSecret(jwk) }];
  const described = [findTypeViolation(jwk, purpose), findUseViolation(jwk), findOperationsViolation(jwk), findKeyIdViolation(jwk)].flatMap(
    (violation) => violation ?? [],
  );
  return [...described, ...findKeyViolations(jwk, purpose)];
}

/** The members of a valid public key that are kept. */
export function pickPublicMembers(jwk: Jwk): Record<string, unknown> {
  return Object.fromEntries(KEPT_MEMBERS.filter((member) => jwk[member] !== undefined).map((member) => [member, jwk[member]]));
}

function describeSecret({ kty }: Jwk): string {
  return kty === 'oct'
    ? 'must not be sent: symmetric keys (oct) are not accepted'
    : 'must not be sent, because it is the private key. Register only the public key, and replace this key pair, because its private key was disclosed';
}

function findTypeViolation({ kty, crv }: Jwk, purpose: KeyPurpose): JwkViolation | null {
  if (kty !== 'EC' && kty !== 'OKP' && kty !== 'RSA') return { pointer: '/kty', detail: 'must be EC, OKP or RSA' };
  if (kty === 'RSA') return null;
  const curves: readonly string[] = KEY_CURVES[purpose][kty];
  return curves.includes(crv as string) ? null : { pointer: '/crv', detail: `must be ${curves.join(', ')} for a key of type ${kty}` };
}

function findUseViolation({ use }: Jwk): JwkViolation | null {
  return use === undefined || use === 'sig' ? null : { pointer: '/use', detail: 'must be sig: the key verifies signatures' };
}

function findOperationsViolation({ key_ops: operations }: Jwk): JwkViolation | null {
  const isFit =
    operations === undefined || (Array.isArray(operations) && operations.length > 0 && operations.every((each) => each === 'verify'));
  return isFit ? null : { pointer: '/key_ops', detail: 'must be ["verify"]: the key verifies signatures' };
}

function findKeyIdViolation({ kid }: Jwk): JwkViolation | null {
  const isKeyId = kid === undefined || (typeof kid === 'string' && /^[ -~]+$/.test(kid) && kid.length <= MAX_KEY_ID_LENGTH);
  return isKeyId ? null : { pointer: '/kid', detail: `must have 1 to ${MAX_KEY_ID_LENGTH} printable ASCII characters` };
}

/** Errors in the key itself and in its description. A key of an unknown type has only that error. */
function findKeyViolations(jwk: Jwk, purpose: KeyPurpose): JwkViolation[] {
  if (findTypeViolation(jwk, purpose)) return [];
  const malformed = COORDINATES[jwk['kty'] as string]!.filter(
    (name) => typeof jwk[name] !== 'string' || (name !== 'crv' && !BASE64URL.test(jwk[name])),
  );
  const violations = malformed.map((name) => ({ pointer: `/${name}`, detail: 'must be base64url text' }));
  const algorithm = findAlgorithmViolation(jwk);
  if (algorithm) violations.push(algorithm);
  if (malformed.length > 0) return violations;
  const misfitting = findLengthViolations(jwk);
  if (misfitting.length > 0) return [...violations, ...misfitting];
  const key = importPublicJwk(jwk);
  if (!key) return [...violations, { pointer: '', detail: 'must be a public key, but its parameters do not form a key of its type' }];
  return [...violations, ...[findSizeViolation(key), findCertificateViolation(jwk, key)].flatMap((violation) => violation ?? [])];
}

/** Coordinates have the length of their curve, and numbers have no leading zeros: RFC 7518 sections 2, 6.2.1.2 and 6.3.1. */
function findLengthViolations({ kty, crv, ...members }: Jwk): JwkViolation[] {
  const bytesOf = (name: string) => Buffer.from(members[name] as string, 'base64url');
  if (kty === 'RSA') {
    const detail = 'must not begin with a zero byte';
    return ['n', 'e'].flatMap((name) => (bytesOf(name)[0] === 0 ? [{ pointer: `/${name}`, detail }] : []));
  }
  const bytes = COORDINATE_BYTES[crv as keyof typeof COORDINATE_BYTES];
  const detail = `must be ${bytes} bytes for this curve`;
  return ['x', 'y'].flatMap((name) =>
    members[name] !== undefined && bytesOf(name).length !== bytes ? [{ pointer: `/${name}`, detail }] : [],
  );
}

function findAlgorithmViolation({ kty, crv, alg }: Jwk): JwkViolation | null {
  const algorithms = ALGORITHMS[(kty === 'RSA' ? kty : crv) as string]!;
  return alg === undefined || algorithms.includes(alg as string)
    ? null
    : { pointer: '/alg', detail: `must be ${algorithms.join(' or ')} for this key, or absent` };
}

function findSizeViolation(key: KeyObject): JwkViolation | null {
  const violation = findPublicKeyViolation(key);
  return violation && { pointer: `/${violation.member}`, detail: violation.detail };
}

/** The first certificate of `x5c` contains the key: RFC 7517 section 4.7. */
function findCertificateViolation({ x5c }: Jwk, key: KeyObject): JwkViolation | null {
  if (x5c === undefined) return null;
  const certificates = Array.isArray(x5c) ? x5c.map(importCertificate) : [];
  if (certificates.length === 0 || certificates.includes(null)) {
    return { pointer: '/x5c', detail: 'must be a list of base64-encoded DER certificates (RFC 7517 section 4.7)' };
  }
  return certificates[0]!.publicKey.equals(key) ? null : { pointer: '/x5c/0', detail: 'must be a certificate of this key' };
}

function importCertificate(der: unknown): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(der as string, 'base64'));
  } catch {
    return null;
  }
}
