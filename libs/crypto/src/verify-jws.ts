import { createPublicKey, type KeyObject } from 'node:crypto';
import { parseObject, verifySignature } from './decoded-jws.js';
import type { PublicJwk } from './signing-key.js';
import type { VerifiedAlgorithm } from './verification-key.js';

const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/** By JWK: an import takes as long as a verification. */
const importedKeys = new WeakMap<PublicJwk, KeyObject>();

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
  const key =
    header &&
    keys.find(
      ({ kid, alg }) =>
        kid === header['kid'] &&
        // control: the algorithm of a JWT is that of its key
        alg === header['alg'],
    );
  if (
    !key ||
    // control: unknown critical header parameters are refused
    'crit' in header ||
    !isCanonical(signature)
  )
    return null;
  const signed = { key: importKey(key), data: Buffer.from(`${head}.${body}`, 'latin1'), signature };
  // control: the signature of a JWT is verified
  if (!verifySignature(key.alg as VerifiedAlgorithm, signed)) return null;
  const claims = parseObject(body);
  return claims && { header, claims };
}

/** Whether a signature is written as it was issued: the unused bits of its last character are zero (RFC 4648 section 3.5). */
function isCanonical(signature: string): boolean {
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function importKey(jwk: PublicJwk): KeyObject {
  const known = importedKeys.get(jwk);
  if (known) return known;
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  importedKeys.set(jwk, key);
  return key;
}
