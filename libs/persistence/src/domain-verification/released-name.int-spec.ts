import { describe, expect, it } from '@jest/globals';
import type { DomainCheck, DomainCheckResult } from './domain-verification.repository.js';
import { SUCCESS, useDomainVerificationSuite, VERIFIED_FINDINGS } from './domain-verification-suite.fixture.js';

const MISSING_CHALLENGE: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'No proof.' };
const HELD_BY_ANOTHER: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'Another one has it.' };

const suite = useDomainVerificationSuite();

describe('released domain names', () => {
  const tokens = (claims: DomainCheck[]): Promise<string[]> =>
    Promise.all(claims.map(async ({ domainId }) => (await suite.getCheck(domainId)).token));

  /** A holder of the name, two that claimed it too late, and one that has just claimed it. */
  async function held(): Promise<{ holder: DomainCheck; others: DomainCheck[] }> {
    const [holder, ...late] = [await suite.createPendingDomain(), await suite.createPendingDomain(), await suite.createPendingDomain()];
    await suite.verifications.recordSuccess(holder!, SUCCESS, HELD_BY_ANOTHER);
    const others = [...(await Promise.all(late.map(({ domainId }) => suite.getCheck(domainId)))), await suite.createPendingDomain()];
    return { holder: holder!, others };
  }

  it.each<[string, (holder: DomainCheck) => Promise<unknown>]>([
    ['deleted', ({ domainId }) => suite.verifications.releaseName({ id: domainId, name: suite.name })],
    [
      'degraded for 7 days',
      async (holder) => {
        await suite.verifications.recordMiss(holder, MISSING_CHALLENGE, true);
        await suite.rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder.domainId]);
        return suite.verifications.recordMiss(holder, MISSING_CHALLENGE, true);
      },
    ],
  ])('by a domain that is %s, require a new challenge of every claimant', async (_how, giveUp) => {
    const { holder, others } = await held();
    const before = await tokens(others);

    await giveUp(holder);

    const after = await tokens(others);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await suite.rows.query('UPDATE domain SET verified_at = NULL WHERE id = $1', [holder.domainId]);
    for (const other of others) {
      await suite.verifications.restart(other.domainId, 'Again.');
      expect(await suite.verifications.recordSuccess(other, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    }
    expect(await tokens(others)).toEqual(after);
    expect(await suite.verifications.recordSuccess(await suite.getCheck(others[1]!.domainId), SUCCESS, HELD_BY_ANOTHER)).toMatchObject({
      is: 'active',
    });
  });

  it('are not released by a domain that never held them, and other domains keep their challenge', async () => {
    const { holder, others } = await held();
    const [before, own] = [await tokens(others.slice(1)), await tokens([holder])];

    await suite.verifications.releaseName({ id: others[0]!.domainId, name: suite.name });

    expect([await tokens(others.slice(1)), await tokens([holder])]).toEqual([before, own]);
  });

  it('are held by one domain or none after a concurrent loss and verification, without deadlock', async () => {
    for (let round = 0; round < 20; round += 1) {
      suite.name = `round-${round}.example.com`;
      const [holder, ...others] = [await suite.createPendingDomain(), await suite.createPendingDomain(), await suite.createPendingDomain()];
      await suite.rows.query(`UPDATE domain SET status = 'degraded', verified_at = now() WHERE id = $1`, [holder!.domainId]);
      await suite.rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder!.domainId]);

      await Promise.all([
        suite.verifications.recordMiss(holder!, MISSING_CHALLENGE, true),
        ...others.map((proof) => suite.verifications.recordSuccess(proof, SUCCESS, HELD_BY_ANOTHER)),
      ]);

      expect(await suite.rows.count('domain', `id = '${holder!.domainId}' AND status = 'failed'`)).toBe(1);
      expect(await suite.rows.count('domain', `name = '${suite.name}' AND verified_at IS NOT NULL`)).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
