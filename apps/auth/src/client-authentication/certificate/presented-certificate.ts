import type { ClientCertificateHeader } from '@latchkey/config';
import type { ClientCertificate } from '@latchkey/crypto';
import type { CertificateHeaderError } from './certificate-header.js';

export type CertificateError = CertificateHeaderError | 'no-certificate' | 'unusable-key';

export interface ReadableCertificate {
  certificate: ClientCertificate;
  /** False if the proxy could not verify the chain. Proxies accept such certificates for `SelfSignedTlsClientAuth`. */
  isVerified: boolean;
}

/** The proxy has sent its header, but no certificate can be decoded from it. */
export interface UnreadableCertificate {
  certificate: null;
  error: CertificateError;
  header: ClientCertificateHeader;
}

/** What a trusted proxy has sent about the client's TLS connection; null without the header. */
export type PresentedCertificate = ReadableCertificate | UnreadableCertificate;

/** Describes the header's content to operators of the proxy. */
const SENT: Readonly<Record<CertificateError, string>> = {
  empty: 'is empty',
  'several-certificates': 'was sent twice or has several certificates',
  'wrong-encoding': 'is in no known format',
  'no-certificate': 'has no complete X.509 certificate',
  'unusable-key': 'has one whose key may not be used',
};
const EXPECTED: Readonly<Record<ClientCertificateHeader, string>> = {
  'client-cert': 'the proxy must send DER in base64 between colons (RFC 9440)',
  'x-forwarded-client-cert': 'Envoy must send one element with Cert (SANITIZE_SET, cert: true)',
  'x-ssl-client-cert': 'nginx must send $ssl_client_escaped_cert',
  'x-forwarded-tls-client-cert': 'Traefik must send it by passTLSClientCert with pem: true',
};

/** Whether the client has presented a certificate, readable or not. */
export function hasCertificate(presented: PresentedCertificate | null): boolean {
  return presented !== null && !(presented.certificate === null && presented.error === 'empty');
}

/** Explains why a request lacks the required certificate, in characters that `error_description` allows. The text continues a sentence. */
export function describeAbsence(presented: UnreadableCertificate | null): string {
  if (presented === null) return 'none was presented';
  const { error, header } = presented;
  if (error === 'empty') return `none was presented: the header ${header} of the proxy is empty`;
  if (error === 'unusable-key')
    return 'the one that was presented has a key that may not be used: RSA keys need 2048 to 4096 bits, and an exponent of at most 32 bits';
  return `the one that was presented could not be read: the header ${header} of the proxy ${SENT[error]}; ${EXPECTED[header]}`;
}

/** Explains what the token is bound to and what the request presents instead. The text continues "the token is bound to". */
export function describeMismatch(presented: PresentedCertificate | null): string {
  return presented?.certificate ? 'another TLS certificate' : `a TLS certificate (RFC 8705), and ${describeAbsence(presented)}`;
}
