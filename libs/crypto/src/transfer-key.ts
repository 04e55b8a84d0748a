import { createECDH, createHash } from 'node:crypto';
import type { Encryptor } from './encryption.js';

/** A public key for ECDH on the curve P-256 as a JWK: RFC 7518 section 6.2.1. */
export interface TransferPublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  /** Its thumbprint: RFC 7638. */
  kid: string;
  use: 'enc';
  alg: 'ECDH-ES+A256KW';
}

/** A key pair of an installation, for which others encrypt domains. */
export interface TransferKey {
  publicJwk: TransferPublicJwk;
  /** The private scalar in base64url. */
  d: string;
}

const COORDINATE_BYTES = 32;

/** One key pair for each master key, the current first. Nothing of them is stored: a rotation of the master key replaces them. */
export function deriveTransferKeys(encryptor: Encryptor): [TransferKey, ...TransferKey[]] {
  const seeds = encryptor.derive('domain-import');
  return seeds.map((seed) => createTransferKey(seed)) as [TransferKey, ...TransferKey[]];
}

/** The `kid` of a public key: its thumbprint (RFC 7638). */
export function getTransferKeyId({ crv, kty, x, y }: Pick<TransferPublicJwk, 'kty' | 'crv' | 'x' | 'y'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

function createTransferKey(seed: Buffer): TransferKey {
  const scalar = toScalar(seed);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(scalar);
  // An uncompressed point: 04, x, y.
  const point = ecdh.getPublicKey();
  const [x, y] = [point.subarray(1, 1 + COORDINATE_BYTES), point.subarray(1 + COORDINATE_BYTES)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! } as const;
  return { publicJwk: { ...jwk, kid: getTransferKeyId(jwk), use: 'enc', alg: 'ECDH-ES+A256KW' }, d: scalar.toString('base64url') };
}

/** The first of a sequence of hashes that is a private key of the curve, as all but one in 2^32 are. */
function toScalar(seed: Buffer): Buffer {
  for (let scalar = seed; ; scalar = createHash('sha256').update(scalar).digest()) {
    try {
      createECDH('prime256v1').setPrivateKey(scalar);
      return scalar;
    } catch {
      // Zero, or not below the order of the curve.
    }
  }
}
