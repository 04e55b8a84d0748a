import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../data-source.js';
import { Database } from '../database.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';

let test: TestDatabase;
let source: DataSource;
let rows: Rows;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  source = await createDataSource({ url: test.url, poolSize: 4, statementTimeout: 10_000, queryTimeout: 10_000 }).initialize();
});

afterAll(async () => {
  await source.destroy();
  await rows.end();
  await test.drop();
});

it('what was counted in a window that has ended is removed, in batches; the rest goes on counting', async () => {
  const database = new Database(source);
  const limiter = new RateLimiter(database, { name: 'test', requests: 2, window: 600 });
  for (const key of ['one', 'two', 'three', 'present']) await limiter.consume(key);
  await rows.query(`UPDATE rate_limit SET expire = 1 WHERE key <> 'test:present'`);
  const counts = new RateLimitRepository(database);

  expect([await counts.deleteExpired(2), await counts.deleteExpired(2), await counts.deleteExpired(2)]).toEqual([2, 1, 0]);

  expect(await rows.query('SELECT key FROM rate_limit')).toEqual([{ key: 'test:present' }]);
  expect(await limiter.consume('present')).toMatchObject({ allowed: true, remaining: 0 });
});
