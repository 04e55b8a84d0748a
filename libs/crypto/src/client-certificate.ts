import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate, id_ce_subjectAltName, SubjectAlternativeName } from '@peculiar/asn1-x509';
import { createHash, X509Certificate, type KeyObject } from 'node:crypto';
import { findPublicKeyViolation, importUsableKey } from './usable-public-key.js';

/** The names of a certificate: RFC 5280 sections 4.1.2.6 and 4.2.1.6. */
export interface CertificateNames {
  /** The most specific part first, as in RFC 4514. Types are object identifiers. */
  subject: { type: string; value: string }[][];
  dns: string[];
  uris: string[];
  emails: string[];
  /** As text: RFC 5952 for IPv6. */
  ips: string[];
}

/** The certificate of a TLS client, whose issuer has not been verified. */
export class ClientCertificate {
  /** `x5t#S256`: RFC 8705 section 3.1. */
  readonly thumbprint: string;
  private readonly publicKey: KeyObject;
  private readonly der: Buffer;
  /** Milliseconds since the epoch. */
  private readonly validity: { from: number; to: number };
  private parsedNames: CertificateNames | null = null;

  private constructor({ raw, publicKey, validFrom, validTo }: X509Certificate) {
    this.der = raw;
    this.thumbprint = createHash('sha256').update(raw).digest('base64url');
    this.publicKey = publicKey;
    this.validity = { from: Date.parse(validFrom), to: Date.parse(validTo) };
  }

  /**
   * @param encoded DER of one certificate, or PEM with one or more certificates, of which the first counts
   * @returns null if it is not a certificate, or its key may not be used
   */
  static parse(encoded: Buffer | string): ClientCertificate | null {
    try {
      const certificate = new X509Certificate(encoded);
      // OpenSSL ignores data after the certificate.
      if (typeof encoded !== 'string' && certificate.raw.length !== encoded.length) return null;
      return findPublicKeyViolation(certificate.publicKey) === null ? new ClientCertificate(certificate) : null;
    } catch {
      return null;
    }
  }

  /** Whether it is a certificate at all, even if it cannot be used. */
  static isCertificate(der: Buffer): boolean {
    try {
      return new X509Certificate(der).raw.length === der.length;
    } catch {
      return false;
    }
  }

  get pem(): string {
    return `-----BEGIN CERTIFICATE-----\n${this.der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  }

  /** Parsed on first use, because it takes up to a millisecond. */
  get names(): CertificateNames {
    return (this.parsedNames ??= parseNames(this.der));
  }

  /** @param now milliseconds since the epoch */
  isValidAt(now: number): boolean {
    return this.validity.from <= now && now <= this.validity.to;
  }

  hasKey(key: KeyObject): boolean {
    return this.publicKey.equals(key);
  }
}

/**
 * Imports a public JWK for a certificate. @returns null if it is not supported or may not be used, because RFC 7517 section 5 says to
 * ignore such keys
 */
export function importCertificateKey(jwk: object): KeyObject | null {
  return importUsableKey(jwk);
}

function parseNames(der: Buffer): CertificateNames {
  const { subject, extensions } = AsnConvert.parse(der, Certificate).tbsCertificate;
  const alternative = extensions?.find(({ extnID }) => extnID === id_ce_subjectAltName);
  const names = alternative ? [...AsnConvert.parse(alternative.extnValue, SubjectAlternativeName)] : [];
  return {
    // DER starts with the most general part: RFC 4514 section 2.1.
    subject: [...subject].map((part) => [...part].map(({ type, value }) => ({ type, value: value.toString() }))).toReversed(),
    dns: names.flatMap(({ dNSName }) => dNSName ?? []),
    uris: names.flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
    emails: names.flatMap(({ rfc822Name }) => rfc822Name ?? []),
    ips: names.flatMap(({ iPAddress }) => iPAddress ?? []),
  };
}
