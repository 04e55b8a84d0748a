import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { openPersistence, type Persistence } from '../persistence.fixture.js';
import type { Findings } from './verification.entity.js';
import { VerificationRepository, type Check, type CheckResult } from './verification.repository.js';

const GOOD: Findings = { diagnoses: [], proved: true, pointsHere: true, zone: 'example.com', targetAddresses: ['192.0.2.1'] };
const RIGHT: CheckResult = { findings: GOOD, statusDetail: null };
const WRONG: CheckResult = { findings: { ...GOOD, proved: false }, statusDetail: 'No proof.' };
const HELD: CheckResult = { findings: { ...GOOD, proved: false }, statusDetail: 'Another one has it.' };

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
async function claim(): Promise<Check> {
  const domainId = await rows.domain({ name, status: 'pending', verified_at: null });
  await verifications.create(domainId);
  return checkOf(domainId);
}

/** A check of the present attempt. */
async function checkOf(domainId: string): Promise<Check> {
  return { domainId, name, token: (await verifications.find(domainId))!.token };
}

describe('a name that is given up', () => {
  const tokens = (claims: Check[]): Promise<string[]> => Promise.all(claims.map(async ({ domainId }) => (await checkOf(domainId)).token));

  /** A holder of the name, two that claimed it too late, and one that has only just claimed it. */
  async function held(): Promise<{ holder: Check; others: Check[] }> {
    const [holder, ...late] = [await claim(), await claim(), await claim()];
    await verifications.recordSuccess(holder!, RIGHT, HELD);
    const others = [...(await Promise.all(late.map(({ domainId }) => checkOf(domainId)))), await claim()];
    return { holder: holder!, others };
  }

  it.each<[string, (holder: Check) => Promise<unknown>]>([
    ['deleted', ({ domainId }) => verifications.release({ id: domainId, name })],
    [
      'degraded for 7 days',
      async (holder) => {
        await verifications.recordMiss(holder, WRONG, true);
        await rows.query(`UPDATE verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder.domainId]);
        return verifications.recordMiss(holder, WRONG, true);
      },
    ],
  ])('by a domain that is %s needs a proof that is made then, whoever claims it', async (_how, giveUp) => {
    const { holder, others } = await held();
    const before = await tokens(others);

    await giveUp(holder);

    const after = await tokens(others);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await rows.query('UPDATE domain SET verified_at = NULL WHERE id = $1', [holder.domainId]);
    for (const other of others) {
      await verifications.restart(other.domainId, 'Again.');
      expect(await verifications.recordSuccess(other, RIGHT, HELD)).toBeNull();
    }
    expect(await tokens(others)).toEqual(after);
    expect(await verifications.recordSuccess(await checkOf(others[1]!.domainId), RIGHT, HELD)).toMatchObject({ is: 'active' });
  });

  it('is not given up by whoever never held it: a claim that comes and goes takes nobody’s proof', async () => {
    const { holder, others } = await held();
    const [before, own] = [await tokens(others.slice(1)), await tokens([holder])];

    await verifications.release({ id: others[0]!.domainId, name });

    expect([await tokens(others.slice(1)), await tokens([holder])]).toEqual([before, own]);
  });

  it('is lost and proved at the same moment, and nobody waits for ever: afterwards one has it, or nobody', async () => {
    for (let round = 0; round < 20; round += 1) {
      name = `round-${round}.example.com`;
      const [holder, ...others] = [await claim(), await claim(), await claim()];
      await rows.query(`UPDATE domain SET status = 'degraded', verified_at = now() WHERE id = $1`, [holder!.domainId]);
      await rows.query(`UPDATE verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder!.domainId]);

      await Promise.all([
        verifications.recordMiss(holder!, WRONG, true),
        ...others.map((proof) => verifications.recordSuccess(proof, RIGHT, HELD)),
      ]);

      expect(await rows.count('domain', `id = '${holder!.domainId}' AND status = 'failed'`)).toBe(1);
      expect(await rows.count('domain', `name = '${name}' AND verified_at IS NOT NULL`)).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
