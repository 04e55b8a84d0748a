import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { openQueuePool } from './queue-pool.js';
import { QUEUES } from './queues.js';
import { createRetryingPostgresBackend } from './retrying-postgres-backend.js';

let database: TestDatabase;
let network: TcpProxy;
let pools: Pool[];
let waitErrors: unknown[];

beforeEach(async () => {
  database = await createTestDatabase();
  network = await TcpProxy.before(database.url);
  pools = [];
  waitErrors = [];
});

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  network.close();
  await database.drop();
});

async function open(hasWorkers = true): Promise<Pool> {
  const pool = await openQueuePool({ databaseUrl: network.through(database.url), hasWorkers }, (error) => waitErrors.push(error));
  pools.push(pool);
  return pool;
}

/** The queue's tables, found by their unqualified names as in BullMQ. */
async function countJobs(pool: Pool): Promise<unknown> {
  return (await pool.query('SELECT count(*)::integer AS jobs FROM job')).rows[0];
}

describe('queue connections', () => {
  it('find the tables, which are created once for any number of processes', async () => {
    const opened = await Promise.all([open(), open(), open()]);

    expect(await Promise.all(opened.map(countJobs))).toEqual([{ jobs: 0 }, { jobs: 0 }, { jobs: 0 }]);
    expect(waitErrors).toEqual([]);
  });

  it('wait for a database that does not exist yet', async () => {
    network.cut();
    const opening = open();
    await eventually(() => waitErrors.length > 0);

    network.restore();

    expect(await countJobs(await opening)).toEqual({ jobs: 0 });
  });

  it('serve a queue and a worker of each kind without a warning of Node.js', async () => {
    const connection = await open();
    const warnings: Error[] = [];
    const collect = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', collect);

    const users = Object.values(QUEUES).flatMap((name) => [
      new Queue(name, { connection }, createRetryingPostgresBackend),
      new Worker(name, null, { connection, autorun: false }, createRetryingPostgresBackend),
    ]);
    await Promise.all(users.map((user) => user.waitUntilReady()));
    await Promise.all(users.map((user) => user.close()));
    process.off('warning', collect);

    expect(warnings).toEqual([]);
  });

  it('are limited to two in a process that only adds jobs, however many jobs it adds at a time', async () => {
    const connection = await open(false);
    const queues = Object.values(QUEUES).map((name) => new Queue(name, { connection }, createRetryingPostgresBackend));

    await Promise.all([...queues, ...queues].map((queue) => queue.add('any', {})));
    const { rows } = await connection.query(`SELECT count(*)::integer AS open FROM pg_stat_activity WHERE application_name = 'latchkey jobs'
      AND datname = current_database()`);
    const jobs = await countJobs(connection);
    await Promise.all(queues.map((queue) => queue.close()));

    expect({ ...rows[0], jobs }).toEqual({ open: 2, jobs: { jobs: 2 * queues.length } });
  });

  it('can break, in use or idle, without ending the process, and are replaced', async () => {
    const pool = await open();
    const [inUse, idle] = await Promise.all([pool.connect(), pool.connect()]);
    idle.release();
    const ended = new Promise((resolve) => inUse.once('end', resolve));

    network.cut();
    await ended;
    inUse.release(true);
    network.restore();

    expect(await eventually(() => countJobs(pool).catch(() => null))).toEqual({ jobs: 0 });
  });
});
