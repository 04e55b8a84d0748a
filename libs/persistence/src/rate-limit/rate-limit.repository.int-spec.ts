import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { RateLimitRepository } from './rate-limit.repository.js';
import { RateLimiter } from './rate-limiter.js';

let persistence: PersistenceFixture;
let rows: Rows;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
});

afterAll(() => persistence.end());

it('removes expired counts in batches, and keeps current ones', async () => {
  const { database } = persistence;
  const limiter = new RateLimiter(database, { name: 'test', requests: 2, window: 600 });
  for (const key of ['one', 'two', 'three', 'present']) await limiter.consume(key);
  await rows.query(`UPDATE rate_limit SET expire = 1 WHERE key <> 'test:present'`);
  const counts = new RateLimitRepository(database);

  expect([await counts.deleteExpired(2), await counts.deleteExpired(2), await counts.deleteExpired(2)]).toEqual([2, 1, 0]);

  expect(await rows.query('SELECT key FROM rate_limit')).toEqual([{ key: 'test:present' }]);
  expect(await limiter.consume('present')).toMatchObject({ allowed: true, remaining: 0 });
});
