import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { openPersistence, type Persistence } from '../persistence.fixture.js';
import { RemovedIdentityProviderUsersRepository } from './removed-identity-provider-users.repository.js';

let persistence: Persistence;
let rows: Rows;
let former: RemovedIdentityProviderUsersRepository;
let key: { domainId: string; name: string };

beforeAll(async () => {
  persistence = await openPersistence();
  rows = persistence.rows;
  former = new RemovedIdentityProviderUsersRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  await rows.query('DELETE FROM job_state');
  key = { domainId: await rows.domain(), name: 'north:wind_%' };
});

const lapse = () => rows.query(`UPDATE job_state SET next_attempt_at = now() - interval '1 second'`);
async function owe(): Promise<void> {
  await former.owe(key);
  await lapse();
}
const claims = (count: number) => Promise.all(Array.from({ length: count }, () => former.claim()));

describe('that users are to be cleared away after', () => {
  it('is taken on by one, and by nobody else for a while', async () => {
    await owe();

    const taken = (await claims(5)).filter((claim) => claim !== null);

    expect(taken).toEqual([{ ...key, attempts: 1 }]);
    await former.settle(taken[0]!);
    expect(await rows.count('job_state', 'true')).toBe(0);
  });

  it('is taken on by another one, if whoever did says nothing any more', async () => {
    await owe();
    const lost = (await former.claim())!;
    await lapse();

    const taken = await former.claim();

    expect(taken).toEqual({ ...key, attempts: 2 });
    // Who was taken for dead, and was slow, has no say any more.
    await former.settle(lost);
    await former.renew(lost);
    expect(await rows.count('job_state', `state = 'running' AND attempts = 2`)).toBe(1);
  });

  it('is put off while whoever does it is alive', async () => {
    await owe();
    const claim = (await former.claim())!;
    await lapse();

    await former.renew(claim);

    expect(await former.claim()).toBe(null);
  });

  it('is tried again soon after an attempt that failed, and later after each that fails', async () => {
    await owe();
    const pause = () =>
      rows.query(`SELECT state, last_error, round(extract(epoch FROM next_attempt_at - now()))::integer AS seconds FROM job_state`);

    await former.fail((await former.claim())!, 'The disk is full.');
    expect(await pause()).toEqual([{ state: 'waiting', last_error: 'The disk is full.', seconds: 2 }]);
    await lapse();
    const claim = (await former.claim())!;
    await former.fail(claim, 'It still is.');
    expect(await pause()).toEqual([{ state: 'waiting', last_error: 'It still is.', seconds: 4 }]);
    await rows.query('UPDATE job_state SET attempts = 100');
    await former.fail({ ...claim, attempts: 100 }, 'It still is.');
    expect(await pause()).toMatchObject([{ seconds: 30 }]);
  });

  it('is not settled by one who began before it was owed anew', async () => {
    await owe();
    const early = (await former.claim())!;
    await former.owe(key);

    await former.settle(early);

    expect(await former.claim()).toBe(null);
    await lapse();
    expect(await former.claim()).toMatchObject(key);
  });

  it('is nothing that is done in a domain that is deleted anyway, and no job of another kind', async () => {
    await owe();
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [key.domainId]);
    await rows.insert('job_state', { domain_id: await rows.domain(), queue: 'domain-verification', next_attempt_at: new Date(0) });

    expect(await former.claim()).toBe(null);
  });

  it('can be broken off', async () => {
    await rows.insert('end_user', {
      domain_id: key.domainId,
      identity_provider: key.name,
      upstream_issuer: 'https://x.example',
      upstream_sub: 'x',
    });

    expect(await former.end(key, async () => false)).toBe(false);
    expect(await former.end(key)).toBe(true);
  });
});
