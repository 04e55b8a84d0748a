import { X509CertificateGenerator } from '@peculiar/x509';

const { subtle } = globalThis.crypto;
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) };
const DAY_MS = 86_400_000;

/** A self-signed certificate with its private key. */
export interface RsaCertificate {
  pem: string;
  /** PKCS #8, PEM. */
  privateKey: string;
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: string;
}

/** Issues a self-signed certificate as SAML metadata contain them. @param subject as in RFC 4514 */
export async function issueRsaCertificate(subject: string, validUntil = DAY_MS): Promise<RsaCertificate> {
  const keys = await subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: subject,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + validUntil),
    keys,
    signingAlgorithm: ALGORITHM,
  });
  return {
    pem: `${certificate.toString('pem')}\n`,
    privateKey: toPem('PRIVATE KEY', await subtle.exportKey('pkcs8', keys.privateKey)),
    publicKey: toPem('PUBLIC KEY', await subtle.exportKey('spki', keys.publicKey)),
  };
}

function toPem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
