import { decodeJws, isSignedBy, type DecodedJws } from './decoded-jws.js';
import type { PublicJwk } from './signing-key.js';
import { importVerificationKey, type VerificationKey } from './verification-key.js';

/** Keyed by JWK, because an import takes as long as a verification. */
const importedKeys = new WeakMap<PublicJwk, VerificationKey | null>();

export type VerifiedJws = Pick<DecodedJws, 'header' | 'claims'>;

/**
 * Verifies a JWT signed by one of the keys: RFC 7515 section 5.2. `kid` selects the key, and the key its algorithm. Other header parameters
 * except `typ` are ignored; `crit` is refused.
 *
 * @returns null if it is not such a JWT. The caller checks expiry and purpose
 */
export function verifyJws(jwt: string, keys: readonly PublicJwk[]): VerifiedJws | null {
  const jws = decodeJws(jwt);
  if (
    !jws ||
    // control: unknown critical header parameters are refused
    'crit' in jws.header ||
    !isCanonical(jws.signature)
  )
    return null;
  const { header, claims } = jws;
  const jwk = keys.find(
    ({ kid, alg }) =>
      kid === header['kid'] &&
      // control: the algorithm of a JWT is that of its key
      alg === header['alg'],
  );
  const key = jwk && importKey(jwk);
  // control: the signature of a JWT is verified
  if (!key || !isSignedBy(jws, key)) return null;
  return { header, claims };
}

/** Whether a signature is encoded as it was issued: the unused bits of its last character are zero (RFC 4648 section 3.5). */
function isCanonical(signature: string): boolean {
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function importKey(jwk: PublicJwk): VerificationKey | null {
  const known = importedKeys.get(jwk);
  if (known !== undefined) return known;
  const key = importVerificationKey(jwk);
  importedKeys.set(jwk, key);
  return key;
}
