import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type JsonGeneralName,
  type X509Certificate,
} from '@peculiar/x509';

const { subtle } = globalThis.crypto;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate with its private key. */
export interface IssuedCertificate {
  certificate: X509Certificate;
  pem: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  publicJwk: JsonWebKey;
}

export interface CertificateRequest {
  /** The subject as in RFC 4514, most specific part first. */
  subject: string;
  alternativeNames?: JsonGeneralName[];
  /** Whether it may issue others. */
  isAuthority?: boolean;
  /** The public key, as DER of SubjectPublicKeyInfo; a new one if absent. */
  spki?: Buffer<ArrayBuffer>;
  /** Milliseconds from now. */
  validFrom?: number;
  validUntil?: number;
}

/** Issues certificates for tests, either from an authority or self-signed. */
export class CertificateIssuer {
  private readonly keys = new Map<IssuedCertificate, CryptoKey>();

  /** @param issuer created by this object; if absent, the certificate is self-signed */
  async issue(request: CertificateRequest, issuer?: IssuedCertificate): Promise<IssuedCertificate> {
    const { subject, alternativeNames = [], isAuthority = false, spki, validFrom = -DAY_MS, validUntil = DAY_MS } = request;
    const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const certificate = await X509CertificateGenerator.create({
      // The library takes a name in DER order.
      subject: reverse(subject),
      issuer: issuer ? issuer.certificate.subject : reverse(subject),
      notBefore: new Date(Date.now() + validFrom),
      notAfter: new Date(Date.now() + validUntil),
      publicKey: spki ?? keys.publicKey,
      signingKey: issuer ? this.keys.get(issuer)! : keys.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(isAuthority, undefined, true),
        ...(alternativeNames.length > 0 ? [new SubjectAlternativeNameExtension(alternativeNames)] : []),
      ],
    });
    const issued = {
      certificate,
      pem: certificate.toString('pem'),
      privateKey: toPem(await subtle.exportKey('pkcs8', keys.privateKey)),
      publicJwk: await subtle.exportKey('jwk', keys.publicKey),
    };
    this.keys.set(issued, keys.privateKey);
    return issued;
  }
}

function reverse(name: string): string {
  return name.split(',').toReversed().join(',');
}

function toPem(der: ArrayBuffer): string {
  return `-----BEGIN PRIVATE KEY-----\n${Buffer.from(der).toString('base64')}\n-----END PRIVATE KEY-----\n`;
}
