import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { openPersistence, type Persistence } from '../persistence.fixture.js';
import type { Findings } from './verification.entity.js';
import { VerificationRepository, type Check, type CheckResult } from './verification.repository.js';

const GOOD: Findings = { diagnoses: [], proved: true, pointsHere: true, zone: 'example.com', targetAddresses: ['192.0.2.1'] };
const BAD: Findings = { ...GOOD, diagnoses: [{ code: 'proof-missing', detail: 'No proof.', fix: 'Make it.' }], proved: false };
const RIGHT: CheckResult = { findings: GOOD, statusDetail: null };
const WRONG: CheckResult = { findings: BAD, statusDetail: 'No proof.' };
const HELD: CheckResult = { findings: BAD, statusDetail: 'Another one has it.' };

const QUEUE = 'domain-verification';

let persistence: Persistence;
let rows: Rows;
let verifications: VerificationRepository;
let names = 0;
let name: string;

beforeAll(async () => {
  persistence = await openPersistence();
  rows = persistence.rows;
  verifications = new VerificationRepository(persistence.database);
});

beforeEach(() => {
  name = `name-${(names += 1)}.example.com`;
});

afterAll(() => persistence.end());

/** A claim to the name, by a subscription of its own. */
async function claim(values: Row = {}): Promise<Check> {
  const domainId = await rows.domain({ name, status: 'pending', verified_at: null, ...values });
  await verifications.create(domainId);
  return checkOf(domainId);
}

/** A check of the present attempt. */
async function checkOf(domainId: string): Promise<Check> {
  return { domainId, name, token: (await verifications.find(domainId))!.token };
}

interface State extends Row {
  status: string;
  status_detail: string | null;
  held: boolean;
  revision: string;
  /** Seconds. */
  rest: number | null;
}

async function stateOf({ domainId }: Check): Promise<State> {
  const [state] = await rows.query<State>(
    `SELECT status, status_detail, verified_at IS NOT NULL AS held, revision, extract(epoch FROM next_check_at - now())::float AS rest
     FROM domain WHERE id = $1`,
    [domainId],
  );
  return state!;
}

/** Lets time pass: the attempt, or the degradation, began so long ago. */
async function age({ domainId }: Check, interval: string): Promise<void> {
  await rows.query(`UPDATE verification SET since = now() - $2::interval WHERE domain_id = $1`, [domainId, interval]);
}

async function due({ domainId }: Check): Promise<void> {
  await rows.query('UPDATE domain SET next_check_at = now() WHERE id = $1', [domainId]);
}

describe('a claim', () => {
  it('is due at once, with a token of its own', async () => {
    const claims = [await claim(), await claim()];

    expect(claims.map(({ token }) => token)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(claims[0]!.token).not.toBe(claims[1]!.token);
    expect(await verifications.listDue(QUEUE, 1_000)).toEqual(expect.arrayContaining(claims.map(({ domainId }) => domainId)));
  });

  it('is checked when it is due, or when somebody asks', async () => {
    const check = await claim();
    expect(await verifications.findCheck(check.domainId, true)).toEqual(check);

    await verifications.recordMiss(check, WRONG, true);

    expect(await verifications.findCheck(check.domainId, true)).toBeNull();
    expect(await verifications.findCheck(check.domainId, false)).toEqual(check);
    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await due(check);
    expect(await verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it('is not kept waiting by how many others its neighbours have', async () => {
    const { id: subscription_id } = await rows.insert('subscription');
    const many = await Promise.all(Array.from({ length: 5 }, (_, n) => claim({ subscription_id, name: `${n}.${name}` })));
    const one = await claim();
    await rows.query(`UPDATE domain SET next_check_at = now() - interval '9 hours' WHERE id = ANY ($1)`, [
      many.map(({ domainId }) => domainId),
    ]);
    await rows.query(`UPDATE domain SET next_check_at = now() - interval '8 hours' WHERE id = $1`, [one.domainId]);

    const [first, second] = await verifications.listDue(QUEUE, 2);

    expect(many.map(({ domainId }) => domainId)).toContain(first);
    expect(second).toBe(one.domainId);
  });

  it('is left alone while its job has failed and rests', async () => {
    const check = await claim();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'failed', attempts: 5 };
    await rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });

    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    await rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    expect(await verifications.listDue(QUEUE, 1_000)).toContain(check.domainId);
  });

  it('is not said to have a job once its worker was killed and no check is due', async () => {
    const check = await claim();
    const job = { domain_id: check.domainId, queue: QUEUE, state: 'running', attempts: 1 };
    await rows.insert('job_state', { ...job, next_attempt_at: new Date(Date.now() + 60_000) });
    const forgotten = async (): Promise<boolean> => {
      await verifications.forgetNeedless(QUEUE);
      return (await rows.query('SELECT 1 FROM job_state WHERE domain_id = $1', [check.domainId])).length === 0;
    };

    await verifications.recordSuccess(check, RIGHT, HELD);
    expect(await forgotten()).toBe(false);
    await rows.query('UPDATE job_state SET next_attempt_at = now() WHERE domain_id = $1', [check.domainId]);
    await due(check);
    expect(await forgotten()).toBe(false);
    await verifications.recordSuccess(check, RIGHT, HELD);
    expect(await forgotten()).toBe(true);
  });

  it.each(['failed', 'deleting'])('is not checked once it is %s', async (status) => {
    const check = await claim({ status });
    await due(check);

    expect(await verifications.findCheck(check.domainId, false)).toBeNull();
    expect(await verifications.listDue(QUEUE, 1_000)).not.toContain(check.domainId);
    expect(await verifications.recordSuccess(check, RIGHT, HELD)).toBeNull();
    expect(await verifications.recordMiss(check, WRONG, true)).toBeNull();
    expect(await stateOf(check)).toMatchObject({ status, held: false });
  });

  it('is looked at every 5 seconds for a minute, then ever more seldom, for 7 days', async () => {
    const check = await claim();
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
      await age(check, time);
      expect(await verifications.recordMiss(check, WRONG, true)).toEqual({ was: 'pending', is: 'pending' });
      const { rest, ...state } = await stateOf(check);
      expect(state).toMatchObject({ status: 'pending', status_detail: 'No proof.', held: false });
      expect(rest).toBeGreaterThan(least - 1);
      expect(rest).toBeLessThanOrEqual(most);
    }
    await age(check, '7 days');

    expect(await verifications.recordMiss(check, WRONG, true)).toEqual({ was: 'pending', is: 'failed' });

    expect(await stateOf(check)).toMatchObject({ status: 'failed', rest: null, held: false });
    expect((await checkOf(check.domainId)).token).not.toBe(check.token);
  });

  it('that has failed begins anew, and a check of the attempt before counts for nothing', async () => {
    const check = await claim();
    await age(check, '8 days');
    await verifications.recordMiss(check, WRONG, true);

    expect(await verifications.restart(check.domainId, 'Again.')).toBe(true);

    expect(await verifications.restart(check.domainId, 'Again.')).toBe(false);
    expect(await stateOf(check)).toMatchObject({ status: 'pending', status_detail: 'Again.' });
    expect(await verifications.recordSuccess(check, RIGHT, HELD)).toBeNull();
    expect(await stateOf(check)).toMatchObject({ status: 'pending' });
    expect(await verifications.recordSuccess(await checkOf(check.domainId), RIGHT, HELD)).toEqual({
      was: 'pending',
      is: 'active',
      failed: [],
    });
  });
});

describe('the first proof', () => {
  it('wins: the domain serves, and every other claim to the name fails with the reason', async () => {
    const [winner, ...losers] = [await claim(), await claim(), await claim()];
    const before = await stateOf(winner!);

    const success = await verifications.recordSuccess(winner!, RIGHT, HELD);

    expect(success).toEqual({ was: 'pending', is: 'active', failed: expect.any(Array) });
    expect((success as { failed: string[] }).failed.toSorted()).toEqual(losers.map(({ domainId }) => domainId).toSorted());

    const after = await stateOf(winner!);
    expect(after).toMatchObject({ status: 'active', status_detail: null, held: true });
    expect(Number(after.revision)).toBeGreaterThan(Number(before.revision));
    expect(after.rest).toBeGreaterThan(22.9 * 3_600);
    expect(after.rest).toBeLessThanOrEqual(25 * 3_600);
    for (const loser of losers) {
      expect(await stateOf(loser)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false, rest: null });
      expect((await checkOf(loser.domainId)).token).not.toBe(loser.token);
    }
  });

  it('is that of one of many that prove the same name at once', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim()));

    const outcomes = await Promise.all(claims.map((check) => verifications.recordSuccess(check, RIGHT, HELD)));

    expect(outcomes.filter((outcome) => outcome !== null && outcome !== 'held')).toHaveLength(1);
    const states = await Promise.all(claims.map(stateOf));
    expect(states.map(({ status }) => status).toSorted()).toEqual(['active', ...Array<string>(7).fill('failed')]);
  });

  it('comes too late for a name that another domain holds already', async () => {
    await rows.domain({ name });
    const check = await claim();

    expect(await verifications.recordSuccess(check, RIGHT, HELD)).toBe('held');
    expect(await verifications.recordFailure(check, HELD)).toBe(true);

    expect(await stateOf(check)).toMatchObject({ status: 'failed', status_detail: 'Another one has it.', held: false });
    expect(await verifications.recordFailure(check, HELD)).toBe(false);
  });
});

describe('a domain that serves', () => {
  async function active(): Promise<Check> {
    const check = await claim();
    await verifications.recordSuccess(check, RIGHT, HELD);
    return check;
  }

  it('stays active, with its revision, as long as all is right', async () => {
    const check = await active();
    const { revision } = await stateOf(check);

    expect(await verifications.recordSuccess(check, RIGHT, HELD)).toEqual({ was: 'active', is: 'active', failed: [] });
    expect(await stateOf(check)).toMatchObject({ status: 'active', revision });
  });

  it('is degraded when it no longer leads here, holds its name for 7 days, and then loses it', async () => {
    const check = await active();
    await age(check, '100 days');

    expect(await verifications.recordMiss(check, WRONG, true)).toEqual({ was: 'active', is: 'degraded' });
    const first = await stateOf(check);
    expect(first).toMatchObject({ status: 'degraded', status_detail: 'No proof.', held: true });
    expect(first.rest).toBeLessThanOrEqual(5);
    await age(check, '6 days 23 hours');
    expect(await verifications.recordMiss(check, WRONG, true)).toEqual({ was: 'degraded', is: 'degraded' });
    const last = await stateOf(check);
    expect(last).toMatchObject({ status: 'degraded', held: true });
    expect(last.rest).toBeLessThanOrEqual(3_600);
    await age(check, '7 days');
    expect(await verifications.recordMiss(check, WRONG, true)).toEqual({ was: 'degraded', is: 'failed' });

    expect(await stateOf(check)).toMatchObject({ status: 'failed', held: false, rest: null });
    const next = await claim();
    expect(await verifications.recordSuccess(next, RIGHT, HELD)).toEqual({ was: 'pending', is: 'active', failed: [] });
  });

  it('is active again as soon as it leads here again', async () => {
    const check = await active();
    await verifications.recordMiss(check, WRONG, true);

    expect(await verifications.recordSuccess(check, RIGHT, HELD)).toEqual({ was: 'degraded', is: 'active', failed: [] });
    expect(await stateOf(check)).toMatchObject({ status: 'active', status_detail: null, held: true });
  });

  it('loses nothing by a check that found nothing out', async () => {
    const check = await active();
    await age(check, '100 days');

    expect(await verifications.recordMiss(check, WRONG, false)).toEqual({ was: 'active', is: 'active' });
    expect((await stateOf(check)).rest).toBeLessThanOrEqual(300);
    await verifications.recordMiss(check, WRONG, true);
    await age(check, '100 days');
    expect(await verifications.recordMiss(check, WRONG, false)).toEqual({ was: 'degraded', is: 'degraded' });
    const { held, rest } = await stateOf(check);
    expect({ held, rest: Math.ceil(rest!) }).toEqual({ held: true, rest: 14_400 });
  });
});
