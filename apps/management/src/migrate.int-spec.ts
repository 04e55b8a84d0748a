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

/** Its sessions: all, those that hold the migration lock, and those whose statement waits for the blocker. */
async function countSessions(): Promise<{ all: number; locking: number; blocked: number }> {
  const [counts] = await rows.query<{ all: number; locking: number; blocked: number }>(`
    SELECT count(*)::integer AS all,
      (count(*) FILTER (WHERE pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)))::integer AS locking,
      (count(*) FILTER (WHERE wait_event_type = 'Lock'))::integer AS blocked
    FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey'`);
  return counts!;
}

describe('migration process', () => {
  it('exits on SIGTERM as process 1 must, and PostgreSQL cancels its statement and releases its lock', async () => {
    await blocker.query('BEGIN; LOCK TABLE migration IN ACCESS EXCLUSIVE MODE');
    migration = new ServiceProcess('apps/management/src/migrate.js', { DATABASE_URL: database.url });
    await eventually(async () => {
      const { locking, blocked } = await countSessions();
      return locking === 1 && blocked === 1;
    });

    expect(await migration.stop()).toEqual({ code: 143, signal: null });

    expect(migration.stderr).toBe('SIGTERM: stopped; run the migrations again\n');
    // Before the pool closes the blocking connection after ten seconds.
    await eventually(async () => (await countSessions()).all === 0, { timeoutMs: 5_000 });
  });
});
