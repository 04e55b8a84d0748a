import type { ClientCertificateHeader } from '@latchkey/config';

/** `Client-Cert` of RFC 9440 section 2.1: a byte sequence of RFC 8941 section 3.3.5. */
const BYTE_SEQUENCE = /^ *:([A-Za-z0-9+/]+={0,2}): *$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ONE_PEM = /^\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*$/;
/** A key and a value of Envoy's header, quoted or not, and what ends them. */
const ENVOY_PAIR = /([A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^",;]*))([,;]|$)/y;

type Decoder = (value: string) => Buffer | string | null;

const DECODERS: Readonly<Record<ClientCertificateHeader, Decoder>> = {
  'client-cert': (value) => toDer(BYTE_SEQUENCE.exec(value)?.[1]),
  'x-forwarded-client-cert': decodeEnvoyHeader,
  'x-ssl-client-cert': decodePem,
  // Traefik sends base64 without the lines of PEM; the certificate of the client comes before those of its chain.
  'x-forwarded-tls-client-cert': (value) => toDer(BASE64.exec(decodePercent(value.split(',', 1)[0]!) ?? '')?.[0]),
};

/**
 * Several headers of the same name arrive as one with commas. What a client sent could come first then, so all formats but Traefik's, which
 * has commas of its own, refuse a comma.
 *
 * @returns the certificate in the header of a proxy, as DER or PEM; null if it has none, or more than one
 */
export function decodeCertificateHeader(header: ClientCertificateHeader, value: string): Buffer | string | null {
  return DECODERS[header](value);
}

function toDer(base64: string | undefined): Buffer | null {
  return base64 === undefined ? null : Buffer.from(base64, 'base64');
}

/** Percent-encoded PEM. */
function decodePem(value: string): string | null {
  const pem = decodePercent(value);
  return pem !== null && ONE_PEM.test(pem) ? pem : null;
}

/** Not the encoding of forms: a plus sign is a plus sign. */
function decodePercent(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** With more than one element it is unclear which proxy has verified which certificate: the nearest one must set the header itself. */
function decodeEnvoyHeader(value: string): string | null {
  let encoded: string | null = null;
  for (let at = 0; at < value.length; at = ENVOY_PAIR.lastIndex) {
    ENVOY_PAIR.lastIndex = at;
    const pair = ENVOY_PAIR.exec(value);
    if (!pair || pair[4] === ',') return null;
    if (pair[1]!.toLowerCase() !== 'cert') continue;
    if (encoded !== null) return null;
    encoded = pair[2] ?? pair[3]!;
  }
  return encoded === null ? null : decodePem(encoded);
}
