import { beforeAll, describe, expect, it } from '@jest/globals';
import { ClientCertificate } from '@latchkey/crypto';
import { CertificateIssuer } from '../../../../../test/support/certificates.js';
import { decodeCertificateHeader } from './certificate-header.js';

let pem: string;
let base64: string;
let thumbprint: string;

beforeAll(async () => {
  const { certificate, pem: text } = await new CertificateIssuer().issue({ subject: 'CN=orders' });
  [pem, base64] = [text, Buffer.from(certificate.rawData).toString('base64')];
  thumbprint = ClientCertificate.parse(pem)!.thumbprint;
});

describe('decodeCertificateHeader', () => {
  it.each<[Parameters<typeof decodeCertificateHeader>[0], string, () => string]>([
    ['client-cert', 'as RFC 9440 has it', () => `:${base64}:`],
    ['x-ssl-client-cert', 'as nginx sends it', () => encodeURIComponent(pem)],
    [
      'x-forwarded-client-cert',
      'as Envoy sends it',
      () => `Hash=ab12;Cert="${encodeURIComponent(pem)}";Subject="CN=a\\"b,O=Shop";URI=,;DNS=x`.replace('URI=,;', 'URI=;'),
    ],
    ['x-forwarded-client-cert', 'with only the certificate', () => `cert="${encodeURIComponent(pem)}"`],
    ['x-forwarded-tls-client-cert', 'as Traefik sends it', () => encodeURIComponent(base64)],
    ['x-forwarded-tls-client-cert', 'with the chain', () => `${base64},${base64.slice(0, 40)}`],
    ['client-cert', 'without colons', () => base64],
    ['client-cert', 'without padding', () => `:${base64.replaceAll('=', '')}:`],
    ['x-ssl-client-cert', 'with spaces for new lines', () => pem.trim().replaceAll('\n', ' ')],
    ['x-ssl-client-cert', 'with folded lines', () => pem.trim().replaceAll('\n', '\t')],
    ['x-ssl-client-cert', 'without new lines', () => pem.replaceAll('\n', '')],
    ['x-ssl-client-cert', 'in the encoding of forms', () => encodeURIComponent(pem).replaceAll('%20', '+')],
    ['x-ssl-client-cert', 'escaped except for what base64 has', () => encodeURI(pem)],
    ['x-ssl-client-cert', 'as HAProxy sends it', () => base64],
    ['x-ssl-client-cert', 'as HAProxy quotes it', () => `"${base64}"`],
    ['x-ssl-client-cert', 'as RFC 9440 has it', () => `:${base64}:`],
  ])('decodes the certificate from %s, %s', (header, _form, value) => {
    expect(ClientCertificate.parse(decodeCertificateHeader(header, value()) as Buffer)?.thumbprint).toBe(thumbprint);
  });

  it.each<[Parameters<typeof decodeCertificateHeader>[0], string, string, () => string]>([
    ['client-cert', 'sent twice', 'several-certificates', () => `:${base64}:, :${base64}:`],
    ['client-cert', 'without a byte between the colons', 'wrong-encoding', () => '::'],
    ['client-cert', 'with one colon', 'wrong-encoding', () => `:${base64}`],
    ['x-ssl-client-cert', 'sent twice', 'several-certificates', () => `${encodeURIComponent(pem)}, ${encodeURIComponent(pem)}`],
    ['x-ssl-client-cert', 'with two certificates', 'several-certificates', () => encodeURIComponent(pem + pem)],
    ['x-ssl-client-cert', 'with two folded certificates', 'several-certificates', () => (pem + pem).replaceAll('\n', '\t')],
    ['x-ssl-client-cert', 'with a broken escape', 'wrong-encoding', () => `${encodeURIComponent(pem)}%`],
    ['x-ssl-client-cert', 'escaped twice', 'wrong-encoding', () => encodeURIComponent(encodeURIComponent(pem))],
    ['x-ssl-client-cert', 'in base64 for addresses', 'wrong-encoding', () => `${base64}-_`],
    ['x-ssl-client-cert', 'that ends too early', 'wrong-encoding', () => encodeURIComponent(pem.slice(0, -30))],
    ['x-ssl-client-cert', 'that is empty', 'empty', () => ''],
    ['x-ssl-client-cert', 'that Apache sends without a certificate', 'empty', () => '(null)'],
    [
      'x-forwarded-client-cert',
      'of several proxies, of which one names a certificate',
      'several-certificates',
      () => `By=other,Cert="${encodeURIComponent(pem)}"`,
    ],
    [
      'x-forwarded-client-cert',
      'with two certificates',
      'several-certificates',
      () => `Cert="${encodeURIComponent(pem)}";Cert="${encodeURIComponent(pem)}"`,
    ],
    ['x-forwarded-client-cert', 'without a certificate', 'wrong-encoding', () => 'Hash=ab12;URI=spiffe://shop/orders'],
    ['x-forwarded-client-cert', 'that is none', 'wrong-encoding', () => '"'],
    ['x-forwarded-tls-client-cert', 'that is no base64', 'wrong-encoding', () => '%%%'],
  ])('returns for %s %s the result %s', (header, _what, error, value) => {
    expect(decodeCertificateHeader(header, value())).toBe(error);
  });
});
