import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../data-source.js';
import { Database } from '../database.js';
import { SubscriptionRepository } from './subscription.repository.js';

let test: TestDatabase;
let source: DataSource;
let rows: Rows;
let subscriptions: SubscriptionRepository;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  source = await createDataSource({ url: test.url, poolSize: 12, statementTimeout: 10_000, queryTimeout: 10_000 }).initialize();
  subscriptions = new SubscriptionRepository(new Database(source));
});

afterAll(async () => {
  await source.destroy();
  await rows.end();
  await test.drop();
});

describe('a subscription', () => {
  it('is found by its name as it was made', async () => {
    const created = await subscriptions.create('Acme GmbH');

    expect(created).toEqual({ id: expect.any(String), name: 'Acme GmbH', createdAt: expect.any(Date) });
    expect([await subscriptions.find('Acme GmbH'), await subscriptions.find('acme gmbh')]).toEqual([created, null]);
  });

  it('is made once by ten who try at once; the others learn that the name is taken', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => subscriptions.create('raced')));

    const [winner, ...others] = created.filter((subscription) => subscription !== null);
    expect(others).toEqual([]);
    expect(await subscriptions.find('raced')).toEqual(winner);
  });

  it('fails to be made for a reason that is no taken name: it is said, not swallowed', async () => {
    await expect(subscriptions.create('a\u0000b')).rejects.toMatchObject({ driverError: { code: '22021' } });
  });

  it('is listed with all others, oldest first', async () => {
    await rows.insert('subscription', { name: 'b', created_at: new Date(Date.UTC(2020, 0, 2)) });
    await rows.insert('subscription', { name: 'a', created_at: new Date(Date.UTC(2020, 0, 3)) });
    await rows.insert('subscription', { name: 'c', created_at: new Date(Date.UTC(2020, 0, 1)) });

    const listed = await subscriptions.list();

    expect(listed.map(({ name }) => name).slice(0, 3)).toEqual(['c', 'b', 'a']);
    expect(listed).toHaveLength(await rows.count('subscription'));
  });
});
