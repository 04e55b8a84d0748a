import { describe, expect, it } from '@jest/globals';
import type { DomainCheck, DomainCheckResult } from './domain-verification.repository.js';
import { SUCCESS, useDomainVerificationFixture, VERIFIED_FINDINGS } from './domain-verification.fixture.js';

const MISSING_CHALLENGE: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'No proof.' };
const HELD_BY_ANOTHER: DomainCheckResult = { findings: { ...VERIFIED_FINDINGS, proved: false }, statusDetail: 'Another one has it.' };

const fixture = useDomainVerificationFixture();

describe('released domain names', () => {
  const tokens = (claims: DomainCheck[]): Promise<string[]> =>
    Promise.all(claims.map(async ({ domainId }) => (await fixture.getCheck(domainId)).token));

  /** A holder of the name, two that claimed it too late, and one that has just claimed it. */
  async function held(): Promise<{ holder: DomainCheck; others: DomainCheck[] }> {
    const [holder, ...late] = [
      await fixture.createPendingDomain(),
      await fixture.createPendingDomain(),
      await fixture.createPendingDomain(),
    ];
    await fixture.verifications.recordSuccess(holder!, SUCCESS, HELD_BY_ANOTHER);
    const others = [...(await Promise.all(late.map(({ domainId }) => fixture.getCheck(domainId)))), await fixture.createPendingDomain()];
    return { holder: holder!, others };
  }

  it.each<[string, (holder: DomainCheck) => Promise<unknown>]>([
    ['deleted', ({ domainId }) => fixture.verifications.releaseName({ id: domainId, name: fixture.name })],
    [
      'degraded for 7 days',
      async (holder) => {
        await fixture.verifications.recordMiss(holder, MISSING_CHALLENGE, true);
        await fixture.rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [
          holder.domainId,
        ]);
        return fixture.verifications.recordMiss(holder, MISSING_CHALLENGE, true);
      },
    ],
  ])('require a new challenge of every claimant after the domain was %s', async (_how, giveUp) => {
    const { holder, others } = await held();
    const before = await tokens(others);

    await giveUp(holder);

    const after = await tokens(others);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await fixture.rows.query('UPDATE domain SET verified_at = NULL WHERE id = $1', [holder.domainId]);
    for (const other of others) {
      await fixture.verifications.restart(other.domainId, 'Again.');
      expect(await fixture.verifications.recordSuccess(other, SUCCESS, HELD_BY_ANOTHER)).toBeNull();
    }
    expect(await tokens(others)).toEqual(after);
    expect(await fixture.verifications.recordSuccess(await fixture.getCheck(others[1]!.domainId), SUCCESS, HELD_BY_ANOTHER)).toMatchObject({
      is: 'active',
    });
  });

  it('are not released by a domain that never held them, and other domains keep their challenge', async () => {
    const { holder, others } = await held();
    const [before, own] = [await tokens(others.slice(1)), await tokens([holder])];

    await fixture.verifications.releaseName({ id: others[0]!.domainId, name: fixture.name });

    expect([await tokens(others.slice(1)), await tokens([holder])]).toEqual([before, own]);
  });

  it('are held by one domain or none after a concurrent loss and verification, without deadlock', async () => {
    for (let round = 0; round < 20; round += 1) {
      fixture.name = `round-${round}.example.com`;
      const [holder, ...others] = [
        await fixture.createPendingDomain(),
        await fixture.createPendingDomain(),
        await fixture.createPendingDomain(),
      ];
      await fixture.rows.query(`UPDATE domain SET status = 'degraded', verified_at = now() WHERE id = $1`, [holder!.domainId]);
      await fixture.rows.query(`UPDATE domain_verification SET since = now() - interval '7 days' WHERE domain_id = $1`, [holder!.domainId]);

      await Promise.all([
        fixture.verifications.recordMiss(holder!, MISSING_CHALLENGE, true),
        ...others.map((proof) => fixture.verifications.recordSuccess(proof, SUCCESS, HELD_BY_ANOTHER)),
      ]);

      expect(await fixture.rows.count('domain', `id = '${holder!.domainId}' AND status = 'failed'`)).toBe(1);
      expect(await fixture.rows.count('domain', `name = '${fixture.name}' AND verified_at IS NOT NULL`)).toBeLessThanOrEqual(1);
    }
  }, 60_000);
});
