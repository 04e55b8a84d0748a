import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dump, load } from 'js-yaml';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { createFullConfiguration } from '../../../../test/support/full-configuration.js';

interface Applied {
  changes: { path: string; action: string; from: unknown; to: unknown }[];
  secrets: Record<string, string>;
}

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const USED_WEBHOOK = 'webhooks/0b2f6f5e-3a52-4d7f-9a55-0c8f4a0f5b11';
let upstream: DiscoveryServer;
let root: string;

beforeAll(async () => {
  upstream = await DiscoveryServer.start();
});

afterAll(async () => {
  await upstream.stop();
});

beforeEach(async () => {
  root = `/v1/domain/${await fixture.caller.registerDomain()}`;
});

const get = (): Promise<Answer> => fixture.caller.get(`${root}/configuration`);
const readDocument = async (): Promise<ReturnType<typeof createFullConfiguration>> => (await get()).json as never;

async function apply(
  document: unknown,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return fixture.caller.send(`${root}/configuration${query}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof document === 'string' ? document : JSON.stringify(document),
  });
}

async function expectApplied(document: unknown, call: { query?: string; headers?: Record<string, string> } = {}): Promise<Applied> {
  const answer = await apply(document, call);
  expect({ status: answer.status, errors: (answer.json as { errors?: object }).errors }).toEqual({ status: 200, errors: undefined });
  return answer.json as Applied;
}

async function listEvents(): Promise<string[]> {
  const rows = await fixture.rows.query<{ event: string }>(
    `SELECT concat_ws(' ', type, client_id) AS event FROM log_entry JOIN domain ON domain.id = domain_id WHERE domain.name = $1 ORDER BY log_entry.id`,
    [root.split('/').at(-1)],
  );
  return rows.map(({ event }) => event);
}

describe('GET of the configuration', () => {
  it('shows what a new domain has, with an ETag', async () => {
    const answer = await get();

    expect(answer).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"[\w-]+"$/) } });
    expect(answer.json).toMatchObject({
      version: 1,
      clients: {},
      resources: {},
      roles: {},
      providers: {},
      branding: {},
      webhooks: {},
      signing: { idToken: 'RS256', accessToken: 'ES256' },
      logRetention: { days: 400, personalDays: 400 },
      clientRegistration: {
        metadataDocuments: { enabled: false, hosts: null, resources: [] },
        dynamicRegistration: { enabled: false, resources: [] },
      },
    });
    expect((await fixture.caller.get(`${root}/configuration`, { 'If-None-Match': answer.headers['etag']! })).status).toBe(304);
  });

  it('shows the same as YAML', async () => {
    await expectApplied(createFullConfiguration(upstream.issuer));
    const yaml = await fixture.caller.get(`${root}/configuration`, { Accept: 'application/yaml' });
    const json = await get();

    expect(yaml.headers).toMatchObject({ 'content-type': 'application/yaml; charset=utf-8', etag: json.headers['etag'] });
    expect(load(yaml.text)).toEqual(json.json);
  });

  it('shows what single calls have configured', async () => {
    await fixture.caller.put(`${root}/client/app`, SERVICE);
    await fixture.caller.put(`${root}/client/app/claims`, { accessToken: { tenant: 'acme' } });

    expect((await readDocument()).clients).toEqual({ app: { ...SERVICE, claims: { accessToken: { tenant: 'acme' } } } });
  });
});

describe('PUT of the configuration', () => {
  it('applies every section and every part of a client, and plans nothing afterwards', async () => {
    const full = createFullConfiguration(upstream.issuer);
    const planned = await expectApplied(full, { query: '?dryRun=true' });
    expect((await readDocument()).clients).toEqual({});
    const applied = await expectApplied(full);

    expect(planned).toEqual({ changes: applied.changes, secrets: {} });
    expect(Object.keys(applied.secrets).toSorted()).toEqual(['orders', USED_WEBHOOK]);
    const shown = await readDocument();
    const { clientSecret, ...northwind } = full.providers.northwind;
    expect(shown).toMatchObject({ ...full, providers: { northwind } });
    expect(JSON.stringify([shown, applied.changes])).not.toContain(clientSecret);
    for (const document of [full, shown, { ...shown, clients: full.clients }]) {
      expect((await expectApplied(document, { query: '?dryRun=true' })).changes).toEqual([]);
      expect((await expectApplied(document)).changes).toEqual([]);
    }
    expect((await fixture.caller.get(`${root}/client/orders/grants`)).json).toEqual(full.clients.orders.grants);
    expect((await fixture.caller.get(`${root}/client/orders/role`)).json).toEqual(['clerk']);
  });

  it('names the members that differ, and removes what a section does not name', async () => {
    await expectApplied(createFullConfiguration(upstream.issuer));
    const before = await readDocument();
    const { clients } = before;
    const changed = { version: 1, clients: { orders: { ...clients.orders, scope: 'read', claims: undefined } } };

    const { changes, secrets } = await expectApplied(changed);

    expect(secrets).toEqual({});
    expect(changes).toEqual([
      { path: '/clients/orders/claims', action: 'Remove', from: clients.orders.claims, to: null },
      { path: '/clients/orders/scope', action: 'Replace', from: 'read write', to: 'read' },
      { path: '/clients/portal', action: 'Remove', from: clients.portal, to: null },
    ]);
    expect(await readDocument()).toEqual({ ...before, clients: JSON.parse(JSON.stringify(changed.clients)) });
  });

  it('logs the events of single calls', async () => {
    const full = createFullConfiguration(upstream.issuer);
    await expectApplied({ version: 1, resources: full.resources, roles: full.roles, clients: { orders: full.clients.orders } });

    expect((await listEvents()).filter((event) => !event.startsWith('domain.') && !event.startsWith('signing_key.'))).toEqual([
      'resource.created',
      'role.created',
      'client.created orders',
      'client.presentation.updated orders',
      'client.authentication.updated orders',
      'client.signing.updated orders',
      'client.claims.updated orders',
      'client.grants.updated orders',
      'client.resource.updated orders',
      'client.roles.updated orders',
      'client.quota.updated orders',
    ]);
  });

  it('deactivates clients and activates them again as single calls do', async () => {
    await expectApplied({ version: 1, clients: { app: SERVICE, other: SERVICE } });
    await issueTokens();
    const before = await readStates();

    const deactivated = { ...SERVICE, active: { active: false } };
    const { changes } = await expectApplied({ version: 1, clients: { app: deactivated, other: SERVICE } });

    expect(changes).toEqual([{ path: '/clients/app/active', action: 'Add', from: null, to: { active: false } }]);
    expect((await fixture.caller.get(`${root}/client/app/active`)).json).toEqual({ active: false });
    const after = await readStates();
    expect(after).toEqual({
      app: {
        active: false,
        deactivated: expect.anything(),
        revision: expect.not.stringMatching(`^${before['app']!.revision}$`),
        tokens: 0,
      },
      other: before['other'],
    });
    expect(await readDocument()).toMatchObject({ clients: { app: deactivated, other: SERVICE } });

    await issueTokens();
    await expectApplied({ version: 1, clients: { app: { ...SERVICE, active: { active: true } }, other: SERVICE } });

    const { app } = await readStates();
    expect(app).toMatchObject({ active: true, deactivated: after['app']!.deactivated, tokens: 0 });
    expect(app!.revision).not.toBe(after['app']!.revision);
    expect((await listEvents()).slice(-2)).toEqual(['client.active.updated app', 'client.active.updated app']);
  });

  it('reports all errors together, with pointers, and changes nothing', async () => {
    const document = {
      version: 2,
      users: {},
      clients: { 'a/b': SERVICE, orders: { ...SERVICE, redirectUris: ['nowhere'], claims: { accessToken: { iss: 'x' } } }, none: 1 },
      roles: { clerk: { permissions: [{ resource: 'stock', scopes: 'all' }] } },
      webhooks: { mine: { url: 'ftp://example.com' } },
      branding: { accentColor: 'red' },
      logRetention: { days: 1, personalDays: 1 },
      clientRegistration: { metadataDocuments: { hosts: ['*'] } },
      scopes: { accessToken: [{}] },
    };

    const answer = await apply(document);

    expect(answer.status).toBe(400);
    const pointers = (answer.json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    expect(pointers).toEqual(
      expect.arrayContaining([
        '/version',
        '/users',
        '/clients/a~1b',
        '/clients/orders/redirectUris/0',
        '/clients/orders/claims/accessToken/iss',
        '/clients/none',
        '/roles/clerk/permissions/0/scopes',
        '/webhooks/mine',
        '/webhooks/mine/url',
        '/branding/accentColor',
        '/logRetention/days',
        '/clientRegistration/metadataDocuments/hosts/0',
        '/scopes/accessToken/0/scope',
      ]),
    );
    expect((await readDocument()).clients).toEqual({});
  });

  it('rejects references to what the document removes, with pointers', async () => {
    await expectApplied(createFullConfiguration(upstream.issuer));
    const { version, clients, roles, clientRegistration } = await readDocument();

    const answer = await apply({ version, clients, roles, clientRegistration, resources: {} });

    expect((answer.json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)).toEqual([
      '/clients/orders/grants/tokenExchange/resources/stock',
      '/clients/orders/grants/jwtBearer/issuers/0/resources/stock',
      '/clients/orders/resources/stock',
      '/roles/clerk/permissions/0/resource',
      '/clientRegistration/metadataDocuments/resources/0',
      '/clientRegistration/dynamicRegistration/resources/0',
    ]);
  });

  it('removes what refers to a removed resource or role from absent sections, and says so', async () => {
    await expectApplied(createFullConfiguration(upstream.issuer));

    const { changes } = await expectApplied({ version: 1, resources: {} });
    expect(changes.map(({ path }) => path)).toEqual([
      '/clientRegistration/dynamicRegistration/resources',
      '/clientRegistration/metadataDocuments/resources',
      '/clients/orders/grants/tokenExchange/resources/stock',
      '/clients/orders/resources',
      '/resources/stock',
      '/roles/clerk/permissions',
    ]);
    const dropped = await expectApplied({ version: 1, roles: {} });
    expect(dropped.changes.map(({ path }) => path)).toEqual(['/clients/orders/roles', '/roles/clerk']);
    const shown = await readDocument();
    expect(shown.clients.orders).toMatchObject({ grants: { tokenExchange: { resources: {} } } });
    expect((await expectApplied(shown)).changes).toEqual([]);
  });

  it('exchanges the audiences of resources, and moves a workload to another client', async () => {
    const stock = createFullConfiguration(upstream.issuer).resources.stock;
    const method = { type: 'FederatedJwt', issuer: 'https://cluster.example.com', subject: 'a' };
    const create = (first: string, second: string) => ({
      version: 1,
      resources: { a: { ...stock, audience: `urn:${first}` }, b: { ...stock, audience: `urn:${second}` } },
      clients: { [first]: { ...SERVICE, authentication: { methods: [method] } }, [second]: SERVICE },
    });
    await expectApplied(create('x', 'y'));

    await expectApplied(create('y', 'x'));

    expect(await readDocument()).toMatchObject({ resources: { a: { audience: 'urn:y' }, b: { audience: 'urn:x' } } });
    expect((await expectApplied(create('y', 'x'))).changes).toEqual([]);
  });

  it('applies one of two documents that were made from the same state', async () => {
    const { headers } = await get();
    const call = { headers: { 'If-Match': headers['etag'] as string } };

    const answers = await Promise.all(['a', 'b'].map((name) => apply({ version: 1, clients: { [name]: SERVICE } }, call)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect(Object.keys((await readDocument()).clients)).toHaveLength(1);
  });

  it('keeps the type of a client, and rejects the sub of a user as an id', async () => {
    const { json } = await fixture.caller.post(`${root}/user`, { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' });
    const { sub } = json as { sub: string };
    await expectApplied({ version: 1, clients: { app: SERVICE } });

    const answer = await apply({
      version: 1,
      clients: { app: { ...SERVICE, clientType: 'Public', grantType: 'AuthorizationCode' }, [sub]: SERVICE },
    });

    const pointers = (answer.json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual([`/clients/${sub}`, '/clients/app/clientType'].toSorted());
  });

  it('keeps the secret of an identity provider, and requires one for a new one', async () => {
    const { providers } = createFullConfiguration(upstream.issuer);
    const { clientSecret: _secret, ...northwind } = providers.northwind;
    const refused = await apply({ version: 1, providers: { northwind } });
    expect(refused.json).toMatchObject({ errors: [{ pointer: '/providers/northwind/clientSecret' }] });
    await expectApplied({ version: 1, providers });

    await expectApplied({ version: 1, providers: { northwind: { ...northwind, displayName: 'Other' } } });
    expect((await fixture.caller.get(`${root}/provider/northwind`)).json).toMatchObject({ hasClientSecret: true, displayName: 'Other' });
    const { changes } = await expectApplied({ version: 1, providers: { northwind: { ...providers.northwind, clientSecret: 'another' } } });
    expect(changes).toContainEqual({ path: '/providers/northwind/clientSecret', action: 'Replace', from: null, to: null });
    const unreachable = { ...providers.northwind, issuer: 'https://127.0.0.1:9' };
    expect((await apply({ version: 1, providers: { unreachable } })).json).toMatchObject({
      errors: [{ pointer: '/providers/unreachable/issuer' }],
    });
  });

  it('requires the permission of each section', async () => {
    const limited = fixture.management.as(await createKey(['domain:write', 'client:write']));
    const send = (document: object): Promise<Answer> => limited.put(`${root}/configuration`, document);

    expect((await send({ version: 1, clients: { app: SERVICE } })).status).toBe(200);
    expect(await send({ version: 1, clients: {}, roles: {}, webhooks: {} })).toMatchObject({
      status: 403,
      json: { type: '/problems/permission-denied', detail: expect.stringContaining('role:write, webhook:write') },
    });
    expect(await limited.get(`${root}/configuration`)).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('role:read') },
    });
  });
});

describe('a YAML document', () => {
  const sendYaml = (text: string): Promise<Answer> => apply(text, { headers: { 'Content-Type': 'application/yaml' } });

  it('is applied, with comments', async () => {
    expect((await sendYaml(`# ours\nversion: 1 # the first\nclients:\n  app:\n${dump(SERVICE).replaceAll(/^/gm, '    ')}`)).status).toBe(
      200,
    );
    expect((await readDocument()).clients).toEqual({ app: SERVICE });
  });

  it.each([
    ['repeated keys', 'version: 1\nversion: 1', 'line 2'],
    ['aliases', 'a: &a {}\nversion: 1\nclients: { a: *a }', 'alias'],
    ['infinite numbers', 'version: .inf', '.inf'],
    ['broken syntax', 'version: [1', 'line'],
  ])('is refused for %s', async (_name, text, detail) => {
    expect(await sendYaml(text)).toMatchObject({ status: 400, json: { errors: [{ detail: expect.stringContaining(detail) }] } });
  });

  it('is read only as a configuration', async () => {
    const call = { method: 'PUT', headers: { 'Content-Type': 'application/yaml' }, body: 'name: Bank' };

    expect(kindOf(await fixture.caller.send(`${root}/branding`, call))).toBe('415 /problems/unsupported-media-type');
  });
});

/** Stores a token of each client of the domain, as the auth server does. */
async function issueTokens(): Promise<void> {
  await fixture.rows.query(
    `INSERT INTO oidc_payload (domain_id, model, hash, payload, client_id)
     SELECT domain_id, 'AccessToken', sha256(gen_random_uuid()::text::bytea), '{}', client_id
     FROM client JOIN domain ON domain.id = domain_id WHERE domain.name = $1`,
    [root.split('/').at(-1)],
  );
}

type ClientState = {
  active: boolean;
  deactivated: string | null;
  revision: string;
  /** The number of those that were issued to it. */
  tokens: number;
};

/** Of the clients of the domain, by their ids. */
async function readStates(): Promise<Record<string, ClientState>> {
  const rows = await fixture.rows.query<ClientState & { id: string }>(
    `SELECT client_id AS id, active, deactivated_at::text AS deactivated, client.revision::text,
       (SELECT count(*)::int FROM oidc_payload WHERE domain_id = client.domain_id AND client_id = client.client_id) AS tokens
     FROM client JOIN domain ON domain.id = domain_id WHERE domain.name = $1`,
    [root.split('/').at(-1)],
  );
  return Object.fromEntries(rows.map(({ id, ...state }) => [id, state]));
}

async function createKey(permissions: readonly string[]): Promise<string> {
  const apiKey = `latchkey_${randomUUID()}`;
  await fixture.rows.query(
    `INSERT INTO api_key (subscription_id, name, hash, permissions) SELECT subscription_id, 'limited', $2, $3 FROM domain WHERE name = $1`,
    [root.split('/').at(-1), createHash('sha256').update(apiKey).digest(), permissions],
  );
  return apiKey;
}
