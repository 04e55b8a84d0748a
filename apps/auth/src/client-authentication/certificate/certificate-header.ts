import type { ClientCertificateHeader } from '@latchkey/config';

/** Why no certificate can be decoded from a header. */
export type CertificateHeaderError = 'empty' | 'several-certificates' | 'wrong-encoding';

/** What proxies send without a certificate: HAProxy an empty value, Apache this text. */
const NO_CERTIFICATE = /^(?:\(null\))?$/;
/** HAProxy quotes values of the format %{+Q}. */
const QUOTED = /^"([^"]*)"$/;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const FORM_ENCODED_BEGIN = '-----BEGIN+CERTIFICATE-----';
const PEM = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/;
/** `Client-Cert` of RFC 9440 section 2.1: a byte sequence of RFC 8941 section 3.3.5. */
const BYTE_SEQUENCE = /^:([^:]+):$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A key, a value (quoted or not) and a delimiter of Envoy's header. */
const ENVOY_PAIR = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))([,;]|$)/y;

/**
 * Decodes the formats that proxies send: PEM, percent-encoded or with spaces for line breaks, and base64 DER with or without colons. Each
 * format has characters that the others lack, so they cannot be confused.
 *
 * Node.js joins several headers of the same name with commas, and the client's own header could come first. All headers reject commas
 * therefore, except Traefik's, whose format contains them.
 *
 * @returns the DER bytes; the caller must check that they are a certificate
 */
export function decodeCertificateHeader(header: ClientCertificateHeader, received: string): Buffer | CertificateHeaderError {
  const value = received.trim().replace(QUOTED, '$1');
  if (NO_CERTIFICATE.test(value)) return 'empty';
  if (header === 'x-forwarded-client-cert') return decodeEnvoyHeader(value);
  // Traefik appends the other certificates of the chain to the client's.
  return decodeCertificate(header === 'x-forwarded-tls-client-cert' ? value.split(',', 1)[0]! : value);
}

function decodeCertificate(value: string): Buffer | CertificateHeaderError {
  const text = decodePercent(value)?.trim();
  if (text === undefined) return 'wrong-encoding';
  // control: a certificate header that was sent twice is not read
  if (text.includes(',') || text.split(BEGIN).length > 2) return 'several-certificates';
  const base64 = (PEM.exec(text)?.[1] ?? BYTE_SEQUENCE.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : 'wrong-encoding';
}

/** A plus sign belongs to base64, unless the first line of the PEM shows form encoding. */
function decodePercent(value: string): string | null {
  try {
    return decodeURIComponent(value.startsWith(FORM_ENCODED_BEGIN) ? value.replaceAll('+', ' ') : value);
  } catch {
    return null;
  }
}

/** With more than one element it is unclear which proxy has verified which certificate. The nearest proxy must set the header itself. */
function decodeEnvoyHeader(value: string): Buffer | CertificateHeaderError {
  let encoded: string | null = null;
  for (let at = 0; at < value.length; at = ENVOY_PAIR.lastIndex) {
    ENVOY_PAIR.lastIndex = at;
    const pair = ENVOY_PAIR.exec(value);
    if (!pair) return 'wrong-encoding';
    // control: a certificate header of Envoy that several proxies have written is not read
    if (pair[4] === ',') return 'several-certificates';
    if (pair[1]!.toLowerCase() !== 'cert') continue;
    if (encoded !== null) return 'several-certificates';
    encoded = pair[2] ?? pair[3]!;
  }
  return encoded === null ? 'wrong-encoding' : decodeCertificate(encoded);
}
