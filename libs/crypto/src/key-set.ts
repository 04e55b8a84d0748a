import { importCertificateKey, type ClientCertificate } from './client-certificate.js';
import { isSignedBy, type DecodedJws } from './decoded-jws.js';
import type { VerificationBudget } from './verification-budget.js';
import { importVerificationKey, isKeyFor, VERIFIED_ALGORITHMS, type SignatureAlgorithm, type VerificationKey } from './verification-key.js';

/** The result of comparing a signature with the keys of a set. */
export type SignatureCheck = VerificationKey | 'unknown-key' | 'missing-kid' | 'wrong-signature';

/** A JWK set (RFC 7517 section 5). Each key is imported when a signature first needs it, and stays imported. */
export class KeySet {
  private readonly imported = new Map<object, VerificationKey | null>();
  private certificateKeys: readonly NonNullable<ReturnType<typeof importCertificateKey>>[] | null = null;

  /** @param algorithms the accepted signature algorithms */
  constructor(
    readonly keys: readonly object[],
    private readonly algorithms: readonly SignatureAlgorithm[] = VERIFIED_ALGORITHMS,
  ) {}

  /**
   * Verifies a signature; `kid` selects the key (RFC 7515 section 4.1.4). If several keys match the algorithm, the JWT must have a `kid`:
   * otherwise its sender could have all of them tried. Unsupported and unusable keys are ignored.
   *
   * @returns the key that verifies the signature
   */
  verify(jws: DecodedJws, budget: VerificationBudget): SignatureCheck {
    const { kid, alg } = jws.header;
    const fitting = this.algorithms.some((each) => each === alg) ? this.keys.filter((jwk) => isKeyFor(jwk, alg as SignatureAlgorithm)) : [];
    if (fitting.length > 1 && kid === undefined) return 'missing-kid';
    const candidates = fitting.filter((jwk) => hasKeyId(jwk, kid) || (fitting.length === 1 && isUnnamed(jwk, kid)));
    const keys = candidates.map((jwk) => this.import(jwk)).filter((key) => key !== null);
    if (keys.length === 0) return 'unknown-key';
    return keys.find((key) => budget.spend() && isSignedBy(jws, key)) ?? 'wrong-signature';
  }

  /** Whether the set contains the certificate's key: RFC 8705 section 2.2. */
  hasKeyOf(certificate: ClientCertificate): boolean {
    this.certificateKeys ??= this.keys.map(importCertificateKey).filter((key) => key !== null);
    return this.certificateKeys.some((key) => certificate.hasKey(key));
  }

  /** Whether another set has the same keys, so that verifying with it again is pointless. */
  isSameAs(other: KeySet): boolean {
    return other === this || JSON.stringify(other.keys) === JSON.stringify(this.keys);
  }

  private import(jwk: object): VerificationKey | null {
    const known = this.imported.get(jwk);
    if (known !== undefined) return known;
    const key = importVerificationKey(jwk, this.algorithms);
    this.imported.set(jwk, key);
    return key;
  }
}

function hasKeyId(jwk: { kid?: unknown }, kid: unknown): boolean {
  return jwk.kid !== undefined && jwk.kid === kid;
}

/** Whether the key or the JWT has no `kid`, so that they may belong together. */
function isUnnamed(jwk: { kid?: unknown }, kid: unknown): boolean {
  return jwk.kid === undefined || kid === undefined;
}
