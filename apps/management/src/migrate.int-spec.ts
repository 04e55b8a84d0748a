import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { eventually } from '../../../test/support/eventually.js';
import { Rows } from '../../../test/support/rows.js';
import { ServiceProcess } from '../../../test/support/service-process.js';

let database: TestDatabase;
let rows: Rows;
let blocker: Rows;
let migration: ServiceProcess;

beforeEach(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  blocker = new Rows(database.url);
});

afterEach(async () => {
  await migration.kill();
  await Promise.all([rows.end(), blocker.end()]);
  await database.drop();
});

async function countLocks(): Promise<number> {
  const [row] = await rows.query<{ locks: number }>(`
    SELECT count(*)::integer AS locks FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`);
  return row!.locks;
}

describe('the migration process', () => {
  it('ends on SIGTERM as process 1 must, and PostgreSQL releases its lock although a statement is under way', async () => {
    await blocker.query('BEGIN; LOCK TABLE migration IN ACCESS EXCLUSIVE MODE');
    migration = new ServiceProcess('apps/management/src/migrate.js', { DATABASE_URL: database.url });
    await eventually(async () => (await countLocks()) === 1);

    expect(await migration.stop()).toEqual({ code: 143, signal: null });

    expect(migration.stderr).toBe('SIGTERM: stopped; run the migrations again\n');
    await eventually(async () => (await countLocks()) === 0);
  });
});
