import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { sql } from '../../../../test/support/sql.js';
import { createRetryingPostgresBackend } from './retrying-postgres-backend.js';
import { pauseAfterFailures } from './retrying-worker.js';
import { openQueuePool } from './queue-pool.js';
import { WORKER_OPTIONS } from './worker-options.js';

let database: TestDatabase;
let connection: Pool;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await openQueuePool({ databaseUrl: database.url, hasWorkers: true }, () => undefined);
});

afterAll(async () => {
  await Promise.all(open.map((each) => each.close()));
  await connection.end();
  await database.drop();
});

describe('a queue and a worker created without a database', () => {
  it('accept jobs and run them once the database exists', async () => {
    await sql(database.url, 'ALTER TABLE bullmq.migration RENAME TO migration_elsewhere');
    const queue = new Queue('patience', { connection }, createRetryingPostgresBackend);
    const done: string[] = [];
    const worker = new Worker(
      'patience',
      async ({ name }) => void done.push(name),
      { ...WORKER_OPTIONS, connection, runRetryDelay: 50 },
      createRetryingPostgresBackend,
    );
    open.push(queue, worker);
    const failures: Error[] = [];
    queue.on('error', () => undefined);
    worker.on('error', (error) => failures.push(error));
    pauseAfterFailures(worker as unknown as Worker, 50);
    void worker.run();
    await expect(queue.add('lost', {})).rejects.toThrow();
    await eventually(() => failures.length > 0);

    await sql(database.url, 'ALTER TABLE bullmq.migration_elsewhere RENAME TO migration');
    await queue.add('taken', {});

    expect(await eventually(() => (done.length > 0 ? done : null))).toEqual(['taken']);
  });
});
