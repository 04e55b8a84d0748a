import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { RemovedIdentityProviderUsersRepository } from './removed-identity-provider-users.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let removedUsers: RemovedIdentityProviderUsersRepository;
let key: { domainId: string; name: string };

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  removedUsers = new RemovedIdentityProviderUsersRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  await rows.query('DELETE FROM job_state');
  key = { domainId: await rows.domain(), name: 'north:wind_%' };
});

const expireLeases = () => rows.query(`UPDATE job_state SET next_attempt_at = now() - interval '1 second'`);
async function enqueueDueJob(): Promise<void> {
  await removedUsers.enqueue(key);
  await expireLeases();
}
const leaseConcurrently = (count: number) => Promise.all(Array.from({ length: count }, () => removedUsers.lease()));

describe('removal of users of an identity provider', () => {
  it('is leased to one worker at a time', async () => {
    await enqueueDueJob();

    const taken = (await leaseConcurrently(5)).filter((claim) => claim !== null);

    expect(taken).toEqual([{ ...key, attempts: 1 }]);
    await removedUsers.complete(taken[0]!);
    expect(await rows.count('job_state', 'true')).toBe(0);
  });

  it('does not block a worker from another removal while its lease is not committed', async () => {
    await enqueueDueJob();
    await removedUsers.enqueue({ ...key, name: 'south' });
    await rows.query(`UPDATE job_state SET next_attempt_at = now() WHERE queue LIKE '%south'`);
    const first = await persistence.openTransaction(() => removedUsers.lease());

    expect(await removedUsers.lease()).toMatchObject({ name: 'south' });
    await first.end();
  });

  it('passes to another worker when the lease ends without a renewal', async () => {
    await enqueueDueJob();
    const lost = (await removedUsers.lease())!;
    await expireLeases();

    const taken = await removedUsers.lease();

    expect(taken).toEqual({ ...key, attempts: 2 });
    // A worker that counted as dead but was only slow can no longer complete the removal.
    await removedUsers.complete(lost);
    await removedUsers.renew(lost);
    expect(await rows.count('job_state', `state = 'running' AND attempts = 2`)).toBe(1);
  });

  it('stays with a worker that renews its lease', async () => {
    await enqueueDueJob();
    const claim = (await removedUsers.lease())!;
    await expireLeases();

    await removedUsers.renew(claim);

    expect(await removedUsers.lease()).toBe(null);
  });

  it('is retried soon after the first failed attempt, and later after each further one', async () => {
    await enqueueDueJob();
    const pause = () =>
      rows.query(`SELECT state, last_error, round(extract(epoch FROM next_attempt_at - now()))::integer AS seconds FROM job_state`);

    await removedUsers.fail((await removedUsers.lease())!, 'The disk is full.');
    expect(await pause()).toEqual([{ state: 'waiting', last_error: 'The disk is full.', seconds: 2 }]);
    await expireLeases();
    const claim = (await removedUsers.lease())!;
    await removedUsers.fail(claim, 'It still is.');
    expect(await pause()).toEqual([{ state: 'waiting', last_error: 'It still is.', seconds: 4 }]);
    await rows.query('UPDATE job_state SET attempts = 100');
    await removedUsers.fail({ ...claim, attempts: 100 }, 'It still is.');
    expect(await pause()).toMatchObject([{ seconds: 30 }]);
  });

  it('is not completed by a worker that started before it was requested again', async () => {
    await enqueueDueJob();
    const early = (await removedUsers.lease())!;
    await removedUsers.enqueue(key);

    await removedUsers.complete(early);

    expect(await removedUsers.lease()).toBe(null);
    await expireLeases();
    expect(await removedUsers.lease()).toMatchObject(key);
  });

  it('ignores domains in deletion and jobs of other kinds', async () => {
    await enqueueDueJob();
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [key.domainId]);
    await rows.insert('job_state', { domain_id: await rows.domain(), queue: 'domain-verification', next_attempt_at: new Date(0) });

    expect(await removedUsers.lease()).toBe(null);
  });

  it('can be aborted', async () => {
    await rows.insert('end_user', {
      domain_id: key.domainId,
      identity_provider: key.name,
      upstream_issuer: 'https://x.example',
      upstream_sub: 'x',
    });

    expect(await removedUsers.endSessions(key, async () => false)).toBe(false);
    expect(await removedUsers.endSessions(key)).toBe(true);
  });
});
