import { Injectable } from '@nestjs/common';
import { importVerificationKey, isSignedBy, type DecodedJws, type VerificationKey } from '@latchkey/crypto';
import type { CachedMethod } from '../../client/cached-client.js';

/** How the signature of an assertion compares with the keys of a method. */
export type SignatureCheck = 'valid' | 'unknown-key' | 'wrong-signature';

/** Verifies the signatures of assertions with the keys of a client's method. */
@Injectable()
export class AssertionKeyService {
  /** The imported keys of methods with an inline `jwks`. A new revision of the client has new methods. */
  private readonly inlineKeys = new WeakMap<CachedMethod, VerificationKey[]>();

  async verify(method: CachedMethod, jws: DecodedJws): Promise<SignatureCheck> {
    return checkSignature(this.getInlineKeys(method), jws);
  }

  private getInlineKeys(method: CachedMethod): VerificationKey[] {
    const known = this.inlineKeys.get(method);
    if (known) return known;
    const keys = importKeys((method.method as { jwks?: unknown }).jwks);
    this.inlineKeys.set(method, keys);
    return keys;
  }
}

/** RFC 7517 section 5: keys that are not understood are ignored. */
function importKeys(jwks: unknown): VerificationKey[] {
  const { keys } = (jwks ?? {}) as { keys?: unknown };
  return Array.isArray(keys) ? keys.map(importVerificationKey).filter((key) => key !== null) : [];
}

/** `kid` selects the keys, and so does the algorithm: RFC 7515 section 4.1.4. A key without `kid` can be any. */
function checkSignature(keys: readonly VerificationKey[], jws: DecodedJws): SignatureCheck {
  const { kid, alg } = jws.header;
  const candidates = keys.filter(
    (key) => (kid === undefined || key.kid === null || key.kid === kid) && key.algorithms.some((each) => each === alg),
  );
  if (candidates.length === 0) return 'unknown-key';
  return candidates.some((key) => isSignedBy(jws, key)) ? 'valid' : 'wrong-signature';
}
