import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const WAITING = `SELECT count(*)::int AS waiting FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;
/** More than the connections of the pool. */
const WRITES = 12;

let database: TestDatabase;
let management: StartedManagement;
let rows: Rows;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  // Allows two writes at a time; a wait for a lock is longer than a wait for a turn.
  management = await startManagement(database.url, { WORKER: 'off', DATABASE_POOL_SIZE: '6', DATABASE_TIMEOUT: '10000' });
  rows = new Rows(database.url);
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

/** Locks a domain against all changes while some work runs. */
async function whileLocked(domain: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('BEGIN');
  const { rows: ids } = await holder.query<{ id: string }>('SELECT id FROM domain WHERE name = $1 FOR UPDATE', [domain]);
  await holder.query('SELECT pg_advisory_xact_lock(1684367214, hashtext($1))', [ids[0]!.id]);
  try {
    await work();
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
}

/** The response times of other domains while the writes of a domain wait for its lock. */
async function expectOthersServed(busy: string, other: string): Promise<void> {
  await rows.until(`(${WAITING}) = 2`);
  for (let n = 0; n < 5; n += 1) {
    expect((await caller.get(`/v1/domain/${busy}/client`)).status).toBe(200);
    expect((await caller.put(`/v1/domain/${other}/client/app-${n}`, CLIENT)).status).toBe(200);
  }
  expect(await rows.query(WAITING)).toEqual([{ waiting: 2 }]);
}

describe('many writes of one domain', () => {
  it('wait before they take a connection: other domains are served, and all writes succeed', async () => {
    const [busy, other] = [await caller.registerDomain(), await caller.registerDomain()];
    let writes: Promise<{ status: number }>[] = [];

    await whileLocked(busy, async () => {
      writes = Array.from({ length: WRITES }, (_, n) => caller.put(`/v1/domain/${busy}/client/app-${n}`, CLIENT));
      await expectOthersServed(busy, other);
    });

    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(WRITES).fill(200));
  });

  it('get 429 after too long a wait, with and without an Idempotency-Key', async () => {
    const [busy, other] = [await caller.registerDomain(), await caller.registerDomain()];
    await whileLocked(busy, async () => {
      const writes = Array.from({ length: WRITES }, (_, n) =>
        caller.post(
          `/v1/domain/${busy}/user`,
          { preferredUsername: `somebody.${n}`, name: 'Somebody' },
          n % 2 ? { 'Idempotency-Key': randomUUID() } : {},
        ),
      );
      await expectOthersServed(busy, other);

      const answers = await firstOf(writes, WRITES - 2);
      expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
        Array.from({ length: WRITES - 2 }, () => [429, '1']),
      );
      expect(answers[0]).toMatchObject({ json: { type: '/problems/too-many-requests' } });
    });
  });
});

/** @returns the results of the first promises that were fulfilled, as many as given */
function firstOf<T>(promises: Promise<T>[], count: number): Promise<T[]> {
  const first: T[] = [];
  const { promise: all, resolve, reject } = Promise.withResolvers<T[]>();
  const take = async (promise: Promise<T>): Promise<void> => {
    if (first.push(await promise) === count) resolve([...first]);
  };
  for (const promise of promises) take(promise).catch(reject);
  return all;
}
