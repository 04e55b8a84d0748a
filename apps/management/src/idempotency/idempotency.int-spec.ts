import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

/** The statuses for a request that has waited too long. Only few changes of a domain may wait; others get 429. */
const COME_AGAIN = [409, 429];
const POLL_OPTIONS = { timeoutMs: 25_000 };

let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let caller: Caller;
/** Answers no query. */
let resolver: Socket;

beforeAll(async () => {
  resolver = createSocket('udp4').bind(0, '127.0.0.1');
  await once(resolver, 'listening');
  database = await createTestDatabase();
  rows = new Rows(database.url);
  management = await startManagement(database.url, { DNS_RESOLVERS: `127.0.0.1:${resolver.address().port}`, WORKER: 'off' });
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
  resolver.close();
});

/** @returns the path that verifies a new custom domain */
async function createPath(name: string): Promise<string> {
  const { status } = await caller.post('/v1/domain', { domain: name });
  expect(status).toBe(201);
  return `/v1/domain/${name}/verify`;
}

const withKey = (key: string) => ({ 'Idempotency-Key': key });
const countReserved = (key: string) => rows.count('idempotency_answer', `key = '${key}' AND lease_id IS NOT NULL`);
const countOpenTransactions = () => rows.count('pg_stat_activity', `datname = current_database() AND state = 'idle in transaction'`);

describe('requests that wait for the network', () => {
  it('hold no transaction in the meantime, and run only once per key', async () => {
    const path = await createPath('slow.example.com');
    const first = caller.post(path, undefined, withKey('slow'));
    await eventually(async () => (await countReserved('slow')) === 1, POLL_OPTIONS);

    await eventually(async () => (await countOpenTransactions()) === 0, POLL_OPTIONS);
    expect(await countReserved('slow')).toBe(1);
    const others = await Promise.all(Array.from({ length: 24 }, () => caller.post(path, undefined, withKey('slow'))));
    const { status, json } = await first;
    const again = await caller.post(path, undefined, withKey('slow'));

    expect([status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(json);
    expect(others.filter((answer) => ![200, ...COME_AGAIN].includes(answer.status))).toEqual([]);
    expect(await countReserved('slow')).toBe(0);
  });

  it('run again if the process died before the response was stored', async () => {
    const path = await createPath('died.example.com');
    await caller.post(path, undefined, withKey('died'));
    await rows.query(
      `UPDATE idempotency_answer SET body = NULL, lease_id = gen_random_uuid(), leased_until = now() + interval '1 minute' WHERE key = 'died'`,
    );
    const busy = await caller.post(path, undefined, withKey('died'));
    await rows.query(`UPDATE idempotency_answer SET leased_until = now() WHERE key = 'died'`);
    const taken = await caller.post(path, undefined, withKey('died'));

    expect([busy.status, taken.status]).toEqual([409, 200]);
    expect(await countReserved('died')).toBe(0);
  });

  it('free their key if they fail', async () => {
    const answer = await caller.post('/v1/domain/unknown.example.com/verify', undefined, withKey('failed'));

    expect(answer.status).toBe(404);
    expect(await rows.count('idempotency_answer', `key = 'failed'`)).toBe(0);
  });
});

it('waits without a connection if another request uses its key, and then asks the client to retry', async () => {
  const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM subscription LIMIT 1');
  let statuses: number[] = [];
  await rows.inTransaction(async (query) => {
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('${id}' || 'used', 0))`);
    const answers = await Promise.all(Array.from({ length: 24 }, () => caller.post('/v1/domain', {}, withKey('used'))));
    statuses = answers.map(({ status }) => status);
  });

  expect(statuses).toContain(409);
  expect(statuses.filter((status) => !COME_AGAIN.includes(status))).toEqual([]);
  expect((await caller.post('/v1/domain', {}, withKey('used'))).status).toBe(201);
});
