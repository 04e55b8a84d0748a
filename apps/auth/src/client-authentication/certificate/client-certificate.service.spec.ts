import type { IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Logger } from '@latchkey/observability';
import { CertificateIssuer } from '../../../../../test/support/certificates.js';
import { MtlsHostService } from '../../domain/mtls-host.service.js';
import { ClientCertificateService } from './client-certificate.service.js';
import { describeAbsence, hasCertificate } from './presented-certificate.js';

const HEADER = 'x-ssl-client-cert';
const PROXY = '192.0.2.1';

let pem: string;
let der: Buffer;
let header: string;

beforeAll(async () => {
  const issued = await new CertificateIssuer().issue({ subject: 'CN=orders' });
  [pem, der] = [issued.pem, Buffer.from(issued.certificate.rawData)];
  header = encodeURIComponent(pem);
});

interface Reader {
  trusted?: number | string[];
  isSet?: boolean;
  logged?: object[];
}

function createReader({ trusted = [PROXY], isSet = true, logged = [] }: Reader = {}) {
  const settings = { CLIENT_CERT_HEADER: isSet ? HEADER : undefined, TRUST_PROXY: trusted, TRUST_FORWARDED_HOST: 'off' } as const;
  const logger = { warn: (entry: object) => logged.push(entry) } as unknown as Logger;
  const service = new ClientCertificateService(settings, new MtlsHostService({ MTLS_AUTH_URL: 'https://mtls.{domain}' }), logger);
  const read = (headers: Record<string, string>) => {
    const rawHeaders = ['Host', 'mtls.shop.example.com'];
    const request = { headers: { host: rawHeaders[1], ...headers }, rawHeaders, socket: { remoteAddress: PROXY } };
    return service.read(request as unknown as IncomingMessage);
  };
  return { read, isEnabled: service.isEnabled };
}

describe('ClientCertificateService', () => {
  it('reads the certificate from a trusted proxy', () => {
    expect(createReader({ trusted: 1 }).read({ [HEADER]: header })).toMatchObject({ isVerified: true });
    expect(createReader({ trusted: ['192.0.2.0/24'] }).read({ [HEADER]: header })).not.toBeNull();
  });

  it.each<[string, number | string[]]>([
    ['no proxy is trusted', 0],
    ['the peer is not trusted', ['198.51.100.0/24']],
  ])('ignores the certificate where %s, readable or not', (_why, trusted) => {
    const logged: object[] = [];
    const { read } = createReader({ trusted, logged });

    expect([read({ [HEADER]: header }), read({ [HEADER]: 'unreadable' }), logged]).toEqual([null, null, []]);
  });

  it('ignores the certificate without the configured header, or in another header', () => {
    expect(createReader().read({ 'client-cert': header })).toBeNull();
    expect(createReader({ isSet: false }).read({ [HEADER]: header })).toBeNull();
  });

  it('does not enable client certificates without a trusted proxy', () => {
    const isEnabled = (trusted: number | string[]) => createReader({ trusted }).isEnabled;

    expect([isEnabled(0), isEnabled(1), isEnabled(['loopback'])]).toEqual([false, true, true]);
  });

  it.each([
    ['SUCCESS', true],
    ['FAILED:self-signed certificate', false],
    ['NONE', false],
  ])("takes the proxy's verification result from %s: %s", (verification, isVerified) => {
    expect(createReader().read({ [HEADER]: header, 'x-ssl-client-verify': verification })).toMatchObject({ isVerified });
  });
});

describe('headers without a readable certificate', () => {
  it.each<[string, string, () => string]>([
    ['text', 'no-certificate', () => 'unreadable'],
    ['two certificates', 'several-certificates', () => encodeURIComponent(pem + pem)],
    ['a certificate that was cut off', 'no-certificate', () => der.subarray(0, -10).toString('base64')],
    ['a certificate and more bytes', 'no-certificate', () => Buffer.concat([der, der]).toString('base64')],
    ['a broken escape', 'wrong-encoding', () => `${header}%`],
  ])('distinguishes an unreadable certificate from none: %s', (_what, error, value) => {
    const logged: object[] = [];
    const presented = createReader({ logged }).read({ [HEADER]: value() });

    expect([presented, hasCertificate(presented)]).toEqual([{ certificate: null, error, header: HEADER }, true]);
    expect(describeAbsence(presented as Parameters<typeof describeAbsence>[0])).toMatch(
      /^the one that was presented could not be read: the header x-ssl-client-cert of the proxy .*\$ssl_client_escaped_cert$/,
    );
    const expected = { domain: 'shop.example.com', proxy: PROXY, header: HEADER, reason: error, detail: expect.any(String) };
    expect(logged).toEqual([expected]);
    expect(JSON.stringify(logged)).not.toContain(value());
  });

  it.each(['', ' ', '(null)'])('treats %j as no certificate, without a warning', (value) => {
    const logged: object[] = [];
    const presented = createReader({ logged }).read({ [HEADER]: value });

    expect([presented, hasCertificate(presented), logged]).toEqual([{ certificate: null, error: 'empty', header: HEADER }, false, []]);
    expect(describeAbsence(presented as Parameters<typeof describeAbsence>[0])).toMatch(/^none was presented: the header .* is empty$/);
  });

  it('logs one warning per minute', () => {
    const logged: object[] = [];
    const { read } = createReader({ logged });
    for (let sent = 0; sent < 1_000; sent += 1) read({ [HEADER]: `unreadable-${sent}` });

    expect(logged).toHaveLength(1);
  });
});
