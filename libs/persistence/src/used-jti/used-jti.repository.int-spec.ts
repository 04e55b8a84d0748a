import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UsedJtiRepository, type JtiUse } from './used-jti.repository.js';

const AT_ONCE = 100;
const BATCH = 20;

let persistence: PersistenceFixture;
let domainId: string;
/** One for each of two replicas. */
let repositories: UsedJtiRepository[];

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  repositories = [1, 2].map(() => new UsedJtiRepository(persistence.database));
});

beforeEach(async () => {
  domainId = await persistence.rows.domain();
});

afterAll(() => persistence.end());

function use(jti: string, changes: Partial<JtiUse> = {}): JtiUse {
  return { domainId, hash: createHash('sha256').update(jti).digest(), lifetime: 60, ...changes };
}

describe('uses of a JWT', () => {
  it('are first only once, also within one statement, and separately for each domain', async () => {
    const other = { domainId: await persistence.rows.domain() };
    const [one] = repositories;

    expect(await one!.record([use('a'), use('b'), use('a'), use('a', other)])).toEqual([true, true, false, true]);
    expect(await one!.record([use('b'), use('c'), use('a', other)])).toEqual([false, true, false]);
  });

  it('within a transaction count only if it commits', async () => {
    const [one] = repositories;
    const failing = persistence.database.transaction(async () => {
      expect(await one!.recordWithin(use('within'))).toBe(true);
      throw new Error('rolled back');
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect([await one!.recordWithin(use('within')), await one!.recordWithin(use('within'))]).toEqual([true, false]);
  });

  it('are first only once for concurrent statements of several replicas, whatever their order', async () => {
    const shared = Array.from({ length: BATCH }, (_none, n) => use(`shared-${n}`));
    const batches = Array.from({ length: AT_ONCE }, (_none, n) => (n % 2 === 0 ? shared : shared.toReversed()));

    const answers = await Promise.all(batches.map((batch, n) => repositories[n % 2]!.record(batch)));

    expect(answers.flat().filter(Boolean)).toHaveLength(BATCH);
  });

  it('are rejected in a domain that is gone, while the others of the statement are recorded', async () => {
    const gone = { domainId: '00000000-0000-4000-8000-000000000000' };

    expect(await repositories[0]!.record([use('a', gone), use('a')])).toEqual([false, true]);
  });

  it('are forgotten after their lifetime, and not before', async () => {
    const [one] = repositories;
    await one!.record([use('expired', { lifetime: -1 }), use('valid', { lifetime: 600 })]);

    expect([await one!.deleteExpired(10), await one!.deleteExpired(10)]).toEqual([1, 0]);
    expect(await one!.record([use('expired'), use('valid')])).toEqual([true, false]);
  });
});
