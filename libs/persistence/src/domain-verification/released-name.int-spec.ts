import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
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
const SUCCESS: DomainCheckResult = { findings: VERIFIED_FINDINGS, statusDetail: null };
const MISSING_CHALLENGE: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'No proof.' };
const HELD_BY_ANOTHER: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'Another one has it.' };

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
async function createPendingDomain(): Promise<DomainCheck> {
  const domainId = await rows.domain({ name, status: 'pending', verified_at: null });
  await verifications.create(domainId);
  return getCheck(domainId);
}

/** A check of the present attempt. */
async function getCheck(domainId: string): Promise<DomainCheck> {
  return { domainId, name, token: (await verifications.find(domainId))!.token };
}

describe('a name that is given up', () => {
  const tokens = (claims: DomainCheck[]): Promise<string[]> =>
    Promise.all(claims.map(async ({ domainId }) => (await getCheck(domainId)).token));

  /** A holder of the name, two that claimed it too late, and one that has only just claimed it. */
  async function held(): Promise<{ holder: DomainCheck; others: DomainCheck[] }> {
    const [holder, ...late] = [await createPendingDomain(), await createPendingDomain(), await createPendingDomain()];
    await verifications.recordSuccess(holder!, SUCCESS, HELD_BY_ANOTHER);
    const others = [...(await Promise.all(late.map(({ domainId }) => getCheck(domainId)))), await createPendingDomain()];
    return { holder: holder!, others };
  }

  it.each<[string, (holder: DomainCheck) => Promise<unknown>]>([
    ['deleted', ({ domainId }) => verifications.releaseName({ id: domainId, name })],
    [
      'degraded for 7 days',
      async (holder) => {
        await verifications.recordMiss(holder, MISSING_CHALLENGE, true);
        await rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder.domainId]);
        return verifications.recordMiss(holder, MISSING_CHALLENGE, true);
      },
    ],
  ])('by a domain that is %s requires a new challenge of every claimant', async (_how, giveUp) => {
    const { holder, others } = await held();
    const before = await tokens(others);

    await giveUp(holder);

    const after = await tokens(others);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await rows.query('UPDATE domain SET verified_at = NULL WHERE id = $1', [holder.domainId]);
    for (const other of others) {
      await verifications.restart(other.domainId, 'Again.');
      expect(await verifications.recordSuccess(other, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    }
    expect(await tokens(others)).toEqual(after);
    expect(await verifications.recordSuccess(await getCheck(others[1]!.domainId), SUCCESS, HELD_BY_ANOTHER)).toMatchObject({
      is: 'active',
    });
  });

  it('is not released by a domain that never held it, and other domains keep their challenge', async () => {
    const { holder, others } = await held();
    const [before, own] = [await tokens(others.slice(1)), await tokens([holder])];

    await verifications.releaseName({ id: others[0]!.domainId, name });

    expect([await tokens(others.slice(1)), await tokens([holder])]).toEqual([before, own]);
  });

  it('is held by one domain or none after a concurrent loss and verification, without deadlock', async () => {
    for (let round = 0; round < 20; round += 1) {
      name = `round-${round}.example.com`;
      const [holder, ...others] = [await createPendingDomain(), await createPendingDomain(), await createPendingDomain()];
      await rows.query(`UPDATE domain SET status = 'degraded', verified_at = now() WHERE id = $1`, [holder!.domainId]);
      await rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder!.domainId]);

      await Promise.all([
        verifications.recordMiss(holder!, MISSING_CHALLENGE, true),
        ...others.map((proof) => verifications.recordSuccess(proof, SUCCESS, HELD_BY_ANOTHER)),
      ]);

      expect(await rows.count('domain', `id = '${holder!.domainId}' AND status = 'failed'`)).toBe(1);
      expect(await rows.count('domain', `name = '${name}' AND verified_at IS NOT NULL`)).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
