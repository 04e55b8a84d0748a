import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { issuerOf, startAuth, tokenCall, type Auth } from '../support/auth.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { Edge } from '../support/edge.js';
import { eventually } from '../support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../support/management.js';

const NAME = 'auth.shop.test';
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders' };

jest.setTimeout(90_000);

let database: TestDatabase;
let lab: DnsLab;
let management: StartedManagement;
let auth: Auth;
let edge: Edge;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await DnsLab.start([{ name: 'shop.test', servers: ['ns1', 'ns2'], records: [] }]);
  auth = await startAuth(database.url, { TRUST_PROXY: 'loopback' });
  edge = await Edge.start(auth.port);
  management = await startManagement(database.url, { ...lab.settings, DNS_TARGET: '127.0.0.1', AUTH_URL: issuerOf('{domain}') });
  caller = management.as(management.apiKey);
}, 120_000);

afterAll(async () => {
  await Promise.all([management?.stop(), auth?.stop(), edge?.stop(), lab?.stop()]);
  await database.drop();
});

interface Details {
  status: string;
  dnsRecords: { type: string; name: string; value: string }[];
}

/** Makes the records that the API asks for, by hand. */
async function makeRecords(): Promise<void> {
  const { dnsRecords } = (await caller.get(`/v1/domain/${NAME}`)).json as Details;
  expect(dnsRecords.map(({ type }) => type)).toEqual(['TXT', 'A']);
  await lab.change(
    'shop.test',
    dnsRecords.map(({ type, name, value }) => `${name}. ${type} ${type === 'TXT' ? `"${value}"` : value}`),
  );
}

describe('a custom domain by https', () => {
  it('has a certificate and tokens once it is verified, and neither before nor after its life', async () => {
    expect((await caller.post('/v1/domain', { domain: NAME })).status).toBe(201);
    await expect(edge.send(NAME, '/healthz')).rejects.toThrow();

    await makeRecords();
    await eventually(async () => ((await caller.post(`/v1/domain/${NAME}/verify`)).json as Details).status === 'active', {
      timeoutMs: 60_000,
      intervalMs: 2_000,
    });
    const { clientSecret } = (await caller.put(`/v1/domain/${NAME}/client/shop`, CLIENT)).json as { clientSecret: string };
    const answer = await edge.send(NAME, '/connect/token', tokenCall({ clientId: 'shop', clientSecret }));

    expect(answer.status).toBe(200);
    const { access_token: token } = answer.json as { access_token: string };
    expect(decodeJwt(token)).toMatchObject({ iss: `https://${NAME}`, sub: 'shop', scope: 'orders' });
    const discovery = await edge.send(NAME, '/.well-known/openid-configuration');
    expect(discovery.json).toMatchObject({ issuer: `https://${NAME}`, jwks_uri: `https://${NAME}/.well-known/jwks.json` });
    const fetched = async (): Promise<Response> => new Response((await edge.send(NAME, '/.well-known/jwks.json')).text);
    const keys = createRemoteJWKSet(new URL(`https://${NAME}/.well-known/jwks.json`), { [customFetch]: fetched });
    await expect(jwtVerify(token, keys, { issuer: `https://${NAME}` })).resolves.toBeDefined();

    await caller.delete(`/v1/domain/${NAME}`);
    expect((await edge.send(NAME, '/.well-known/openid-configuration')).status).toBe(404);
    await expect(edge.send('never.shop.test', '/healthz')).rejects.toThrow();
  });
});

describe('/tls/ask', () => {
  async function ask(query: string, method = 'GET'): Promise<number> {
    return (await auth.send('any.example', `/tls/ask${query}`, { method })).status;
  }

  it('accepts served domains, for any host and without a key, and refuses others', async () => {
    const sandbox = await caller.registerDomain();
    await caller.post('/v1/domain', { domain: 'pending.shop.test' });

    const wanted: [string, number][] = [
      [`?domain=${sandbox}`, 200],
      [`?domain=${sandbox.toUpperCase()}`, 200],
      ['?domain=pending.shop.test', 404],
      ['?domain=unknown.shop.test', 404],
      [`?domain=${sandbox}:443`, 404],
      [`?domain=${sandbox}.`, 404],
      [`?domain=${sandbox}&domain=${sandbox}`, 404],
      ['?domain=', 404],
      ['?domain=%00', 404],
      [`?domain=${'x'.repeat(4_000)}`, 404],
      ['?domain=%zz', 404],
      ['', 404],
    ];
    const found = await Promise.all(wanted.map(async ([query]): Promise<[string, number]> => [query, await ask(query)]));
    expect(found).toEqual(wanted);
    expect(await ask(`?domain=${sandbox}`, 'HEAD')).toBe(200);
    expect(await ask(`?domain=${sandbox}`, 'POST')).toBe(405);
    await caller.delete(`/v1/domain/${sandbox}`);
    expect(await ask(`?domain=${sandbox}`)).toBe(404);
  });
});
