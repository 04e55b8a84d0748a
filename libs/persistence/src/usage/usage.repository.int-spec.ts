import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UsageRepository, type UsageIncrement } from './usage.repository.js';

const GONE = '00000000-0000-4000-8000-000000000000';
const [DAY, NEXT_DAY] = ['2026-11-25', '2026-11-26'];

let persistence: PersistenceFixture;
let usage: UsageRepository;
let domainId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  usage = new UsageRepository(persistence.database);
});

beforeEach(async () => {
  domainId = await persistence.rows.domain();
});

afterAll(() => persistence.end());

const tokens = (subject: string, count: number, domain = domainId): UsageIncrement => ({ domainId: domain, kind: 'token', subject, count });

async function addUser(): Promise<{ domainId: string; sub: string }> {
  const { sub } = await persistence.rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
  return { domainId, sub };
}

const list = async (from = DAY, to = NEXT_DAY) => usage.list(domainId, await usage.listDates(domainId, { from, to }));

describe('stored usage of a domain', () => {
  it('is the sum of all increments by day, client and method', async () => {
    await usage.addIncrements(DAY, [tokens('a', 2), tokens('b', 1), { domainId, kind: 'sign_in', subject: 'passkey', count: 3 }]);
    await usage.addIncrements(DAY, [tokens('a', 5)]);
    await usage.addIncrements(NEXT_DAY, [tokens('a', 1)]);

    expect(await list()).toEqual([
      { date: DAY, tokens: { a: 7, b: 1 }, signIns: { passkey: 3 }, activeUsers: 0 },
      { date: NEXT_DAY, tokens: { a: 1 }, signIns: {}, activeUsers: 0 },
    ]);
    expect(await list(NEXT_DAY, '2026-12-31')).toHaveLength(1);
    expect(await list('2026-11-01', '2026-11-24')).toEqual([]);
  });

  it('is stored for other domains if one fails, and the error names that domain', async () => {
    const failing = await persistence.rows.domain();
    const others = await Promise.all(Array.from({ length: 4 }, () => persistence.rows.domain()));
    await persistence.rows.query(`ALTER TABLE usage_count ADD CONSTRAINT refused CHECK (domain_id <> '${failing}') NOT VALID`);
    const domains = [domainId, failing, ...others];

    const adding = usage.addIncrements(
      DAY,
      domains.map((id) => tokens('a', 2, id)),
    );
    await expect(adding).rejects.toMatchObject({ failures: [{ domainId: failing, error: expect.any(Error) }] });

    const counts = await persistence.rows.query('SELECT count::integer FROM usage_count WHERE domain_id = ANY ($1)', [domains]);
    expect(counts).toEqual([domainId, ...others].map(() => ({ count: 2 })));
    await persistence.rows.query('ALTER TABLE usage_count DROP CONSTRAINT refused');
  });

  it('loses no increment of concurrent processes, whatever their order', async () => {
    const batch = Array.from({ length: 20 }, (_none, n) => tokens(`client-${n}`, 1));

    await Promise.all(Array.from({ length: 20 }, (_none, n) => usage.addIncrements(DAY, n % 2 === 0 ? batch : batch.toReversed())));

    const [day] = await list();
    expect(Object.values(day!.tokens)).toEqual(batch.map(() => 20));
  });

  it('counts a user once a day, even if several processes report the user at the same time', async () => {
    const [jane, john] = [await addUser(), await addUser()];

    await Promise.all(Array.from({ length: 10 }, () => usage.addActiveUsers(DAY, [jane, john])));
    await usage.addActiveUsers(NEXT_DAY, [jane]);

    expect((await list()).map(({ activeUsers }) => activeUsers)).toEqual([2, 1]);
  });

  it('keeps the count of deleted users, and forgets when they were active', async () => {
    const jane = await addUser();
    await usage.addActiveUsers(DAY, [jane]);
    await persistence.rows.query('DELETE FROM end_user WHERE sub = $1', [jane.sub]);
    await usage.addActiveUsers(NEXT_DAY, [jane]);

    expect((await list()).map(({ activeUsers }) => activeUsers)).toEqual([1]);
    expect(await persistence.rows.count('user_activity', `domain_id = '${domainId}'`)).toBe(0);
  });

  it('excludes domains that are gone or in deletion, but not the others of the statement', async () => {
    const deleting = await persistence.rows.domain({ status: 'deleting' });
    await usage.addIncrements(DAY, [tokens('a', 1, GONE), tokens('a', 1, deleting), tokens('a', 1)]);

    expect(await persistence.rows.count('usage_count', `domain_id IN ('${GONE}', '${deleting}')`)).toBe(0);
    expect(await list()).toHaveLength(1);
  });
});
