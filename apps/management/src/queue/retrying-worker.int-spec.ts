import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { sql } from '../../../../test/support/sql.js';
import { pauseAfterFailures } from './retrying-worker.js';

const PAUSE_MS = 400;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('a worker that cannot fetch a job', () => {
  it('waits before it tries again, and continues once it can', async () => {
    const connection = { connectionString: database.url, schema: 'bullmq', max: 3, migrate: true };
    const queue = new Queue('patience', { connection }, createPostgresBackend);
    // Its idle connections may end with the database.
    queue.on('error', () => undefined);
    await queue.add('kept', {});
    await sql(database.url, 'ALTER TABLE bullmq.job RENAME TO job_elsewhere');
    const [done, failures]: [string[], number[]] = [[], []];

    const worker = new Worker('patience', async ({ name }) => void done.push(name), { connection }, createPostgresBackend);
    worker.on('error', () => failures.push(performance.now()));
    pauseAfterFailures(worker as unknown as Worker, PAUSE_MS);

    await eventually(() => failures.length >= 4);
    const pauses = failures.slice(1).map((time, index) => time - failures[index]!);
    // The first failure may have preceded the call that waits for it.
    expect(Math.min(...pauses.slice(1))).toBeGreaterThan(PAUSE_MS - 50);
    await sql(database.url, 'ALTER TABLE bullmq.job_elsewhere RENAME TO job');
    expect(await eventually(() => (done.length > 0 ? done : null))).toEqual(['kept']);
    await worker.close();
    await queue.close();
  });
});
