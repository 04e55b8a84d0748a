import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SignJWT } from 'jose';
import { issuerOf, startAuthProcess, type AuthProcess } from '../support/auth.js';
import { CertificateIssuer } from '../support/certificates.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { ForwardProxy } from '../support/forward-proxy.js';
import type { Answer } from '../support/http.js';
import { InternalServer } from '../support/internal-server.js';
import { PRODUCTION_SETTINGS, startManagementProcess, type Caller, type StartedManagementProcess } from '../support/management.js';
import { provisionClient } from '../support/service-client.js';
import type { Settings } from '../support/service-process.js';
import { makeTestFolder } from '../support/test-folder.mjs';

const ADDRESS = '127.0.0.9';
const NAME = 'idp.corp.internal';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const PRIVATE = 'points to an address that is not public';

jest.setTimeout(120_000);

let folder: string;
/** Servers by address, and by a name that only the proxy knows. */
let byAddress: InternalServer;
let byName: InternalServer;
let proxy: ForwardProxy;
let trusted: Settings;

beforeAll(async () => {
  folder = makeTestFolder('private-network');
  const issuer = new CertificateIssuer();
  const authority = await issuer.issue({ subject: 'CN=Corp', isAuthority: true });
  const alternativeNames = [
    { type: 'ip' as const, value: ADDRESS },
    { type: 'dns' as const, value: NAME },
  ];
  const certificate = await issuer.issue({ subject: 'CN=internal', alternativeNames }, authority);
  byAddress = await InternalServer.start(ADDRESS, ADDRESS, certificate);
  byName = await InternalServer.start(ADDRESS, NAME, certificate);
  proxy = await ForwardProxy.start({ [NAME]: ADDRESS });
  writeFileSync(join(folder, 'ca.pem'), authority.pem);
  trusted = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
});

afterAll(async () => {
  await Promise.all([byAddress?.stop(), byName?.stop()]);
  proxy?.stop();
  rmSync(folder, { recursive: true });
});

const installations: Installation[] = [];

afterEach(() => Promise.all(installations.splice(0).map((each) => each.stop())));

/** Both services as in production. */
class Installation {
  private constructor(
    private readonly database: TestDatabase,
    readonly management: StartedManagementProcess,
    readonly auth: AuthProcess,
    readonly caller: Caller,
    readonly domain: string,
  ) {}

  static async start(settings: Settings): Promise<Installation> {
    const database = await createTestDatabase();
    const all = { ...PRODUCTION_SETTINGS, ...trusted, ...settings };
    const [management, auth] = await Promise.all([startManagementProcess(database.url, all), startAuthProcess(database.url, all)]);
    const caller = management.as(management.apiKey);
    const started = new Installation(database, management, auth, caller, await caller.registerDomain());
    installations.push(started);
    return started;
  }

  putProvider(issuer: string): Promise<Answer> {
    const body = {
      issuer,
      clientId: 'latchkey',
      clientSecret: 'secret-of-the-client',
      scopes: ['openid'],
      displayName: 'Corp',
      enabled: true,
    };
    return this.caller.put(`/v1/domain/${this.domain}/provider/corp`, { ...body, claimMapping: {} });
  }

  postWebhook(url: string): Promise<Answer> {
    return this.caller.post(`/v1/domain/${this.domain}/webhook`, { url, eventTypes: ['*'], enabled: true, description: null });
  }

  async putKeySet(jwksUri: string): Promise<Answer> {
    await provisionClient(this.caller, this.domain, { clientId: 'orders' });
    const methods = [{ type: 'PrivateKeyJwt', jwksUri }];
    return this.caller.put(`/v1/domain/${this.domain}/client/orders/authentication`, { methods });
  }

  putBackchannelLogout(uri: string): Promise<Answer> {
    return this.caller.put(`/v1/domain/${this.domain}/client/orders/backchannel_logout`, { uri, sessionRequired: true });
  }

  /** Uses an assertion signed with the key that the internal server publishes: RFC 7523 section 2.2. */
  async requestToken({ clientKeys }: InternalServer): Promise<Answer> {
    const assertion = await new SignJWT({ jti: String(Math.random()) })
      .setProtectedHeader({ alg: 'ES256', kid: 'orders' })
      .setIssuer('orders')
      .setSubject('orders')
      .setAudience(issuerOf(this.domain))
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(clientKeys.privateKey);
    const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return this.auth.send(this.domain, '/connect/token', { method: 'POST', headers, body: new URLSearchParams(body).toString() });
  }

  async stop(): Promise<void> {
    await Promise.all([this.management.stop(), this.auth.stop()]);
    await this.database.drop();
  }
}

async function expectUse(installation: Installation, server: InternalServer): Promise<void> {
  expect((await installation.putProvider(server.url)).status).toBe(200);
  expect((await installation.postWebhook(`${server.url}/events`)).status).toBe(201);
  expect((await installation.putKeySet(`${server.url}/jwks.json`)).status).toBe(201);
  expect((await installation.putBackchannelLogout(`${server.url}/logout`)).status).toBe(204);
  expect((await installation.requestToken(server)).status).toBe(200);
  const events = await eventually(() => (server.pathsOf('/events').length > 0 ? server.pathsOf('/events') : false));
  expect(events[0]!.body).toContain(installation.domain);
}

describe('an internal server in production', () => {
  it('can be an identity provider, key publisher and event receiver if OUTGOING_ALLOW lists its network', async () => {
    const installation = await Installation.start({ OUTGOING_ALLOW: '127.0.0.8/29, *.corp.internal' });

    await expectUse(installation, byAddress);
    const own = `https://127.0.0.9:${installation.management.port}/`;
    expect(await installation.postWebhook(own)).toMatchObject({ status: 400, json: { errors: [{ pointer: '/url' }] } });
    expect((await installation.postWebhook('https://169.254.169.254/')).text).toContain(PRIVATE);
    expect((await installation.postWebhook('https://127.0.0.1:8443/')).text).toContain(PRIVATE);
  });

  it('is refused without OUTGOING_ALLOW when it is stored', async () => {
    const installation = await Installation.start({});

    const answers = [
      await installation.putProvider(byAddress.url),
      await installation.postWebhook(`${byAddress.url}/events`),
      await installation.putKeySet(`${byAddress.url}/jwks.json`),
      await installation.putBackchannelLogout(`${byAddress.url}/logout`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    for (const { text } of answers) expect(text).toContain(PRIVATE);
  });

  it('is reached through OUTGOING_PROXY, which knows its name', async () => {
    const url = `http://latchkey:secret@127.0.0.1:${proxy.port}`;
    const installation = await Installation.start({ OUTGOING_PROXY: url });

    await expectUse(installation, byName);
    expect(new Set(proxy.targets)).toEqual(new Set([`${NAME}:${byName.port}`]));
    expect(new Set(proxy.credentials)).toEqual(new Set([`Basic ${Buffer.from('latchkey:secret').toString('base64')}`]));
    // A literal address is checked before the proxy is used.
    expect((await installation.postWebhook(`${byAddress.url}/events`)).text).toContain(PRIVATE);
    expect((await installation.putProvider('https://unknown.corp.internal')).text).toContain('cannot be reached');
    expect(`${installation.management.process.stdout}${installation.auth.process.stdout}`).not.toContain('latchkey:secret');
  });
});
