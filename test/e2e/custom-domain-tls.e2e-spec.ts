import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import { issuerOf, startAuth, tokenCall, type Auth } from '../support/auth.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DnsLab } from '../support/dns-lab/dns-lab.js';
import { Edge } from '../support/edge.js';
import { eventually } from '../support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../support/management.js';
import { Pebble } from '../support/pebble.js';
import { freePort } from '../support/service-process.js';

const NAME = 'auth.shop.test';
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders' };

jest.setTimeout(90_000);

let database: TestDatabase;
let lab: DnsLab;
let management: StartedManagement;
let auth: Auth;
let authority: Pebble;
/** Two Caddys that share their storage. The name leads to the first one, which therefore also receives challenges for the second. */
let edges: [Edge, Edge];
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  lab = await DnsLab.start([{ name: 'shop.test', servers: ['ns1', 'ns2'], records: [] }]);
  auth = await startAuth(database.url, { TRUST_PROXY: 'loopback' });
  const ports = { http: await freePort(), https: await freePort() };
  // The zone's own server, because the resolver remembers for a second that the name was absent.
  authority = await Pebble.start({ nameServer: `${lab.address('ns1')}:${lab.port}`, challengePorts: ports });
  const first = await Edge.start(auth.port, { authority, ports });
  edges = [first, await Edge.start(auth.port, { authority, sharing: first })];
  management = await startManagement(database.url, { ...lab.settings, DNS_TARGET: '127.0.0.1', AUTH_URL: issuerOf('{domain}') });
  caller = management.as(management.apiKey);
}, 120_000);

afterAll(async () => {
  await Promise.all([management?.stop(), auth?.stop(), ...(edges ?? []).map((edge) => edge.stop()), authority?.stop(), lab?.stop()]);
  await database.drop();
});

interface Details {
  status: string;
  dnsRecords: { type: string; name: string; value: string }[];
}

/** Creates the records that the API requires, as a person would. */
async function makeRecords(): Promise<void> {
  const { dnsRecords } = (await caller.get(`/v1/domain/${NAME}`)).json as Details;
  expect(dnsRecords.map(({ type }) => type)).toEqual(['TXT', 'A']);
  await lab.change(
    'shop.test',
    dnsRecords.map(({ type, name, value }) => `${name}. ${type} ${type === 'TXT' ? `"${value}"` : value}`),
  );
}

/** Requests a check of the records. @returns whether the domain is active */
async function verify(): Promise<boolean> {
  return ((await caller.post(`/v1/domain/${NAME}/verify`)).json as Details).status === 'active';
}

describe('a custom domain over https', () => {
  it('has a certificate and tokens only from its verification to its deletion', async () => {
    const [edge] = edges;
    expect((await caller.post('/v1/domain', { domain: NAME })).status).toBe(201);
    await expect(edge.send(NAME, '/')).rejects.toThrow();
    expect(authority.orders).toBe(0);

    await makeRecords();
    await eventually(verify, { timeoutMs: 60_000, intervalMs: 2_000 });
    const { clientSecret } = (await caller.put(`/v1/domain/${NAME}/client/shop`, CLIENT)).json as { clientSecret: string };
    const call = tokenCall({ clientId: 'shop', clientSecret });
    const answers = await Promise.all(edges.map((each) => each.send(NAME, '/connect/token', call)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // A failed challenge causes one more order, and edges that connect in the same moment may each get a certificate.
    const { certificates, orders } = authority;
    expect([1, edges.length]).toContain(certificates);
    const { access_token: token } = answers[0]!.json as { access_token: string };
    expect(decodeJwt(token)).toMatchObject({ iss: `https://${NAME}`, sub: 'shop', scope: 'orders' });
    const discovery = await edge.send(NAME, '/.well-known/openid-configuration');
    expect(discovery.json).toMatchObject({ issuer: `https://${NAME}`, jwks_uri: `https://${NAME}/.well-known/jwks.json` });
    const fetched = async (): Promise<Response> => new Response((await edge.send(NAME, '/.well-known/jwks.json')).text);
    const keys = createRemoteJWKSet(new URL(`https://${NAME}/.well-known/jwks.json`), { [customFetch]: fetched });
    await expect(jwtVerify(token, keys, { issuer: `https://${NAME}` })).resolves.toBeDefined();

    await caller.delete(`/v1/domain/${NAME}`);
    expect((await edge.send(NAME, '/.well-known/openid-configuration')).status).toBe(404);
    await expect(edge.send('never.shop.test', '/')).rejects.toThrow();
    expect(authority.orders).toBe(orders);
  });

  it.each(['/healthz', '/readyz', '/metrics', `/tls/ask?domain=${NAME}`])('answers 404 from Caddy for %s', async (path) => {
    const answer = await edges[0].send(NAME, path);

    expect([answer.status, answer.text]).toEqual([404, '']);
  });
});

describe('/tls/ask', () => {
  async function ask(query: string, method = 'GET'): Promise<number> {
    return (await auth.send('any.example', `/tls/ask${query}`, { method })).status;
  }

  it('accepts only served domains, for any host and without a key', async () => {
    const sandbox = await caller.registerDomain();
    await caller.post('/v1/domain', { domain: 'pending.shop.test' });

    const wanted: [string, number][] = [
      [`?domain=${sandbox}`, 200],
      [`?domain=${sandbox.toUpperCase()}`, 200],
      ['?domain=pending.shop.test', 404],
      ['?domain=unknown.shop.test', 404],
      [`?domain=${sandbox}:443`, 404],
      [`?domain=${sandbox}.`, 200],
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

describe('without the auth server', () => {
  it('Caddy serves its existing certificates, and answers 502', async () => {
    await auth.stop();

    expect((await edges[0].send(NAME, '/connect/token')).status).toBe(502);
  });
});
