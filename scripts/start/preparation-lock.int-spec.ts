import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { eventually } from '../../test/support/eventually.js';
import { sql } from '../../test/support/sql.js';
import { withPreparationLock } from './preparation-lock.mjs';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

describe('two starts on one database', () => {
  it('prepare it one after the other, even if the first one fails', async () => {
    const done: string[] = [];
    const { promise: failed, reject } = Promise.withResolvers<never>();
    const work = () => failed.finally(() => done.push('first'));
    const first = withPreparationLock(database.url, work).catch(() => null);
    await eventually(() => waiting('granted'));
    const second = withPreparationLock(database.url, () => Promise.resolve(done.push('second')));
    await eventually(() => waiting('NOT granted'));

    reject(new Error('killed'));
    await Promise.all([first, second]);

    expect(done).toEqual(['first', 'second']);
  });
});

async function waiting(state: string): Promise<boolean> {
  const query = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND ${state} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await sql(database.url, query)).length > 0;
}
