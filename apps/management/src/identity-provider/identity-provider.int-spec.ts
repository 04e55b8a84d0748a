import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import {
  managementSettings,
  MASTER_KEY,
  startManagement,
  type Caller,
  type StartedManagement,
} from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const SECRET = 'a secret of theirs';
const ISO_TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

let database: TestDatabase;
let rows: Rows;
let upstream: DiscoveryServer;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let path: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  upstream = await DiscoveryServer.start();
  management = await startManagement(database.url, { WORKER: 'off', AUTH_URL: 'https://{domain}' });
  caller = management.as((await createSubscription(database.url)).apiKey);
});

afterAll(async () => {
  await management.stop();
  await upstream.stop();
  await rows.end();
  await database.drop();
});

beforeEach(async () => {
  upstream.recover();
  domain = await caller.registerDomain();
  path = `/v1/domain/${domain}/provider/northwind`;
});

function createRequest(changes: object = {}): object {
  return { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: SECRET, ...changes };
}

async function readRow(): Promise<{ client_secret: Buffer | null; revision: string; name: string; domain_id: string }> {
  const [row] = await sql<{ client_secret: Buffer | null; revision: string; name: string; domain_id: string }>(
    database.url,
    'SELECT provider.* FROM identity_provider AS provider JOIN domain ON domain.id = domain_id WHERE domain.name = $1',
    [domain],
  );
  return row!;
}

const DEFAULTS = {
  name: 'northwind',
  clientId: 'latchkey',
  hasClientSecret: true,
  tokenEndpointAuthMethod: 'client_secret_basic',
  scopes: ['openid', 'profile', 'email'],
  claimMapping: expect.objectContaining({ preferred_username: 'preferred_username', email: 'email', name: 'name' }),
  displayName: 'northwind',
  enabled: true,
  trustEmailVerified: false,
  createUsers: true,
  createdAt: ISO_TIMESTAMP,
  updatedAt: ISO_TIMESTAMP,
};

describe('an identity provider', () => {
  it('has defaults, and lists what to register there; its secret is never shown', async () => {
    const put = await caller.put(path, createRequest());

    const shown = {
      ...DEFAULTS,
      issuer: upstream.issuer,
      redirectUri: `https://${domain}/connect/federation/northwind`,
      postLogoutRedirectUri: `https://${domain}/connect/federation/northwind/signed-out`,
      backchannelLogoutUri: `https://${domain}/connect/federation/northwind/logout`,
      jwksUri: `https://${domain}/.well-known/jwks.json`,
    };
    expect(put).toMatchObject({ status: 200, json: shown });
    expect(await caller.get(path)).toMatchObject({ status: 200, json: put.json });
    expect(await caller.get(path.replace(/\/\w+$/, ''))).toMatchObject({
      status: 200,
      json: [put.json],
      headers: { 'x-total-count': '1' },
    });
    expect(put.text).not.toContain(SECRET);
    expect(upstream.paths).toEqual(['/.well-known/openid-configuration']);
  });

  it('is stored with its secret encrypted', async () => {
    await caller.put(path, createRequest());

    const { client_secret: encryptedSecret } = await readRow();
    expect(encryptedSecret!.includes(SECRET)).toBe(false);
    expect(JSON.stringify(management.events)).not.toContain(SECRET);
  });

  it('is returned as stored', async () => {
    const all = {
      issuer: upstream.issuer,
      clientId: 'latchkey at northwind',
      tokenEndpointAuthMethod: 'client_secret_post',
      scopes: ['openid', 'https://graph.example.com/User.Read'],
      claimMapping: { upn: 'preferred_username', mail: 'email', 'https://example.com/department': 'department' },
      displayName: 'Northwind Bank',
      enabled: false,
      trustEmailVerified: true,
      createUsers: false,
    };

    await caller.put(path, { ...all, clientSecret: SECRET });

    expect(await caller.get(path)).toMatchObject({ json: all });
  });

  it('needs no secret with private_key_jwt, and then has none', async () => {
    await caller.put(path, createRequest());

    const put = await caller.put(path, createRequest({ clientSecret: null, tokenEndpointAuthMethod: 'private_key_jwt' }));

    expect(put).toMatchObject({ status: 200, json: { hasClientSecret: false, tokenEndpointAuthMethod: 'private_key_jwt' } });
    expect((await readRow()).client_secret).toBeNull();
  });

  it('has the same effect when it is repeated', async () => {
    await caller.put(path, createRequest());
    const before = await readRow();

    await caller.put(path, createRequest());
    await caller.put(path, createRequest({ clientSecret: undefined, enabled: true, displayName: 'northwind' }));

    expect(await readRow()).toEqual(before);
    expect(await listLogEntries()).toEqual([['northwind', expect.arrayContaining(['issuer', 'clientId', 'clientSecret'])]]);
  });

  it('keeps its secret if none is given, and accepts a new one', async () => {
    await caller.put(path, createRequest());
    const first = await readRow();
    await caller.put(path, createRequest({ clientSecret: undefined, displayName: 'Northwind' }));
    const second = await readRow();
    await caller.put(path, createRequest({ clientSecret: 'another', displayName: 'Northwind' }));
    const third = await readRow();

    expect(second.client_secret).toEqual(first.client_secret);
    expect(third.client_secret).not.toEqual(first.client_secret);
    expect(new Set([first, second, third].map(({ revision }) => revision)).size).toBe(3);
    expect(await listLogEntries()).toEqual([
      ['northwind', ['clientSecret']],
      ['northwind', ['displayName']],
      ['northwind', expect.arrayContaining(['clientSecret'])],
    ]);
  });

  it('is created once by concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_none, n) => caller.put(path, createRequest({ clientSecret: `secret ${n}` }))),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await caller.get(path.replace(/\/\w+$/, ''))).json).toHaveLength(1);
  });

  it('holds no transaction open while it waits for the network', async () => {
    upstream.setBehavior(() => undefined);
    const put = caller.put(path, createRequest());
    await rows.until('true');

    const [open] = await sql<{ count: number }>(
      database.url,
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`,
    );

    expect(open).toEqual({ count: 0 });
    expect(await put).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
  });

  it('is re-encrypted when master keys rotate', async () => {
    await caller.put(path, createRequest());
    const before = await readRow();
    const settings = { ...managementSettings(database.url), MASTER_KEY: `${Buffer.alloc(32, 9).toString('base64')},${MASTER_KEY}` };
    await sql(database.url, 'DELETE FROM signing_key');
    await sql(database.url, 'DELETE FROM identity_provider WHERE domain_id <> $1', [before.domain_id]);

    const { code, stdout } = await runCli(settings, 'master-key', 'rotate', '--json');

    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"resealed":2}\n' });
    expect((await readRow()).client_secret).not.toEqual(before.client_secret);
  });
});

async function listLogEntries(): Promise<unknown[]> {
  const { json } = await caller.get(`/v1/domain/${domain}/log?type=identity_provider.created&type=identity_provider.updated`);
  return (json as { data: { identityProvider: string; changed: string[] } }[]).map(({ data }) => [data.identityProvider, data.changed]);
}

describe('a provider that is removed', () => {
  async function insertUser(issuer: string): Promise<string> {
    const [row] = await sql<{ id: string }>(database.url, 'SELECT id FROM domain WHERE name = $1', [domain]);
    const values = { domain_id: row!.id, identity_provider: 'northwind', upstream_issuer: issuer, upstream_sub: 'them' };
    const { sub } = await rows.insert<{ sub: string }>('end_user', values);
    await rows.insert('user_count', { domain_id: row!.id, identity_provider: 'northwind' });
    return sub;
  }

  it('no longer exists, while its users do', async () => {
    await caller.put(path, createRequest());
    const insertedUser = await insertUser(upstream.issuer);

    expect(await caller.delete(path)).toMatchObject({ status: 204, text: '' });

    expect(await caller.get(path)).toMatchObject({ status: 404, json: { type: '/problems/provider-not-found' } });
    const listed = (await caller.get(`/v1/domain/${domain}/user?identityprovider=northwind`)).json;
    expect(listed).toMatchObject([{ sub: insertedUser }]);
    expect((await caller.delete(`/v1/domain/${domain}/user/${insertedUser}`)).status).toBe(204);
  });

  it('is logged, and cannot be removed again', async () => {
    await caller.put(path, createRequest());

    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.delete(path)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404, 404]);
    const { json } = await caller.get(`/v1/domain/${domain}/log?type=identity_provider.deleted`);
    expect(json).toMatchObject([{ data: { identityProvider: 'northwind' }, actor: { type: 'api_key' } }]);
  });
});
