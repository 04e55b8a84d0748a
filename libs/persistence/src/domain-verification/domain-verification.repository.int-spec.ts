import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import type { DnsFindings } from './domain-verification.entity.js';
import { DomainVerificationRepository, type DomainCheck, type DomainCheckResult } from './domain-verification.repository.js';

const VERIFIED_FINDINGS: DnsFindings = {
  diagnoses: [],
  proved: true,
  pointsHere: true,
  zone: 'example.com',
  targetAddresses: ['192.0.2.1'],
};
const MISSING_FINDINGS: DnsFindings = {
  ...VERIFIED_FINDINGS,
  diagnoses: [{ code: 'proof-missing', detail: 'No proof.', fix: 'Make it.' }],
  proved: false,
};
const SUCCESS: DomainCheckResult = { findings: VERIFIED_FINDINGS, statusDetail: null };
const MISSING_CHALLENGE: DomainCheckResult = { findings: MISSING_FINDINGS, statusDetail: 'No proof.' };
const HELD_BY_ANOTHER: DomainCheckResult = { findings: MISSING_FINDINGS, statusDetail: 'Another one has it.' };

const QUEUE = 'domain-verification';

let persistence: PersistenceFixture;
let rows: Rows;
let verifications: DomainVerificationRepository;
let names = 0;
let name: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  verifications = new DomainVerificationRepository(persistence.database);
});

beforeEach(() => {
  name = `name-${(names += 1)}.example.com`;
});

afterAll(() => persistence.end());

/** A domain with the name, in a new subscription. */
async function createPendingDomain(values: Row = {}): Promise<DomainCheck> {
  const domainId = await rows.domain({ name, status: 'pending', verified_at: null, ...values });
  await verifications.create(domainId);
  return getCheck(domainId);
}

/** A check of the present attempt. */
async function getCheck(domainId: string): Promise<DomainCheck> {
  return { domainId, name, token: (await verifications.find(domainId))!.token };
}

interface DomainState extends Row {
  status: string;
  status_detail: string | null;
  held: boolean;
  revision: string;
  /** Seconds. */
  rest: number | null;
}

async function readState({ domainId }: DomainCheck): Promise<DomainState> {
  const [state] = await rows.query<DomainState>(
    `SELECT status, status_detail, verified_at IS NOT NULL AS held, revision, extract(epoch FROM next_check_at - now())::float AS rest
     FROM domain WHERE id = $1`,
    [domainId],
  );
  return state!;
}

/** Moves the start of the attempt or degradation into the past. */
async function backdateAttempt({ domainId }: DomainCheck, interval: string): Promise<void> {
  await rows.query(`UPDATE domain_verification SET since = now() - $2::interval WHERE domain_id = $1`, [domainId, interval]);
}

async function makeDue({ domainId }: DomainCheck): Promise<void> {
  await rows.query('UPDATE domain SET next_check_at = now() WHERE id = $1', [domainId]);
}

describe('a claim', () => {
  it('is due immediately, with a new token', async () => {
    const claims = [await createPendingDomain(), await createPendingDomain()];
    expect(claims.map(({ token }) => token)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(claims[0]!.token).not.toBe(claims[1]!.token);
    expect(await verifications.listDue(QUEUE, 1_000)).toEqual(expect.arrayContaining(claims.map(({ domainId }) => domainId)));
  });

  it('is checked when it is due or on request', async () => {
    const check = await createPendingDomain();
    expect(await verifications.findCheck(check.domainId, true)).toEqual(check);
    await verifications.recordMiss(check, MISSING_CHALLENGE, true);
    expect(await verifications.findCheck(check.domainId, true)).toBeNull();
    expect(await verifications.findCheck(check.domainId, false)).toEqual(check);
    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await makeDue(check);
    expect(await verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it("does not wait for other subscriptions' many domains", async () => {
    const { id: subscription_id } = await rows.insert('subscription');
    const many = await Promise.all(Array.from({ length: 5 }, (_, n) => createPendingDomain({ subscription_id, name: `${n}.${name}` })));
    const one = await createPendingDomain();
    await rows.query(`UPDATE domain SET next_check_at = now() - interval '9 hours' WHERE id = ANY ($1)`, [
      many.map(({ domainId }) => domainId),
    ]);
    await rows.query(`UPDATE domain SET next_check_at = now() - interval '8 hours' WHERE id = $1`, [one.domainId]);
    const [first, second] = await verifications.listDue(QUEUE, 2);

    expect(many.map(({ domainId }) => domainId)).toContain(first);
    expect(second).toBe(one.domainId);
  });

  it('is not enqueued while its failed job waits', async () => {
    const check = await createPendingDomain();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'failed', attempts: 5 };
    await rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });

    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    expect(await verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it('has no job once its worker was killed and no check is due', async () => {
    const check = await createPendingDomain();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'running', attempts: 1 };
    await rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });
    const forgotten = async (): Promise<boolean> => {
      await verifications.deleteObsoleteJobs(QUEUE);
      return (await rows.query('SELECT 1 FROM job_state WHERE domain_id = $1', [check.domainId])).length === 0;
    };

    await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    expect(await forgotten()).toBe(false);
    await rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    await makeDue(check);
    expect(await forgotten()).toBe(false);
    await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    expect(await forgotten()).toBe(true);
  });

  it.each(['failed', 'deleting'])('is not checked once it is %s', async (status) => {
    const check = await createPendingDomain({ status });
    await makeDue(check);

    expect(await verifications.findCheck(check.domainId, false)).toBeNull();
    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    expect(await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toBeNull();
    expect(await readState(check)).toMatchObject({ status, held: false });
  });

  it('is checked every 5 seconds for a minute, then less and less often, for 7 days', async () => {
    const check = await createPendingDomain();
    const rests: [string, number, number][] = [
      ['0 seconds', 4, 5],
      ['55 seconds', 4, 5],
      ['61 seconds', 13, 17],
      ['1 hour', 809, 991],
      ['1 day', 14_399 * 0.9, 14_400],
      ['6 days 20 hours', 14_398, 14_400],
      ['6 days 23 hours', 3_598, 3_600],
    ];
    for (const [time, least, most] of rests) {
      await backdateAttempt(check, time);
      expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'pending', is: 'pending' });
      const { rest, ...state } = await readState(check);
      expect(state).toMatchObject({ status: 'pending', status_detail: 'No proof.', held: false });
      expect(rest).toBeGreaterThan(least - 1);
      expect(rest).toBeLessThanOrEqual(most);
    }
    await backdateAttempt(check, '7 days');

    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'pending', is: 'failed' });

    expect(await readState(check)).toMatchObject({ status: 'failed', rest: null, held: false });
    expect((await getCheck(check.domainId)).token).not.toBe(check.token);
  });

  it('starts a new attempt after it failed, and ignores a check of the attempt before', async () => {
    const check = await createPendingDomain();
    await backdateAttempt(check, '8 days');
    await verifications.recordMiss(check, MISSING_CHALLENGE, true);

    expect(await verifications.restart(check.domainId, 'Again.')).toBe(true);

    expect(await verifications.restart(check.domainId, 'Again.')).toBe(false);
    expect(await readState(check)).toMatchObject({ status: 'pending', status_detail: 'Again.' });
    expect(await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    expect(await readState(check)).toMatchObject({ status: 'pending' });
    expect(await verifications.recordSuccess(await getCheck(check.domainId), SUCCESS, HELD_BY_ANOTHER)).toEqual({
      was: 'pending',
      is: 'active',
      failed: [],
    });
  });
});

describe('the first proof', () => {
  it('wins: the domain serves, and every other claim to the name fails with the reason', async () => {
    const [winner, ...losers] = [await createPendingDomain(), await createPendingDomain(), await createPendingDomain()];
    const before = await readState(winner!);

    const success = await verifications.recordSuccess(winner!, SUCCESS, HELD_BY_ANOTHER);

    expect(success).toEqual({ was: 'pending', is: 'active', failed: expect.any(Array) });
    expect((success as { failed: string[] }).failed.toSorted()).toEqual(losers.map(({ domainId }) => domainId).toSorted());

    const after = await readState(winner!);
    expect(after).toMatchObject({ status: 'active', status_detail: null, held: true });
    expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
    expect(after.rest).toBeGreaterThan(22.9 * 3_600);
    expect(after.rest).toBeLessThanOrEqual(25 * 3_600);
    for (const loser of losers) {
      expect(await readState(loser)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false, rest: null });
      expect((await getCheck(loser.domainId)).token).not.toBe(loser.token);
    }
  });

  it('goes to one of many that verify the same name concurrently', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => createPendingDomain()));

    const outcomes = await Promise.all(claims.map((check) => verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)));

    expect(outcomes.filter((outcome) => outcome !== null && outcome !== 'held')).toHaveLength(1);
    const states = await Promise.all(claims.map(readState));
    expect(states.map(({ status }) => status).toSorted()).toEqual(['active', ...Array<string>(7).fill('failed')]);
  });

  it('comes too late for a name that another domain holds already', async () => {
    await rows.domain({ name });
    const check = await createPendingDomain();

    expect(await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toBe('held');
    expect(await verifications.recordFailure(check, HELD_BY_ANOTHER)).toBe(true);

    expect(await readState(check)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false });
    expect(await verifications.recordFailure(check, HELD_BY_ANOTHER)).toBe(false);
  });
});

describe('a domain that serves', () => {
  async function active(): Promise<DomainCheck> {
    const check = await createPendingDomain();
    await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER);
    return check;
  }

  it('stays active, with its revision, as long as everything is right', async () => {
    const check = await active();
    const { revision } = await readState(check);

    expect(await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toEqual({ was: 'active', is: 'active', failed: [] });
    expect(await readState(check)).toMatchObject({ status: 'active', revision });
  });

  it('is degraded when it no longer points here, holds its name for 7 days, and then loses it', async () => {
    const check = await active();
    await backdateAttempt(check, '100 days');

    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'active', is: 'degraded' });
    const first = await readState(check);
    expect(first).toMatchObject({ status: 'degraded', status_detail: 'No proof.', held: true });
    expect(first.rest).toBeLessThanOrEqual(5);
    await backdateAttempt(check, '6 days 23 hours');
    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'degraded', is: 'degraded' });
    const last = await readState(check);
    expect(last).toMatchObject({ status: 'degraded', held: true });
    expect(last.rest).toBeLessThanOrEqual(3_600);
    await backdateAttempt(check, '7 days');
    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, true)).toEqual({ was: 'degraded', is: 'failed' });

    expect(await readState(check)).toMatchObject({ status: 'failed', held: false, rest: null });
    const next = await createPendingDomain();
    expect(await verifications.recordSuccess(next, SUCCESS, HELD_BY_ANOTHER)).toEqual({ was: 'pending', is: 'active', failed: [] });
  });

  it('is active again as soon as it points here again', async () => {
    const check = await active();
    await verifications.recordMiss(check, MISSING_CHALLENGE, true);

    expect(await verifications.recordSuccess(check, SUCCESS, HELD_BY_ANOTHER)).toEqual({ was: 'degraded', is: 'active', failed: [] });
    expect(await readState(check)).toMatchObject({ status: 'active', status_detail: null, held: true });
  });

  it('is not affected by a check without a result', async () => {
    const check = await active();
    await backdateAttempt(check, '100 days');

    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, false)).toEqual({ was: 'active', is: 'active' });
    expect((await readState(check)).rest).toBeLessThanOrEqual(300);
    await verifications.recordMiss(check, MISSING_CHALLENGE, true);
    await backdateAttempt(check, '100 days');
    expect(await verifications.recordMiss(check, MISSING_CHALLENGE, false)).toEqual({ was: 'degraded', is: 'degraded' });
    const { held, rest } = await readState(check);
    expect({ held, rest: Math.ceil(rest!) }).toEqual({ held: true, rest: 14_400 });
  });
});
