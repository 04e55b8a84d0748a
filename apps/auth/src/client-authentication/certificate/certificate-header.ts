import type { ClientCertificateHeader } from '@latchkey/config';

/** Why a header has no certificate that can be read. */
export type CertificateHeaderFault = 'empty' | 'several-certificates' | 'wrong-encoding';

/** What proxies send where there is no certificate: HAProxy an empty value, Apache this text. */
const NO_CERTIFICATE = /^(?:\(null\))?$/;
/** HAProxy quotes a value of its format %{+Q}. */
const QUOTED = /^"([^"]*)"$/;
const BEGIN = '-----BEGIN CERTIFICATE-----';
const FORM_ENCODED_BEGIN = '-----BEGIN+CERTIFICATE-----';
const PEM = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/;
/** `Client-Cert` of RFC 9440 section 2.1: a byte sequence of RFC 8941 section 3.3.5. */
const BYTE_SEQUENCE = /^:([^:]+):$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** A key and a value of Envoy's header, quoted or not, and what ends them. */
const ENVOY_PAIR = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))([,;]|$)/y;

/**
 * Reads the forms that proxies send: PEM, percent-encoded or with white space for its new lines, and DER in base64, between colons or not. Each
 * has characters that the others lack, so none is mistaken for another one.
 *
 * Several headers of the same name arrive as one with commas. What a client sent could come first then, so all headers but Traefik's, which
 * has commas of its own, refuse a comma.
 *
 * @returns the DER of the certificate; whether it is one has still to be checked
 */
export function decodeCertificateHeader(header: ClientCertificateHeader, received: string): Buffer | CertificateHeaderFault {
  const value = received.trim().replace(QUOTED, '$1');
  if (NO_CERTIFICATE.test(value)) return 'empty';
  if (header === 'x-forwarded-client-cert') return decodeEnvoyHeader(value);
  // Traefik sends the certificates of the chain after that of the client.
  return decodeCertificate(header === 'x-forwarded-tls-client-cert' ? value.split(',', 1)[0]! : value);
}

function decodeCertificate(value: string): Buffer | CertificateHeaderFault {
  const text = decodePercent(value)?.trim();
  if (text === undefined) return 'wrong-encoding';
  // control: a certificate header that was sent twice is not read
  if (text.includes(',') || text.split(BEGIN).length > 2) return 'several-certificates';
  const base64 = (PEM.exec(text)?.[1] ?? BYTE_SEQUENCE.exec(text)?.[1] ?? text).replaceAll(/\s/g, '');
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : 'wrong-encoding';
}

/** A plus sign is one of base64, unless the first line of PEM shows the encoding of forms. */
function decodePercent(value: string): string | null {
  try {
    return decodeURIComponent(value.startsWith(FORM_ENCODED_BEGIN) ? value.replaceAll('+', ' ') : value);
  } catch {
    return null;
  }
}

/** With more than one element it is unclear which proxy has verified which certificate: the nearest one must set the header itself. */
function decodeEnvoyHeader(value: string): Buffer | CertificateHeaderFault {
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
