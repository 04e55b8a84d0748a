import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { JOSE_BYTES, joseFromDer } from './ecdsa-signature.js';
import { generateRsaKeyPair, type KeyPair, type RsaKeyPairSource } from './rsa-key-pair.pool.js';

const generate = promisify(generateKeyPair);

/** The JWS algorithms (RFC 7518 section 3.1, RFC 8037) that a domain can sign with. */
export const SIGNING_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A public key as published: RFC 7517, with `kid`, `alg` and `use`. */
export type PublicJwk = JsonWebKey & { kid: string; alg: SigningAlgorithm; use: 'sig' };

export interface GeneratedSigningKey {
  kid: string;
  publicJwk: PublicJwk;
  /** PKCS #8, DER. */
  privateKey: Buffer;
}

/** The associated data of an encrypted signing key: see Encryptor. */
export function signingKeyContext(domainId: string, kid: string): string {
  // control: an encrypted signing key opens in its own domain only
  return `signing-key:${domainId}:${kid}`;
}

/**
 * Creates a key pair for one algorithm (RFC 8725 section 3.1): P-256, RSA with 2048 bits or Ed25519. `kid` is random and never repeats.
 *
 * @param rsaKeyPairs pairs generated in advance; by default one is generated now, which takes about 200 ms of a thread
 */
export async function generateSigningKey(
  algorithm: SigningAlgorithm,
  rsaKeyPairs: RsaKeyPairSource = { take: generateRsaKeyPair },
): Promise<GeneratedSigningKey> {
  const { publicKey, privateKey } = await generatePair(algorithm, rsaKeyPairs);
  const kid = randomBytes(16).toString('base64url');
  return {
    kid,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

function generatePair(algorithm: SigningAlgorithm, rsaKeyPairs: RsaKeyPairSource): Promise<KeyPair> {
  switch (algorithm) {
    case 'ES256':
      return generate('ec', { namedCurve: 'P-256' });
    case 'RS256':
    case 'PS256':
      return rsaKeyPairs.take();
    case 'EdDSA':
      return generate('ed25519');
  }
}

/**
 * Imports a private key from PKCS #8 DER, ready to sign. Converts it to PEM (RFC 7468), because Node.js takes a third less time for a
 * string than for an object.
 */
export function importPrivateKey(pkcs8: Buffer): KeyObject {
  const lines = pkcs8.toString('base64').match(/.{1,64}/g) ?? [];
  return createPrivateKey(`-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`);
}

/** @returns a private key of the curve P-256 in PEM, ready to sign; null for anything else */
export function parseP256PrivateKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

/** The private key as a JWK (RFC 7517 section 4), for libraries that accept nothing else. */
export function toPrivateJwk(key: KeyObject, publicJwk: PublicJwk): PublicJwk {
  return { ...key.export({ format: 'jwk' }), kid: publicJwk.kid, alg: publicJwk.alg, use: 'sig' };
}

/** The public key that belongs to a private one. */
export function toPublicJwk(key: KeyObject, kid: string, algorithm: SigningAlgorithm): PublicJwk {
  return { ...createPublicKey(key).export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
}

/** A part of a JWS in its compact serialization: RFC 7515 section 7.1. */
export function encodeJwsPart(part: object): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
}

/** RSASSA-PSS with a salt as long as the hash: RFC 7518 section 3.5. */
export const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

/** The buffer for each signature. It is shared, because allocating 64 bytes costs more than filling them. */
const jose = Buffer.alloc(JOSE_BYTES);

/**
 * Signs a JWS signing input (RFC 7515 section 5.1); returns base64url. For access tokens, because `jose` signs with Web Crypto and takes
 * three times as long, which would more than double the cost of a token. signJwt signs other JWTs.
 */
export function signJws(input: string, key: KeyObject, algorithm: SigningAlgorithm): string {
  const data = Buffer.from(input, 'ascii');
  switch (algorithm) {
    case 'ES256':
      return joseFromDer(sign('sha256', data, key), jose).toString('base64url');
    case 'RS256':
      return sign('sha256', data, key).toString('base64url');
    case 'PS256':
      return sign('sha256', data, { key, ...PSS }).toString('base64url');
    case 'EdDSA':
      return sign(null, data, key).toString('base64url');
  }
}

const WEB_CRYPTO_ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const;

/** The private key for libraries that sign with Web Crypto. It cannot be exported from there. */
export function toCryptoKey(key: KeyObject, algorithm: SigningAlgorithm): CryptoKey {
  return key.toCryptoKey(WEB_CRYPTO_ALGORITHMS[algorithm], false, ['sign']) as CryptoKey;
}
