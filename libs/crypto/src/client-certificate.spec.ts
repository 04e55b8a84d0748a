import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateIssuer, type IssuedCertificate } from '../../../test/support/certificates.js';
import { ClientCertificate, importCertificateKey } from './client-certificate.js';

const HOUR_MS = 3_600_000;
let issued: IssuedCertificate;

beforeAll(async () => {
  issued = await new CertificateIssuer().issue({
    subject: 'CN=orders,OU=Backend,O=Shop',
    alternativeNames: [
      { type: 'dns', value: 'orders.example.com' },
      { type: 'url', value: 'spiffe://shop/orders' },
      { type: 'email', value: 'orders@example.com' },
      { type: 'ip', value: '192.0.2.7' },
      { type: 'ip', value: '2001:db8::7' },
    ],
    validFrom: -HOUR_MS,
    validUntil: HOUR_MS,
  });
});

describe('ClientCertificate', () => {
  it('parses PEM and DER, with thumbprint, names and times', () => {
    const der = Buffer.from(issued.certificate.rawData);
    const [fromPem, fromDer] = [ClientCertificate.parse(issued.pem)!, ClientCertificate.parse(der)!];

    expect([fromPem.thumbprint, fromDer.thumbprint]).toEqual(new Array(2).fill(createHash('sha256').update(der).digest('base64url')));
    expect(fromPem.names).toEqual({
      subject: [[{ type: '2.5.4.3', value: 'orders' }], [{ type: '2.5.4.11', value: 'Backend' }], [{ type: '2.5.4.10', value: 'Shop' }]],
      dns: ['orders.example.com'],
      uris: ['spiffe://shop/orders'],
      emails: ['orders@example.com'],
      ips: ['192.0.2.7', '2001:db8::7'],
    });
    const now = Date.now();
    expect([now - 2 * HOUR_MS, now, now + 2 * HOUR_MS].map((time) => fromDer.isValidAt(time))).toEqual([false, true, false]);
  });

  it('can be written as PEM again', () => {
    const { pem, thumbprint } = ClientCertificate.parse(issued.pem)!;

    expect(ClientCertificate.parse(pem)!.thumbprint).toBe(thumbprint);
  });

  it('has no alternative names if the certificate has none', async () => {
    const { pem } = await new CertificateIssuer().issue({ subject: 'CN=plain' });

    expect(ClientCertificate.parse(pem)!.names).toMatchObject({ dns: [], uris: [], emails: [], ips: [] });
  });

  it('matches only its own key', () => {
    const certificate = ClientCertificate.parse(issued.pem)!;
    const other = createPublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey).export({ format: 'jwk' });

    expect([issued.publicJwk, other].map((jwk) => certificate.hasKey(importCertificateKey(jwk)!))).toEqual([true, false]);
  });

  it.each(['', 'no certificate', Buffer.from('30820000', 'hex')])('returns null for %p', (encoded) => {
    expect(ClientCertificate.parse(encoded)).toBeNull();
  });
});

describe('importCertificateKey', () => {
  it.each([{}, { kty: 'oct', k: 'AAAA' }, { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }])('returns null for %j', (jwk) => {
    expect(importCertificateKey(jwk)).toBeNull();
  });
});
