import { verify, X509Certificate } from 'node:crypto';
import { findPublicKeyViolation } from './usable-public-key.js';

/** A certificate whose RSA key verifies signatures. Its issuer and its dates are not verified. */
export interface RsaCertificate {
  pem: string;
  expiresAt: Date;
}

const BASE64 = /^[A-Za-z0-9+/\s]+=*\s*$/;

/**
 * @param text PEM, or the base64 of DER as XML signatures contain it
 * @returns null if it is no certificate, or its key may not be used
 */
export function parseRsaCertificate(text: string): RsaCertificate | null {
  try {
    const { raw, publicKey, validTo } = new X509Certificate(BASE64.test(text) ? Buffer.from(text, 'base64') : text);
    if (publicKey.asymmetricKeyType !== 'rsa' || findPublicKeyViolation(publicKey) !== null) return null;
    return { pem: toCertificatePem(raw), expiresAt: new Date(validTo) };
  } catch {
    return null;
  }
}

/** @param der of a certificate @returns PEM with lines of 64 characters */
export function toCertificatePem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** Whether the key of a certificate has signed a text: RSASSA-PKCS1-v1_5. @param certificate of parseRsaCertificate, as PEM */
export function isSignedByCertificate(certificate: string, hash: 'sha256' | 'sha512', { text, signature }: SignedText): boolean {
  return verify(hash, Buffer.from(text), new X509Certificate(certificate).publicKey, signature);
}

export interface SignedText {
  text: string;
  signature: Buffer;
}
