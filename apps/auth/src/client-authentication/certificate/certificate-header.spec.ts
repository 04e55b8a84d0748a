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

describe('the header of a proxy', () => {
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
  ])('%s, %s, has the certificate', (header, _form, value) => {
    expect(ClientCertificate.parse(decodeCertificateHeader(header, value())!)?.thumbprint).toBe(thumbprint);
  });

  it.each<[Parameters<typeof decodeCertificateHeader>[0], string, () => string]>([
    ['client-cert', 'without colons', () => base64],
    ['client-cert', 'sent twice', () => `:${base64}:, :${base64}:`],
    ['client-cert', 'that is empty', () => '::'],
    ['x-ssl-client-cert', 'sent twice', () => `${encodeURIComponent(pem)}, ${encodeURIComponent(pem)}`],
    ['x-ssl-client-cert', 'with two certificates', () => encodeURIComponent(pem + pem)],
    ['x-ssl-client-cert', 'with a broken escape', () => `${encodeURIComponent(pem)}%`],
    ['x-ssl-client-cert', 'in the encoding of another proxy', () => base64],
    ['x-forwarded-client-cert', 'of several proxies, of which one names a certificate', () => `By=other,Cert="${encodeURIComponent(pem)}"`],
    ['x-forwarded-client-cert', 'with two certificates', () => `Cert="${encodeURIComponent(pem)}";Cert="${encodeURIComponent(pem)}"`],
    ['x-forwarded-client-cert', 'without a certificate', () => 'Hash=ab12;URI=spiffe://shop/orders'],
    ['x-forwarded-client-cert', 'that is none', () => '"'],
    ['x-forwarded-tls-client-cert', 'that is no base64', () => '%%%'],
  ])('%s %s has none', (header, _form, value) => {
    expect(decodeCertificateHeader(header, value())).toBeNull();
  });
});
