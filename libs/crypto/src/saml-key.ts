import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';
import { randomBytes, sign } from 'node:crypto';
import { toCertificatePem } from './rsa-certificate.js';
import { generateRsaKeyPair } from './rsa-key-pair.pool.js';

/** A key of a SAML service provider, and the certificate in which its metadata publish it. Both are PEM. */
export interface SamlKey {
  privateKey: string;
  certificate: string;
}

const SHA_256_WITH_RSA = '1.2.840.113549.1.1.11';
const COMMON_NAME = '2.5.4.3';
const SERIAL_BYTES = 16;
/** Identity providers trust the certificate because an operator registered it there, so it lasts until the operator replaces it. */
const LIFETIME_MS = 20 * 365 * 86_400_000;

/** Generates an RSA key with a self-signed certificate, which takes 50 to 400 ms. @param name in the certificate */
export async function createSamlKey(name: string): Promise<SamlKey> {
  const { privateKey, publicKey } = await generateRsaKeyPair();
  const algorithm = new AlgorithmIdentifier({ algorithm: SHA_256_WITH_RSA, parameters: null });
  const commonName = new AttributeTypeAndValue({ type: COMMON_NAME, value: new AttributeValue({ utf8String: name }) });
  const subject = new Name([new RelativeDistinguishedName([commonName])]);
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: newSerialNumber(),
    signature: algorithm,
    issuer: subject,
    subject,
    validity: new Validity({ notBefore: new Date(), notAfter: new Date(Date.now() + LIFETIME_MS) }),
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), privateKey);
  const certificate = new Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: Uint8Array.from(signature).buffer,
  });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toCertificatePem(Buffer.from(AsnConvert.serialize(certificate))),
  };
}

/** RFC 5280 section 4.1.2.2: a positive integer, here of 126 random bits. */
function newSerialNumber(): ArrayBuffer {
  const bytes = Uint8Array.from(randomBytes(SERIAL_BYTES));
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.buffer;
}
