import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../test/support/database.js';
import { Rows } from '../../../test/support/rows.js';
import { createDataSource } from './connection/data-source.fixture.js';
import { Database } from './connection/database.js';
import { migrate } from './migrate.js';
import { ChooseSigningAlgorithms1795141815000 } from './migrations/1795141815000-choose-signing-algorithms.js';
import { migrations } from './migrations/index.js';

let database: TestDatabase;
let rows: Rows;

beforeEach(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  await rows.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

afterEach(async () => {
  await rows.end();
  await database.drop();
});

const names = () => migrations.map(({ name }) => name);

async function applied(): Promise<string[]> {
  const found = await rows.query<{ name: string }>('SELECT name FROM migration ORDER BY timestamp, id');
  return found.map(({ name }) => name);
}

async function withSource<T>(work: (source: ReturnType<typeof createDataSource>) => Promise<T>): Promise<T> {
  const source = await createDataSource({ url: database.url, poolSize: 2, ...TEST_TIMEOUTS }).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

const isReady = () => withSource((source) => new Database(source).isReady());

describe('migrate', () => {
  it('applies every migration, oldest first', async () => {
    await migrate(database.url);

    expect(await applied()).toEqual(names());
    expect(await rows.count('subscription')).toBe(0);
  });

  it('changes nothing the second time, and keeps all data', async () => {
    await migrate(database.url);
    await rows.insert('subscription', { name: 'kept' });

    await migrate(database.url);

    expect(await applied()).toEqual(names());
    expect(await rows.query('SELECT name FROM subscription')).toEqual([{ name: 'kept' }]);
  });

  it('applies each migration once when eight replicas start together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => migrate(database.url)));

    expect(await applied()).toEqual(names());
  });

  it('needs no extension, for which an operator would need to be a superuser', async () => {
    await migrate(database.url);

    const untrusted = await rows.query(`
      SELECT extname FROM pg_extension JOIN pg_available_extension_versions AS available ON available.name = extname AND available.version = extversion
      WHERE NOT available.trusted`);
    expect(untrusted).toEqual([]);
  });

  it('logs why it fails, leaves nothing incomplete, and works once the cause is removed', async () => {
    // TypeORM also prints the error.
    const print = jest.spyOn(console, 'log').mockReturnValue();
    await rows.query('CREATE TABLE signing_key (id integer)');

    await expect(migrate(database.url)).rejects.toThrow('relation "signing_key" already exists');
    print.mockRestore();

    expect(await rows.query(`SELECT to_regclass('subscription') AS found`)).toEqual([{ found: null }]);
    await rows.query('DROP TABLE signing_key');
    await migrate(database.url);
    expect(await applied()).toEqual(names());
  });

  it('lets requests through while a long transaction blocks it from a table, and then continues', async () => {
    await migrate(database.url);
    await withSource(async (source) => {
      for (let left = migrations.length; left > migrations.indexOf(ChooseSigningAlgorithms1795141815000); left -= 1)
        await source.undoLastMigration();
    });
    // TypeORM also prints the error.
    const print = jest.spyOn(console, 'log').mockReturnValue();
    // Not from a pool, which closes idle connections.
    const long = new pg.Client(database.url);
    await long.connect();
    await long.query('BEGIN; SELECT FROM domain');

    const migrated = migrate(database.url);
    await rows.untilBlocked(1);
    await rows.query(`BEGIN; SET LOCAL statement_timeout = '8s'; SELECT FROM domain; COMMIT`);
    await long.query('COMMIT');
    await Promise.all([migrated, long.end()]);
    print.mockRestore();

    expect(await applied()).toEqual(names());
  });

  it('can be reverted completely', async () => {
    await migrate(database.url);

    await withSource(async (source) => {
      for (const _ of migrations) await source.undoLastMigration({ transaction: 'each' });
    });

    const left = await rows.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY relname`,
    );
    expect(left).toEqual([{ relname: 'migration' }, { relname: 'migration_id_seq' }]);
  });
});

describe('migrations', () => {
  it('have ascending timestamps in their names, so that they run in order', () => {
    const times = migrations.map(({ name }) => Number(name.slice(-13)));

    expect(times.every((time, index) => time > 1_700_000_000_000 && time > (times[index - 1] ?? 0))).toBe(true);
  });
});

describe('database readiness', () => {
  it('requires the migrations', async () => {
    const before = await isReady();
    await migrate(database.url);

    expect([before, await isReady()]).toEqual([false, true]);
  });

  it('requires every migration of this release, and tolerates newer ones', async () => {
    await migrate(database.url);
    await rows.query(`INSERT INTO migration (timestamp, name) VALUES (9999999999999, 'Newer9999999999999')`);
    const newer = await isReady();
    await rows.query('DELETE FROM migration WHERE name = $1', [names().at(-1)]);

    expect([newer, await isReady()]).toEqual([true, false]);
  });
});
