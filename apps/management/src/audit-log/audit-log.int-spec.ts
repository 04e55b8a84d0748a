import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { hashEntry, hashStart, type HashedEntry } from './chain/entry-hash.js';

const NDJSON = { Accept: 'application/x-ndjson' };
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders' };
const USER = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

type Entry = HashedEntry & { hash: string };

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
let domain: string;
let domainId: string;
let log: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { WORKER: 'off', RATE_LIMIT: 'off' });
  caller = management.as((await createSubscription(database.url)).apiKey);
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  [{ id: domainId }] = (await rows.query('SELECT id FROM domain WHERE name = $1', [domain])) as [{ id: string }];
  log = `/v1/domain/${domain}/log`;
});

async function list(query = ''): Promise<Entry[]> {
  const { status, json } = await caller.get(`${log}${query}`);
  expect(status).toBe(200);
  return json as Entry[];
}

const types = async (query: string): Promise<string[]> => (await list(query)).map(({ type }) => type);

async function stream(query = ''): Promise<Entry[]> {
  const { status, text, headers } = await caller.get(`${log}${query}`, NDJSON);
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

/** Adds entries as the auth server writes them. */
const addEntries = (count: number): Promise<unknown> =>
  rows.query(
    `INSERT INTO log_entry (domain_id, type, actor_type, actor_id, sub) SELECT $1, 'user.deleted', 'user', $2::text, ($2::text)::uuid FROM generate_series(1, $3::integer)`,
    [domainId, USER, count],
  );

describe('log of a domain', () => {
  it('shows each change with its actor, request, fields and position in the chain, newest first', async () => {
    const { headers } = await caller.put(`/v1/domain/${domain}/client/orders`, CLIENT);

    const [newest, oldest] = await list();

    const { id } = (await rows.query(`SELECT id FROM api_key WHERE name = 'test'`))[0] as { id: string };
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      actor: { type: 'api_key', id, name: 'test' },
      hash: HASH,
    };
    expect(newest).toEqual({
      ...common,
      sequence: 2,
      type: 'client.created',
      user: null,
      client: 'orders',
      data: { changed: expect.arrayContaining(['scope']) },
      requestId: headers['x-request-id'],
      traceId: null,
      previousHash: oldest!.hash,
    });
    expect(oldest).toMatchObject({ ...common, sequence: 1, type: 'domain.created', data: {}, previousHash: hashStart(domainId) });
    for (const { hash, ...entry } of [newest!, oldest!]) expect(hashEntry(entry)).toBe(hash);
  });

  it('can be filtered by types, type families, actor, user, client and request', async () => {
    const { headers } = await caller.put(`/v1/domain/${domain}/client/orders`, CLIENT);
    await caller.post(`/v1/domain/${domain}/client/orders/secret`);
    await addEntries(1);

    expect(await types('?type=client.created')).toEqual(['client.created']);
    expect(await types('?type=user.*&type=domain.created')).toEqual(['user.deleted', 'domain.created']);
    expect(await types('?type=client.*')).toEqual(['client.secret.rotated', 'client.created']);
    expect(await types(`?user=${USER}`)).toEqual(['user.deleted']);
    expect(await types('?client=orders&type=client.secret.*')).toEqual(['client.secret.rotated']);
    expect(await types(`?requestId=${headers['x-request-id'] as string}`)).toEqual(['client.created']);
    expect(await types('?client=unknown')).toEqual([]);
    const [created] = await list('?type=client.created');
    expect(await types(`?actor=${created!.actor.id}&type=client.*`)).toEqual(['client.secret.rotated', 'client.created']);
    expect(await types(`?actor=${USER.toUpperCase()}`)).toEqual(['user.deleted']);
    expect(await types(`?actor=${domainId}`)).toEqual([]);
  });

  it('names the properties that an operator has changed', async () => {
    await caller.put(`/v1/domain/${domain}/client/orders`, CLIENT);
    await caller.put(`/v1/domain/${domain}/client/orders`, { ...CLIENT, scope: 'orders invoices' });
    for (const kind of ['access_token', 'id_token'])
      await caller.put(`/v1/domain/${domain}/${kind}/claims_supported`, [{ scope: 'profile', claims: ['name'] }]);
    await caller.delete(`/v1/domain/${domain}/client/orders`);

    expect((await list('?limit=4')).map(({ type, data }) => [type, data])).toEqual([
      ['client.deleted', {}],
      ['scope.id_token.updated', { scopes: ['profile'] }],
      ['scope.access_token.updated', { scopes: ['profile'] }],
      ['client.updated', { changed: ['scope'] }],
    ]);
  });

  it('reports each invalid parameter', async () => {
    const { status, json } = await caller.get(
      `${log}?type=user.created&type=client.create&actor=j%20ane&user=..&client=%00&after=-1&requestId=`,
    );

    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain('did you mean client.created?');
    expect((json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      'actor',
      'after',
      'client',
      'requestId',
      'type',
      'user',
    ]);
  });

  it('has pages without gaps', async () => {
    await addEntries(6);
    const pages: number[][] = [];

    for (let path: string | undefined = `${log}?limit=3`; path !== undefined;) {
      const { json, headers } = await caller.get(path);
      pages.push((json as Entry[]).map(({ sequence }) => sequence));
      const [, next] = /<([^>]*)>/.exec(String(headers['link'] ?? '')) ?? [];
      path = next && new URL(next).pathname + new URL(next).search;
    }

    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
  });
});

describe('log stream', () => {
  it('contains all entries, oldest first, one per line, and can be resumed after any of them', async () => {
    await addEntries(1_100);

    const all = await stream();
    const rest = await stream('?after=1099');

    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 1_101 }, (_, index) => index + 1));
    expect(rest).toEqual(all.slice(1_099));
    expect(await stream('?after=1101')).toEqual([]);
    expect((await stream('?type=user.*&limit=2')).map(({ sequence }) => sequence)).toEqual([2, 3]);
  });
});

describe('log entries', () => {
  it('follow the entries that were shown earlier if their transaction commits late', async () => {
    await rows.query(`INSERT INTO log_entry (domain_id, type, actor_type) VALUES ($1, 'domain.failed', 'service')`, [domainId]);
    await list();
    // Its id was assigned earlier.
    await rows.query(
      `INSERT INTO log_entry (domain_id, id, type, actor_type) OVERRIDING SYSTEM VALUE
       SELECT $1, min(id) - 1, 'domain.degraded', 'service' FROM log_entry WHERE domain_id = $1`,
      [domainId],
    );

    expect((await stream()).map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'domain.created'],
      [2, 'domain.failed'],
      [3, 'domain.degraded'],
    ]);
  });

  it('get exactly one position, however many processes write and chain', async () => {
    const reads = Array.from({ length: 8 }, () => stream());
    const writes = Array.from({ length: 20 }, () => addEntries(30));
    await Promise.all([...reads, ...writes, ...Array.from({ length: 8 }, () => list())]);

    const all = await stream();

    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 601 }, (_, index) => index + 1));
    expect(all.map(({ previousHash }) => previousHash)).toEqual([hashStart(domainId), ...all.slice(0, -1).map(({ hash }) => hash)]);
  });

  it('get a position from the next process if the first is killed before its commit', async () => {
    await list();
    await addEntries(5);
    await rows.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''ended''; END';
       CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON log_chain DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    const statuses = [(await caller.get(log)).status, (await caller.get(log, NDJSON)).status];
    await rows.query('DROP TRIGGER refuse ON log_chain; DROP FUNCTION refuse');

    expect(statuses).toEqual([500, 500]);
    expect(await rows.count('log_entry', `domain_id = '${domainId}' AND sequence IS NULL`)).toBe(5);
    expect((await stream()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('are not chained if their domain is being deleted', async () => {
    await addEntries(1);
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    expect((await caller.get(log)).status).toBe(404);
    expect(await rows.count('log_chain', `domain_id = '${domainId}'`)).toBe(0);
  });
});
