import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { issuerOf, startAuth, type Auth } from '../support/auth.js';
import { CertificateIssuer, type IssuedCertificate } from '../support/certificates.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Answer } from '../support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../support/management.js';
import { Nginx, type NginxCall } from '../support/nginx.js';
import { getCodeBlocks } from '../support/pages.js';
import { provisionClient } from '../support/service-client.js';
import { makeTestFolder } from '../support/test-folder.mjs';

const run = promisify(execFile);
const GUIDE = 'docs/integrate/mtls.md';
const NAME = 'CN=orders,O=Shop';
const DAY_MS = 86_400_000;
const HEADER = 'X-SSL-Client-Cert';
const VERIFICATION = 'X-SSL-Client-Verify';

jest.setTimeout(90_000);

const issuer = new CertificateIssuer();
let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let auth: Auth;
/** Accepts certificates that its authority has issued. */
let nginx: Nginx;
/** Also accepts self-signed certificates. */
let lenient: Nginx;
let domain: string;
let server: IssuedCertificate;
let orders: IssuedCertificate;
let expired: IssuedCertificate;
/** These have the name of the client, and another authority: an arbitrary one, and one that claims the name of the right one. */
let forged: IssuedCertificate;
let disguised: IssuedCertificate;
let selfSigned: IssuedCertificate;
let expiredSelfSigned: IssuedCertificate;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { MTLS_AUTH_URL: 'https://mtls.{domain}', CLIENT_CERT_HEADER: HEADER.toLowerCase(), TRUST_PROXY: '127.0.0.1' };
  management = await startManagement(database.url, { AUTH_URL: issuerOf('{domain}'), WORKER: 'off' });
  auth = await startAuth(database.url, settings);
  caller = management.as(management.apiKey);
  domain = await caller.registerDomain();
  const names = [domain, `mtls.${domain}`].map((value) => ({ type: 'dns' as const, value }));
  server = await issuer.issue({ subject: 'CN=shop', alternativeNames: names });
  const issueAuthority = (subject: string) => issuer.issue({ subject, isAuthority: true });
  const authority = await issueAuthority('CN=Clients');
  orders = await issuer.issue({ subject: NAME }, authority);
  expired = await issuer.issue({ subject: NAME, validFrom: -2 * DAY_MS, validUntil: -DAY_MS }, authority);
  forged = await issuer.issue({ subject: NAME }, await issueAuthority('CN=Others'));
  disguised = await issuer.issue({ subject: NAME }, await issueAuthority('CN=Clients'));
  selfSigned = await issuer.issue({ subject: 'CN=payments' });
  expiredSelfSigned = await issuer.issue({ subject: 'CN=payments', validFrom: -2 * DAY_MS, validUntil: -DAY_MS });
  const options = { auth: auth.port, server, clientAuthorities: authority.pem };
  [nginx, lenient] = [await Nginx.start(options), await Nginx.start({ ...options, verifyClient: 'optional_no_ca' })];
  await registerClient('orders', { type: 'TlsClientAuth', subjectDn: NAME });
  const keys = [selfSigned.publicJwk, expiredSelfSigned.publicJwk].map(({ kty, crv, x, y }) => ({ kty, crv, x, y }));
  await registerClient('payments', { type: 'SelfSignedTlsClientAuth', jwks: { keys } });
}, 120_000);

afterAll(async () => {
  await Promise.all([nginx?.stop(), lenient?.stop(), management?.stop(), auth?.stop()]);
  await database.drop();
});

async function registerClient(clientId: string, method: object): Promise<void> {
  await provisionClient(caller, domain, { clientId });
  const { status, text } = await caller.put(`/v1/domain/${domain}/client/${clientId}/authentication`, { methods: [method] });
  if (status !== 201) throw new Error(`no authentication of ${clientId}: ${status} ${text}`);
}

interface TokenRequest extends Pick<NginxCall, 'certificate' | 'serverName'> {
  proxy?: Nginx;
  clientId?: string;
  host?: string;
  headers?: Record<string, string>;
}

function tokenCall(clientId: string, headers: Record<string, string> = {}): NginxCall {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId }).toString(),
  };
}

/** Requests a token through nginx, at the host for mTLS. */
function requestToken(options: TokenRequest = {}): Promise<Answer> {
  const { proxy = nginx, clientId = 'orders', host = `mtls.${domain}`, headers, ...handshake } = options;
  return proxy.send(host, '/connect/token', { ...tokenCall(clientId, headers), ...handshake });
}

const claimsOf = ({ json }: Answer) => decodeJwt((json as { access_token: string }).access_token);
const thumbprintOf = ({ certificate }: IssuedCertificate) =>
  createHash('sha256').update(Buffer.from(certificate.rawData)).digest('base64url');
const forge = ({ pem }: IssuedCertificate) => ({ [HEADER]: encodeURIComponent(pem), [VERIFICATION]: 'SUCCESS' });

/** The reasons for a refused request in the log of the domain. */
async function findReasons({ headers }: Answer): Promise<string[]> {
  const { json } = await caller.get(`/v1/domain/${domain}/log?type=token.client_authentication_failed`);
  const entries = json as { requestId: string; data: { reason: string } }[];
  return entries.filter(({ requestId }) => requestId === headers['x-request-id']).map(({ data }) => data.reason);
}

async function expectRefusal(answer: Answer, reason: string): Promise<void> {
  expect([answer.status, answer.json]).toMatchObject([401, { error: 'invalid_client' }]);
  expect(await findReasons(answer)).toEqual([reason]);
}

describe('a client with a certificate behind nginx', () => {
  it('finds its endpoints in the discovery document of its issuer', async () => {
    const { json } = await nginx.send(domain, '/.well-known/openid-configuration');

    expect(json).toMatchObject({
      issuer: issuerOf(domain),
      token_endpoint: `https://${domain}/connect/token`,
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: { token_endpoint: `https://mtls.${domain}/connect/token` },
    });
  });

  it('gets a token that is bound to the certificate', async () => {
    const answer = await requestToken({ certificate: orders });

    expect(answer.status).toBe(200);
    expect(claimsOf(answer)).toMatchObject({ iss: issuerOf(domain), sub: 'orders', cnf: { 'x5t#S256': thumbprintOf(orders) } });
  });

  it('gets the token from the domain of the requested host, whatever X-Forwarded-Host it sends', async () => {
    const answer = await requestToken({ certificate: orders, headers: { 'X-Forwarded-Host': 'other.example' } });

    expect(claimsOf(answer)).toMatchObject({ iss: issuerOf(domain) });
  });

  it('finds Shared Signals and their addresses in the metadata at the host for mTLS', async () => {
    const metadata = await nginx.send(`mtls.${domain}`, '/.well-known/ssf-configuration');
    const stream = await nginx.send(`mtls.${domain}`, '/ssf/stream');

    expect(metadata.json).toMatchObject({
      configuration_endpoint: `https://${domain}/ssf/stream`,
      mtls_endpoint_aliases: {
        configuration_endpoint: `https://mtls.${domain}/ssf/stream`,
        status_endpoint: `https://mtls.${domain}/ssf/status`,
      },
    });
    expect([stream.status, (await nginx.send(`mtls.${domain}`, '/account')).status]).toEqual([401, 404]);
  });

  it('gets no token without a certificate', async () => {
    await expectRefusal(await requestToken(), 'missing-certificate');
  });

  it.each<[string, () => IssuedCertificate]>([
    ['that has expired', () => expired],
    ['of another authority', () => forged],
    ['of another authority with the same name', () => disguised],
    ['that it has signed itself', () => selfSigned],
  ])('is refused by nginx with a certificate %s', async (_which, certificate) => {
    const answer = await requestToken({ certificate: certificate() });

    expect([answer.status, answer.json]).toEqual([400, undefined]);
    expect(answer.text).toContain('SSL certificate error');
  });

  it('is not asked for a certificate at the host of the domain, and gets no token there', async () => {
    await expectRefusal(await requestToken({ host: domain, certificate: orders }), 'missing-certificate');
  });

  it('finds only client endpoints at the host for mTLS', async () => {
    const paths = ['/connect/authorize', '/healthz', '/metrics', '/'];

    const answers = await Promise.all(paths.map((path) => nginx.send(`mtls.${domain}`, path, { certificate: orders })));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('a certificate in a header from the client', () => {
  it('is ignored at any host without a certificate in the handshake', async () => {
    for (const host of [`mtls.${domain}`, domain])
      await expectRefusal(await requestToken({ host, headers: forge(orders) }), 'missing-certificate');
  });

  it('is ignored beside the one in the handshake', async () => {
    const answer = await requestToken({ proxy: lenient, certificate: selfSigned, headers: forge(orders) });

    await expectRefusal(answer, 'unverified-certificate');
  });

  it('is ignored if the handshake was for a host for mTLS and the request is for the host of the domain', async () => {
    const answer = await requestToken({ host: domain, serverName: `mtls.${domain}`, certificate: forged, headers: forge(orders) });

    await expectRefusal(answer, 'missing-certificate');
  });

  it('is ignored if the handshake was for the host of the domain and the request is for the one for mTLS', async () => {
    const answer = await requestToken({ serverName: domain, certificate: orders, headers: forge(orders) });

    await expectRefusal(answer, 'missing-certificate');
  });

  it('is ignored from an address that TRUST_PROXY does not name', async () => {
    const untrusting = await startAuth(database.url, {
      CLIENT_CERT_HEADER: HEADER.toLowerCase(),
      MTLS_AUTH_URL: 'https://mtls.{domain}',
      TRUST_PROXY: '192.0.2.0/24',
    });
    try {
      const call = tokenCall('orders', forge(orders));

      expect((await auth.send(domain, '/connect/token', call)).status).toBe(200);
      await expectRefusal(await untrusting.send(domain, '/connect/token', call), 'missing-certificate');
    } finally {
      await untrusting.stop();
    }
  });
});

describe('a client with a self-signed certificate behind an nginx that accepts it', () => {
  it('gets a token that is bound to the certificate', async () => {
    const answer = await requestToken({ proxy: lenient, clientId: 'payments', certificate: selfSigned });

    expect(answer.status).toBe(200);
    expect(claimsOf(answer)).toMatchObject({ sub: 'payments', cnf: { 'x5t#S256': thumbprintOf(selfSigned) } });
  });

  it('gets no token with another key', async () => {
    await expectRefusal(await requestToken({ proxy: lenient, clientId: 'payments', certificate: orders }), 'wrong-certificate');
  });

  it('is refused by nginx once the certificate has expired', async () => {
    const answer = await requestToken({ proxy: lenient, clientId: 'payments', certificate: expiredSelfSigned });

    expect([answer.status, answer.json]).toEqual([400, undefined]);
  });

  it('accepts the certificates of other clients, but no forged one', async () => {
    expect((await requestToken({ proxy: lenient, certificate: orders })).status).toBe(200);
    await expectRefusal(await requestToken({ proxy: lenient, certificate: forged }), 'unverified-certificate');
  });
});

describe('docs/integrate/mtls.md', () => {
  let folder: string;

  beforeAll(async () => {
    folder = makeTestFolder('mtls');
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** The blocks of shell commands, without the indentation of the surrounding list. */
  const commands = getCodeBlocks(GUIDE, 'sh').map((block) => block.replaceAll(/^ {3}/gm, ''));
  const find = (part: string): string => commands.find((block) => block.includes(part))!;

  /** Runs commands as an operator would; curl finds the hosts at this proxy. */
  async function runCommands(text: string, proxy?: Nginx): Promise<string> {
    await writeFile(join(folder, 'server.crt'), server.pem);
    const hosts = proxy ? [`connect-to = "mtls.${domain}:443:127.0.0.1:${proxy.port}"`, `cacert = "${folder}/server.crt"`] : [];
    await writeFile(join(folder, '.curlrc'), hosts.join('\n'));
    const env = { PATH: process.env['PATH'], HOME: folder, KEY: management.apiKey, DOMAIN: domain };
    const local = text.replaceAll('http://localhost:3000', management.url);
    return (await run('bash', ['--norc', '-euo', 'pipefail', '-c', local], { cwd: folder, env })).stdout;
  }

  it('contains commands that make certificates, register clients and get tokens with curl, verified and self-signed', async () => {
    await caller.delete(`/v1/domain/${domain}/client/orders`);
    await caller.delete(`/v1/domain/${domain}/client/payments`);
    const register = find('"TlsClientAuth"');
    const fetchToken = find('/connect/token');

    await runCommands(find('-out clients-ca.crt'));
    const name = await runCommands(find('-nameopt'));
    await runCommands(`${register}\n${find('SelfSignedTlsClientAuth')}`);
    const clientAuthorities = await readFile(join(folder, 'clients-ca.crt'), 'utf8');
    const proxy = await Nginx.start({ auth: auth.port, server, clientAuthorities, verifyClient: 'optional_no_ca' });
    try {
      const answer = JSON.parse(await runCommands(fetchToken, proxy)) as { access_token: string };
      const other = JSON.parse(await runCommands(fetchToken.replaceAll('orders', 'payments'), proxy)) as { access_token: string };
      const thumbprint = (await runCommands(find('openssl dgst'))).trim();

      expect(name).toBe(`subject=${NAME}\n`);
      expect(decodeJwt(answer.access_token)).toMatchObject({ sub: 'orders', cnf: { 'x5t#S256': thumbprint } });
      expect(decodeJwt(other.access_token)).toMatchObject({ sub: 'payments', cnf: { 'x5t#S256': expect.any(String) } });
    } finally {
      await proxy.stop();
    }
  });
});
