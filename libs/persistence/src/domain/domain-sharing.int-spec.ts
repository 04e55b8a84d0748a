import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let domains: DomainRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  domains = new DomainRepository(database);
});

afterAll(() => persistence.end());

/** Runs work in a transaction that stays open until the test ends it. */
async function openTransaction(work: () => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
  const [worked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = database.transaction(async () => {
    await work();
    worked.resolve();
    await release.promise;
  });
  await Promise.race([worked.promise, ended]);
  return {
    end: () => {
      release.resolve();
      return ended;
    },
  };
}

describe('a domain that is shared', () => {
  it.each([
    ['pending', true],
    ['active', true],
    ['degraded', true],
    ['failed', true],
    ['deleting', false],
  ])('is possible while its status is %s: %s', async (status, given) => {
    const id = await rows.domain({ status });

    expect(await database.transaction(() => domains.lockExistingShared(id))).toBe(given);
  });

  it('must exist', async () => {
    expect(await database.transaction(() => domains.lockExistingShared(UNKNOWN_ID))).toBe(false);
  });

  it('blocks neither one another nor those that lock it', async () => {
    const id = await rows.domain();
    const sharing = await openTransaction(() => domains.lockExistingShared(id));
    const locking = await openTransaction(() => domains.lockExisting(id));

    expect(await database.transaction(() => domains.lockExistingShared(id))).toBe(true);

    await Promise.all([sharing.end(), locking.end()]);
  });

  it('is deleted after concurrent changes have ended, and cannot change from then on', async () => {
    const id = await rows.domain();
    const sharing = await openTransaction(() => domains.lockExistingShared(id));
    const deletion = domains.markDeleting(id);
    await rows.untilBlocked(1);
    const late = database.transaction(() => domains.lockExistingShared(id));
    await rows.untilBlocked(2);

    expect((await domains.find(id))!.status).toBe('active');
    await sharing.end();

    expect([await deletion, await late]).toEqual([true, false]);
  });

  it('is deleted despite a close sequence of changes', async () => {
    const id = await rows.domain();
    const given: boolean[] = [];
    const changeAgainAndAgain = async () => {
      do given.push(await database.transaction(() => domains.lockExistingShared(id)));
      while (given.at(-1));
    };
    const changes = Array.from({ length: 8 }, changeAgainAndAgain);

    expect(await domains.markDeleting(id)).toBe(true);

    await Promise.all(changes);
    expect(given.filter((each) => !each)).toHaveLength(8);
  });
});
