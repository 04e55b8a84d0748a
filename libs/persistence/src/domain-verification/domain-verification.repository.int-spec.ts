import { describe, expect, it } from '@jest/globals';
import type { Row } from '../../../../test/support/rows.js';
import type { DnsFindings } from './domain-verification.entity.js';
import type { DomainCheck, DomainCheckResult } from './domain-verification.repository.js';
import { SUCCESS, useDomainVerificationFixture, VERIFIED_FINDINGS } from './domain-verification.fixture.js';

const MISSING_FINDINGS: DnsFindings = {
  ...VERIFIED_FINDINGS,
  diagnoses: [{ code: 'proof-missing', detail: 'No proof.', fix: 'Make it.' }],
  proved: false,
};
const MISSING_CHALLENGE: DomainCheckResult = { findings: MISSING_FINDINGS, statusDetail: 'No proof.' };
const HELD_BY_ANOTHER: DomainCheckResult = { findings: MISSING_FINDINGS, statusDetail: 'Another one has it.' };

const QUEUE = 'domain-verification';

const fixture = useDomainVerificationFixture();

interface DomainState extends Row {
  status: string;
  status_detail: string | null;
  held: boolean;
  revision: string;
  /** Seconds. */
  rest: number | null;
}

async function readState({ domainId }: DomainCheck): Promise<DomainState> {
  const [state] = await fixture.rows.query<DomainState>(
    `SELECT status, status_detail, verified_at IS NOT NULL AS held, revision, extract(epoch FROM next_check_at - now())::float AS rest
     FROM domain WHERE id = $1`,
    [domainId],
  );
  return state!;
}

/** Backdates the start of the attempt or degradation. */
async function backdateAttempt({ domainId }: DomainCheck, interval: string): Promise<void> {
  await fixture.rows.query(`UPDATE domain_verification SET since = now() - $2::interval WHERE domain_id = $1`, [domainId, interval]);
}

async function makeDue({ domainId }: DomainCheck): Promise<void> {
  await fixture.rows.query('UPDATE domain SET next_check_at = now() WHERE id = $1', [domainId]);
}

describe('claims to a domain name', () => {
  it('are due immediately, with a new token', async () => {
    const claims = [await fixture.createPendingDomain(), await fixture.createPendingDomain()];
    expect(claims.map(({ token }) => token)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(claims[0]!.token).not.toBe(claims[1]!.token);
    expect(await fixture.verifications.listDue(QUEUE, 1_000)).toEqual(expect.arrayContaining(claims.map(({ domainId }) => domainId)));
  });

  it('are checked when due or on request', async () => {
    const check = await fixture.createPendingDomain();
    expect(await fixture.verifications.findCheck(check.domainId, true)).toEqual(check);
    await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true);
    expect(await fixture.verifications.findCheck(check.domainId, true)).toBeNull();
    expect(await fixture.verifications.findCheck(check.domainId, false)).toEqual(check);
    expect(await fixture.verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await makeDue(check);
    expect(await fixture.verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it("do not wait for other subscriptions' many domains", async () => {
    const { id: subscription_id } = await fixture.rows.insert('subscription');
    const many = await Promise.all(
      Array.from({ length: 5 }, (_, n) => fixture.createPendingDomain({ subscription_id, name: `${n}.${fixture.name}` })),
    );
    const one = await fixture.createPendingDomain();
    await fixture.rows.query(`UPDATE domain SET next_check_at = now() - interval '9 hours' WHERE id = ANY ($1)`, [
      many.map(({ domainId }) => domainId),
    ]);
    await fixture.rows.query(`UPDATE domain SET next_check_at = now() - interval '8 hours' WHERE id = $1`, [one.domainId]);
    const [first, second] = await fixture.verifications.listDue(QUEUE, 2);

    expect(many.map(({ domainId }) => domainId)).toContain(first);
    expect(second).toBe(one.domainId);
  });

  it('are not enqueued while their failed job waits', async () => {
    const check = await fixture.createPendingDomain();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'failed', attempts: 5 };
    await fixture.rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });

    expect(await fixture.verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await fixture.rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    expect(await fixture.verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it('have no job once their worker was killed and no check is due', async () => {
    const check = await fixture.createPendingDomain();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'running', attempts: 1 };
    await fixture.rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });
    const forgotten = async (): Promise<boolean> => {
      await fixture.verifications.deleteObsoleteJobs(QUEUE);
      return (await fixture.rows.query('SELECT 1 FROM job_state WHERE domain_id = $1', [check.domainId])).length === 0;
    };

    await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    expect(await forgotten()).toBe(false);
    await fixture.rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    await makeDue(check);
    expect(await forgotten()).toBe(false);
    await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    expect(await forgotten()).toBe(true);
  });

  it.each(['failed', 'deleting'])('are not checked once they are %s', async (status) => {
    const check = await fixture.createPendingDomain({ status });
    await makeDue(check);

    expect(await fixture.verifications.findCheck(check.domainId, false)).toBeNull();
    expect(await fixture.verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    expect(await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toBeNull();
    expect(await readState(check)).toMatchObject({ status, held: false });
  });

  it('are checked every 5 seconds for a minute, then less and less often, for 7 days', async () => {
    const check = await fixture.createPendingDomain();
    const rests: [string, number, number][] = [
      ['0 seconds', 4, 5],
      ['55 seconds', 4, 5],
      ['61 seconds', 13, 17],
      ['1 hour', 809, 991],
      ['1 day', 14_399 * 0.9, 14_400],
      ['6 days 20 hours', 14_398, 14_400],
      ['6 days 23 hours', 3_598, 3_600],
    ];
    for (const [time, min, max] of rests) {
      await backdateAttempt(check, time);
      expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'pending', is: 'pending' });
      const { rest, ...state } = await readState(check);
      expect(state).toMatchObject({ status: 'pending', status_detail: 'No proof.', held: false });
      expect(rest).toBeGreaterThan(min - 1);
      expect(rest).toBeLessThanOrEqual(max);
    }
    await backdateAttempt(check, '7 days');

    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'pending', is: 'failed' });

    expect(await readState(check)).toMatchObject({ status: 'failed', rest: null, held: false });
    expect((await fixture.getCheck(check.domainId)).token).not.toBe(check.token);
  });

  it('start a new attempt after they failed, and ignore a check of the previous attempt', async () => {
    const check = await fixture.createPendingDomain();
    await backdateAttempt(check, '8 days');
    await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true);

    expect(await fixture.verifications.restart(check.domainId, 'Again.')).toBe(true);

    expect(await fixture.verifications.restart(check.domainId, 'Again.')).toBe(false);
    expect(await readState(check)).toMatchObject({ status: 'pending', status_detail: 'Again.' });
    expect(await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    expect(await readState(check)).toMatchObject({ status: 'pending' });
    expect(await fixture.verifications.recordSuccess(await fixture.getCheck(check.domainId), SUCCESS, HELD_BY_ANOTHER)).toEqual({
      was: 'pending',
      is: 'active',
      failed: [],
    });
  });
});

describe('first verification of a name', () => {
  it('wins: the domain serves, and every other claim to the name fails with the reason', async () => {
    const [winner, ...losers] = [
      await fixture.createPendingDomain(),
      await fixture.createPendingDomain(),
      await fixture.createPendingDomain(),
    ];
    const before = await readState(winner!);

    const success = await fixture.verifications.recordSuccess(winner!, SUCCESS, HELD_BY_ANOTHER);

    expect(success).toEqual({ was: 'pending', is: 'active', failed: expect.any(Array) });
    expect((success as { failed: string[] }).failed.toSorted()).toEqual(losers.map(({ domainId }) => domainId).toSorted());

    const after = await readState(winner!);
    expect(after).toMatchObject({ status: 'active', status_detail: null, held: true });
    expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
    expect(after.rest).toBeGreaterThan(22.9 * 3_600);
    expect(after.rest).toBeLessThanOrEqual(25 * 3_600);
    for (const loser of losers) {
      expect(await readState(loser)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false, rest: null });
      expect((await fixture.getCheck(loser.domainId)).token).not.toBe(loser.token);
    }
  });

  it('succeeds for one of many that verify the same name concurrently', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => fixture.createPendingDomain()));

    const outcomes = await Promise.all(claims.map((check) => fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)));

    expect(outcomes.filter((outcome) => outcome !== null && outcome !== 'held')).toHaveLength(1);
    const states = await Promise.all(claims.map(readState));
    expect(states.map(({ status }) => status).toSorted()).toEqual(['active', ...Array<string>(7).fill('failed')]);
  });

  it('comes too late for a name that another domain already holds', async () => {
    await fixture.rows.domain({ name: fixture.name });
    const check = await fixture.createPendingDomain();

    expect(await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBe('held');
    expect(await fixture.verifications.recordFailure(check, HELD_BY_ANOTHER)).toBe(true);

    expect(await readState(check)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false });
    expect(await fixture.verifications.recordFailure(check, HELD_BY_ANOTHER)).toBe(false);
  });
});

describe('check result while the domain is marked for deletion', () => {
  it.each([
    ['success', (check: DomainCheck) => fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)],
    ['miss', (check: DomainCheck) => fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)],
  ])('changes nothing: %s', async (_kind, record) => {
    const check = await fixture.createPendingDomain();
    const deletion = await fixture.persistence.openTransaction(() =>
      fixture.persistence.database.manager.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [check.domainId]),
    );
    const recorded = record(check);
    await fixture.rows.untilBlocked(1);
    await deletion.end();

    expect([await recorded, await readState(check)]).toMatchObject([null, { status: 'deleting', held: false }]);
  });
});

describe('verified domains', () => {
  async function active(): Promise<DomainCheck> {
    const check = await fixture.createPendingDomain();
    await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    return check;
  }

  it('stay active, with their revision, as long as everything is right', async () => {
    const check = await active();
    const { revision } = await readState(check);

    expect(await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toEqual({
      was: 'active',
      is: 'active',
      failed: [],
    });
    expect(await readState(check)).toMatchObject({ status: 'active', revision });
  });

  it('are degraded when they no longer point here, and lose their name after 7 days', async () => {
    const check = await active();
    await backdateAttempt(check, '100 days');

    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'active', is: 'degraded' });
    const first = await readState(check);
    expect(first).toMatchObject({ status: 'degraded', status_detail: 'No proof.', held: true });
    expect(first.rest).toBeLessThanOrEqual(5);
    await backdateAttempt(check, '6 days 23 hours');
    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'degraded', is: 'degraded' });
    const last = await readState(check);
    expect(last).toMatchObject({ status: 'degraded', held: true });
    expect(last.rest).toBeLessThanOrEqual(3_600);
    await backdateAttempt(check, '7 days');
    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'degraded', is: 'failed' });

    expect(await readState(check)).toMatchObject({ status: 'failed', held: false, rest: null });
    const next = await fixture.createPendingDomain();
    expect(await fixture.verifications.recordSuccess(next, SUCCESS, HELD_BY_ANOTHER)).toEqual({
      was: 'pending',
      is: 'active',
      failed: [],
    });
  });

  it('are active again as soon as they point here again', async () => {
    const check = await active();
    await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true);

    expect(await fixture.verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toEqual({
      was: 'degraded',
      is: 'active',
      failed: [],
    });
    expect(await readState(check)).toMatchObject({ status: 'active', status_detail: null, held: true });
  });

  it('are not affected by a check without a result', async () => {
    const check = await active();
    await backdateAttempt(check, '100 days');

    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, false)).toEqual({ was: 'active', is: 'active' });
    expect((await readState(check)).rest).toBeLessThanOrEqual(300);
    await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, true);
    await backdateAttempt(check, '100 days');
    expect(await fixture.verifications.recordMiss(check, MISSING_CHALLENGE, false)).toEqual({ was: 'degraded', is: 'degraded' });
    const { held, rest } = await readState(check);
    expect({ held, rest: Math.ceil(rest!) }).toEqual({ held: true, rest: 14_400 });
  });
});
