import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Bits of an RSA modulus: the minimum of RFC 7518 section 3.3, and a maximum that limits the time of a verification. */
export const RSA_BITS = { min: 2_048, max: 4_096 } as const;
/** The largest public exponent. An exponent as long as the modulus makes a verification a hundred times as expensive. */
const MAX_RSA_EXPONENT = 2n ** 32n - 1n;

/** Why a public key may not be used. It never contains a value of the key. */
export interface PublicKeyViolation {
  /** The invalid member of the JWK. */
  member: 'n' | 'e';
  detail: string;
}

/**
 * Decides whether a key that another party has chosen may verify signatures or identify a certificate: when a key is stored, when a key set
 * is fetched, and when a request presents a key. That party also chooses the cost of each verification, which this limits.
 *
 * @returns null if the key may be used
 */
export function findPublicKeyViolation({ asymmetricKeyDetails }: KeyObject): PublicKeyViolation | null {
  const { modulusLength, publicExponent } = asymmetricKeyDetails ?? {};
  // Keys of other types have a fixed cost, because their callers choose the curves.
  if (modulusLength === undefined || publicExponent === undefined) return null;
  if (
    // control: RSA keys of clients have 2048 bits or more
    modulusLength < RSA_BITS.min ||
    modulusLength > RSA_BITS.max
  )
    return { member: 'n', detail: `must have ${RSA_BITS.min} to ${RSA_BITS.max} bits. It has ${modulusLength}` };
  // A small exponent makes signatures easy to forge if a verifier is lax; 1 makes everything a signature.
  const isUsable = publicExponent > 2n && publicExponent % 2n === 1n && publicExponent <= MAX_RSA_EXPONENT;
  return isUsable ? null : { member: 'e', detail: `must be an odd number from 3 to ${MAX_RSA_EXPONENT}, usually AQAB` };
}

/**
 * Imports the public members of a JWK (RFC 7517 section 4) without deciding whether the key may be used. @returns null if it is not a key
 */
export function importPublicJwk(jwk: object): KeyObject | null {
  const { kty, crv, x, y, n, e } = jwk as JsonWebKey;
  try {
    return createPublicKey({ key: { kty, crv, x, y, n, e } as JsonWebKey, format: 'jwk' });
  } catch {
    return null;
  }
}

/** Imports a public JWK. @returns null if it is not a key, or may not be used */
export function importUsableKey(jwk: object): KeyObject | null {
  const key = importPublicJwk(jwk);
  return key && findPublicKeyViolation(key) === null ? key : null;
}
