import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { PgBouncer } from '../../../../test/support/pgbouncer.js';
import { sql } from '../../../../test/support/sql.js';
import { connect } from './connect.js';
import { createDataSource } from './data-source.fixture.js';
import { migrate } from '../migrate.js';

const REFUSAL = /^DATABASE_URL: the pooler .* set its pool_mode to session/;

let database: TestDatabase;
let pooler: PgBouncer | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
  await database.drop();
});

async function connectTo(url: string): Promise<string> {
  const source = await connect(createDataSource({ url, poolSize: 2, ...TEST_TIMEOUTS }), () => undefined);
  try {
    const [row] = (await source.query('SHOW statement_timeout')) as { statement_timeout: string }[];
    return row?.statement_timeout ?? '';
  } finally {
    await source.destroy();
  }
}

describe('a database behind PgBouncer', () => {
  it('is migrated and used in session mode, with statement limits', async () => {
    await sql(database.url, 'DROP SCHEMA public CASCADE');
    await sql(database.url, 'CREATE SCHEMA public');
    pooler = await PgBouncer.before(database.url);

    await migrate(pooler.url);

    expect(await connectTo(pooler.url)).toBe('20s');
  });

  it.each([
    ['transaction', '1'],
    ['transaction', '20'],
    ['statement', '1'],
    ['statement', '20'],
  ])('is rejected in %s mode with %s sessions', async (mode, size) => {
    pooler = await PgBouncer.before(database.url, { pool_mode: mode, default_pool_size: size });

    await expect(connectTo(pooler.url)).rejects.toThrow(REFUSAL);
    await expect(migrate(pooler.url)).rejects.toThrow(REFUSAL);
  });
});

it('accepts a database without a pooler', async () => {
  expect(await connectTo(database.url)).toBe('20s');
});
