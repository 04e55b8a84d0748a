import { X509Certificate } from 'node:crypto';

/**
 * @typedef {{ x509: X509Certificate, subjectDn: string, confirmation: Record<string, string> }} ReadCertificate
 * `subjectDn` as RFC 4514 has it, `confirmation` as RFC 8705 section 3.1
 */

/** By the header. The clients of one target have one certificate each. @type {Map<string, ReadCertificate>} */
const seen = new Map();

/**
 * Reads a certificate that a proxy has checked: `Client-Cert` of RFC 9440.
 *
 * @param {string | string[] | undefined} header
 * @returns {ReadCertificate | null}
 */
export function readCertificate(header) {
  if (typeof header !== 'string') return null;
  const known = seen.get(header) ?? parseCertificate(header);
  seen.set(header, known);
  return known;
}

/** @param {string} header */
function parseCertificate(header) {
  const x509 = new X509Certificate(Buffer.from(header.slice(1, -1), 'base64'));
  const thumbprint = Buffer.from(x509.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  return { x509, subjectDn: x509.subject.split('\n').toReversed().join(','), confirmation: { 'x5t#S256': thumbprint } };
}
