import {
  importCertificateKey,
  importVerificationKey,
  isSignedBy,
  type ClientCertificate,
  type DecodedJws,
  type VerificationKey,
} from '@latchkey/crypto';

/** How a signature compares with the keys of a set. */
export type SignatureCheck = VerificationKey | 'unknown-key' | 'wrong-signature';

/** Keys that are tried for one signature: anyone can send signatures without `kid`, and a published set may have a hundred keys. */
const MAX_TRIED_KEYS = 10;

/** A JWK set, RFC 7517 section 5, whose keys are imported once. */
export class KeySet {
  private imported: readonly VerificationKey[] | null = null;
  private certificateKeys: readonly NonNullable<ReturnType<typeof importCertificateKey>>[] | null = null;

  constructor(readonly keys: readonly object[]) {}

  /** @returns the key that verifies the signature */
  verify(jws: DecodedJws): SignatureCheck {
    const { kid, alg } = jws.header;
    // `kid` selects the key (RFC 7515 section 4.1.4), and a key without one can be any. Keys that are not understood are ignored.
    this.imported ??= this.keys.map(importVerificationKey).filter((key) => key !== null);
    const candidates = this.imported.filter(
      (key) => (kid === undefined || key.kid === null || key.kid === kid) && key.algorithms.some((each) => each === alg),
    );
    if (candidates.length === 0) return 'unknown-key';
    return candidates.slice(0, MAX_TRIED_KEYS).find((key) => isSignedBy(jws, key)) ?? 'wrong-signature';
  }

  /** Whether it has the key of the certificate: RFC 8705 section 2.2. */
  hasKeyOf(certificate: ClientCertificate): boolean {
    this.certificateKeys ??= this.keys.map(importCertificateKey).filter((key) => key !== null);
    return this.certificateKeys.some((key) => certificate.hasKey(key));
  }
}
