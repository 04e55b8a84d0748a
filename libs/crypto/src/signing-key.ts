import { createPrivateKey, generateKeyPair, randomBytes, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

/** The JWS algorithms (RFC 7518 section 3.1, RFC 8037) that a domain can sign with. */
export const SIGNING_ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const;
export type SigningAlgorithm = (typeof SIGNING_ALGORITHMS)[number];

/** A public key as it is published: RFC 7517, with `kid`, `alg` and `use`. */
export type PublicJwk = JsonWebKey & { kid: string; alg: SigningAlgorithm; use: 'sig' };

export interface GeneratedSigningKey {
  kid: string;
  publicJwk: PublicJwk;
  /** PKCS #8, DER. */
  privateKey: Buffer;
}

/** What a sealed signing key is bound to: see Sealer. */
export function signingKeyContext(domainId: string, kid: string): string {
  return `signing-key:${domainId}:${kid}`;
}

/** A new key pair: P-256, RSA of 2048 bits or Ed25519. `kid` is random and so never repeats. */
export async function generateSigningKey(algorithm: SigningAlgorithm): Promise<GeneratedSigningKey> {
  const { publicKey, privateKey } = await generatePair(algorithm);
  const kid = randomBytes(16).toString('base64url');
  return {
    kid,
    publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' },
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

function generatePair(algorithm: SigningAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (algorithm) {
    case 'ES256':
      return generate('ec', { namedCurve: 'P-256' });
    case 'RS256':
      return generate('rsa', { modulusLength: 2048 });
    case 'EdDSA':
      return generate('ed25519');
  }
}

/** The private key of a PKCS #8 DER, ready to sign. */
export function importPrivateKey(pkcs8: Buffer): KeyObject {
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
}

/** The private key as a JWK (RFC 7517 section 4), for libraries that take nothing else. */
export function toPrivateJwk(key: KeyObject, publicJwk: PublicJwk): PublicJwk {
  return { ...key.export({ format: 'jwk' }), kid: publicJwk.kid, alg: publicJwk.alg, use: 'sig' };
}

/** A part of a JWS in its compact serialization: RFC 7515 section 7.1. */
export function encodeJwsPart(part: object): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
}

/** The signature of a JWS signing input (RFC 7515 section 5.1), base64url. */
export function signJws(input: string, key: KeyObject, algorithm: SigningAlgorithm): string {
  const data = Buffer.from(input, 'ascii');
  // OpenSSL makes DER signatures in half the time of IEEE P1363 ones: sign DER and re-encode.
  if (algorithm === 'ES256') return joseFromDer(sign('sha256', data, key)).toString('base64url');
  return sign(algorithm === 'RS256' ? 'sha256' : null, data, key).toString('base64url');
}

/** A P-256 signature, from the two DER integers to 32 + 32 bytes: RFC 7518 section 3.4. */
export function joseFromDer(der: Buffer): Buffer {
  const jose = Buffer.alloc(64);
  const rLength = der[3]!;
  copyInteger(der.subarray(4, 4 + rLength), jose.subarray(0, 32));
  copyInteger(der.subarray(6 + rLength, 6 + rLength + der[5 + rLength]!), jose.subarray(32));
  return jose;
}

function copyInteger(integer: Buffer, target: Buffer): void {
  const significant = integer.length > 32 ? integer.subarray(integer.length - 32) : integer;
  significant.copy(target, 32 - significant.length);
}

const WEB_CRYPTO_ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const;

/** The private key for libraries that sign by Web Crypto. It cannot be exported from there. */
export function toCryptoKey(key: KeyObject, algorithm: SigningAlgorithm): CryptoKey {
  return key.toCryptoKey(WEB_CRYPTO_ALGORITHMS[algorithm], false, ['sign']) as CryptoKey;
}
