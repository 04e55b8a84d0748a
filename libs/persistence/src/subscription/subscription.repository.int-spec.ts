import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { SubscriptionRepository } from './subscription.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let subscriptions: SubscriptionRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  subscriptions = new SubscriptionRepository(persistence.database);
});

afterAll(() => persistence.end());

describe('stored subscriptions', () => {
  it('are found by name, as created', async () => {
    const created = await subscriptions.create('Acme GmbH');

    expect(created).toEqual({ id: expect.any(String), name: 'Acme GmbH', quota: null, createdAt: expect.any(Date) });
    expect([await subscriptions.find('Acme GmbH'), await subscriptions.find('acme gmbh')]).toEqual([created, null]);
  });

  it('are created once by ten concurrent calls; the others learn that the name is taken', async () => {
    const created = await Promise.all(Array.from({ length: 10 }, () => subscriptions.create('raced')));

    const [winner, ...others] = created.filter((subscription) => subscription !== null);
    expect(others).toEqual([]);
    expect(await subscriptions.find('raced')).toEqual(winner);
  });

  it('report errors other than a taken name', async () => {
    await expect(subscriptions.create('a\u0000b')).rejects.toMatchObject({ driverError: { code: '22021' } });
  });

  it('are listed together, oldest first', async () => {
    await rows.insert('subscription', { name: 'b', created_at: new Date(Date.UTC(2020, 0, 2)) });
    await rows.insert('subscription', { name: 'a', created_at: new Date(Date.UTC(2020, 0, 3)) });
    await rows.insert('subscription', { name: 'c', created_at: new Date(Date.UTC(2020, 0, 1)) });

    const listed = await subscriptions.list();

    expect(listed.map(({ name }) => name).slice(0, 3)).toEqual(['c', 'b', 'a']);
    expect(listed).toHaveLength(await rows.count('subscription'));
  });
});
