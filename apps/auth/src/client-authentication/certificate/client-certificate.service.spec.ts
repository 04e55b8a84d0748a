import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CertificateIssuer } from '../../../../../test/support/certificates.js';
import { ClientCertificateService } from './client-certificate.service.js';

let header: string;

beforeAll(async () => {
  header = encodeURIComponent((await new CertificateIssuer().issue({ subject: 'CN=orders' })).pem);
});

function read(trusted: number | string[], headers: Record<string, string>, setting: 'x-ssl-client-cert' | undefined = 'x-ssl-client-cert') {
  const service = new ClientCertificateService({ CLIENT_CERT_HEADER: setting, TRUST_PROXY: trusted });
  return service.read({ headers, socket: { remoteAddress: '192.0.2.1' } } as unknown as IncomingMessage);
}

describe('the certificate of a client', () => {
  it('is read from a trusted proxy', () => {
    expect(read(1, { 'x-ssl-client-cert': header })).toMatchObject({ isVerified: true });
    expect(read(['192.0.2.0/24'], { 'x-ssl-client-cert': header })).not.toBeNull();
  });

  it.each<[string, number | string[]]>([
    ['no proxy is trusted', 0],
    ['the peer is none of the trusted ones', ['198.51.100.0/24']],
  ])('is ignored where %s', (_why, trusted) => {
    expect(read(trusted, { 'x-ssl-client-cert': header })).toBeNull();
  });

  it('is ignored where no header is set, or another one', () => {
    expect(read(1, { 'client-cert': header })).toBeNull();
    const service = new ClientCertificateService({ CLIENT_CERT_HEADER: undefined, TRUST_PROXY: 1 });
    expect(service.read({ headers: { 'x-ssl-client-cert': header }, socket: {} } as unknown as IncomingMessage)).toBeNull();
  });

  it('is nothing that clients can authenticate by where no proxy is trusted', () => {
    const isEnabled = (trusted: number | string[]) =>
      new ClientCertificateService({ CLIENT_CERT_HEADER: 'client-cert', TRUST_PROXY: trusted }).isEnabled;

    expect([isEnabled(0), isEnabled(1), isEnabled(['loopback'])]).toEqual([false, true, true]);
  });

  it.each([
    ['SUCCESS', true],
    ['FAILED:self-signed certificate', false],
    ['NONE', false],
  ])('counts as verified if the proxy says %s: %s', (verification, isVerified) => {
    expect(read(1, { 'x-ssl-client-cert': header, 'x-ssl-client-verify': verification })?.isVerified).toBe(isVerified);
  });
});
