import { describe, expect, it } from '@jest/globals';
import { useDomainFixture } from './domain.fixture.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const fixture = useDomainFixture();

describe('shared locks on a domain', () => {
  it.each([
    ['pending', true],
    ['active', true],
    ['degraded', true],
    ['failed', true],
    ['deleting', false],
  ])('are granted with the status %s: %s', async (status, given) => {
    const id = await fixture.rows.domain({ status });

    expect(await fixture.database.transaction(() => fixture.domains.lockExistingShared(id))).toBe(given);
  });

  it('require an existing domain', async () => {
    expect(await fixture.database.transaction(() => fixture.domains.lockExistingShared(UNKNOWN_ID))).toBe(false);
  });

  it('block neither each other nor those that lock it', async () => {
    const id = await fixture.rows.domain();
    const sharing = await fixture.openTransaction(() => fixture.domains.lockExistingShared(id));
    const locking = await fixture.openTransaction(() => fixture.domains.lockExisting(id));

    expect(await fixture.database.transaction(() => fixture.domains.lockExistingShared(id))).toBe(true);

    await Promise.all([sharing.end(), locking.end()]);
  });

  it('delay the deletion until concurrent changes have ended, after which nothing changes', async () => {
    const id = await fixture.rows.domain();
    const sharing = await fixture.openTransaction(() => fixture.domains.lockExistingShared(id));
    const deletion = fixture.domains.markDeleting(id);
    await fixture.rows.untilBlocked(1);
    const late = fixture.database.transaction(() => fixture.domains.lockExistingShared(id));
    await fixture.rows.untilBlocked(2);

    expect((await fixture.domains.find(id))!.status).toBe('active');
    await sharing.end();

    expect([await deletion, await late]).toEqual([true, false]);
  });

  it('do not delay the deletion by a close sequence of changes', async () => {
    const id = await fixture.rows.domain();
    const given: boolean[] = [];
    const changeAgainAndAgain = async () => {
      do given.push(await fixture.database.transaction(() => fixture.domains.lockExistingShared(id)));
      while (given.at(-1));
    };
    const changes = Array.from({ length: 8 }, changeAgainAndAgain);

    expect(await fixture.domains.markDeleting(id)).toBe(true);

    await Promise.all(changes);
    expect(given.filter((each) => !each)).toHaveLength(8);
  });
});
