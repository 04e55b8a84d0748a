import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { TokenBudgetRepository, type TokenBudget } from './token-budget.repository.js';

let persistence: PersistenceFixture;
let budgets: TokenBudgetRepository;
let budget: TokenBudget & { owner: { domainId: string; clientId: string } };

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  budgets = new TokenBudgetRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  budget = { owner: { domainId: await persistence.rows.domain(), clientId: 'batch' }, period: 'day', limit: 10 };
  await persistence.rows.insert('client', { domain_id: budget.owner.domainId, client_id: 'batch' });
});

const granted = async (block: number, of: TokenBudget = budget) => (await budgets.lease(of, block))?.granted;
const shiftWindow = (interval: string) =>
  persistence.rows.query(`UPDATE client_token_budget SET window_start = window_start + $2::interval WHERE domain_id = $1`, [
    budget.owner.domainId,
    interval,
  ]);

describe('a token budget', () => {
  it('is leased in blocks, then its rest, then nothing', async () => {
    expect([await granted(4), await granted(4), await granted(4), await granted(4)]).toEqual([4, 4, 2, 0]);
  });

  it('is not exceeded by the first lease', async () => {
    expect([await granted(40), await granted(1)]).toEqual([10, 0]);
  });

  it('is divided exactly among concurrent leases', async () => {
    const leases = await Promise.all(Array.from({ length: 30 }, () => granted(1, { ...budget, limit: 20 })));

    expect(leases.toSorted()).toEqual([...new Array<number>(10).fill(0), ...new Array<number>(20).fill(1)]);
  });

  it('grants nothing beyond a limit that was lowered, and the difference of one that was raised', async () => {
    await granted(8);

    expect(await granted(1, { ...budget, limit: 5 })).toBe(0);
    expect(await granted(9, { ...budget, limit: 11 })).toBe(3);
  });

  it('begins anew with each window, in one row', async () => {
    await granted(10);
    await shiftWindow('-24 hours');

    expect([await granted(7), await granted(7)]).toEqual([7, 3]);
    expect(
      await persistence.rows.query('SELECT leased FROM client_token_budget WHERE domain_id = $1', [budget.owner.domainId]),
    ).toHaveLength(1);
  });

  it('does not begin anew if the clock is set back', async () => {
    await granted(9);
    await shiftWindow('24 hours');

    expect([await granted(7), await granted(7)]).toEqual([1, 0]);
  });

  it('ends with the minute or day of UTC', async () => {
    const [row] = await persistence.rows.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const lease = await budgets.lease(budget, 1);
    const minute = await budgets.lease({ ...budget, period: 'minute' }, 1);

    const now = row!.now.getTime();
    expect(Math.abs(lease!.remainingMs - (86_400_000 - (now % 86_400_000)))).toBeLessThan(5_000);
    expect(minute!.remainingMs).toBeLessThanOrEqual(60_000);
    expect(((now + minute!.remainingMs) % 60_000) / 60_000 < 0.1 || ((now + minute!.remainingMs) % 60_000) / 60_000 > 0.9).toBe(true);
  });

  it('counts how often it was found used up in its window', async () => {
    const counts = [];
    for (const block of [9, 9, 1, 1]) counts.push((await budgets.lease(budget, block))!.refusals);
    await shiftWindow('-24 hours');
    counts.push((await budgets.lease(budget, 1))!.refusals);

    expect(counts).toEqual([0, 0, 1, 2, 0]);
  });

  it('is separate for each period, client and domain', async () => {
    await granted(10);
    const other = await persistence.rows.domain();
    await persistence.rows.insert('client', { domain_id: other, client_id: 'batch' });
    await persistence.rows.insert('client', { domain_id: budget.owner.domainId, client_id: 'reports' });

    const { owner } = budget;
    const others = [{ period: 'minute' as const }, { owner: { ...owner, domainId: other } }, { owner: { ...owner, clientId: 'reports' } }];
    expect(await Promise.all(others.map((each) => granted(3, { ...budget, ...each })))).toEqual([3, 3, 3]);
  });

  it('is nothing for a client or a subscription that was deleted', async () => {
    expect(await budgets.lease({ ...budget, owner: { ...budget.owner, clientId: 'unknown' } }, 1)).toBeNull();
    expect(await budgets.lease({ ...budget, owner: { subscriptionId: randomUUID() } }, 1)).toBeNull();
  });

  it('of a subscription is divided exactly among concurrent leases, and ends with it', async () => {
    const { id: subscriptionId } = await persistence.rows.insert<{ id: string }>('subscription');
    const ofSubscription: TokenBudget = { owner: { subscriptionId }, period: 'day', limit: 20 };

    const leases = await Promise.all(Array.from({ length: 30 }, () => granted(1, ofSubscription)));
    await persistence.rows.query('DELETE FROM subscription WHERE id = $1', [subscriptionId]);

    expect(leases.toSorted()).toEqual([...new Array<number>(10).fill(0), ...new Array<number>(20).fill(1)]);
    expect(await persistence.rows.query('SELECT FROM subscription_token_budget WHERE subscription_id = $1', [subscriptionId])).toEqual([]);
  });
});
