import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf } from '../../../../test/support/rows.js';
import { useOidcPayloadFixture } from './oidc-payload.fixture.js';
import { RedemptionRepository } from './redemption.repository.js';

const fixture = useOidcPayloadFixture();
const ISSUED = { model: 'RefreshToken', hash: hashOf('next'), payload: { iat: 1, nonce: '\u0000"\\' }, expiresIn: 60 };

let redemptions: RedemptionRepository;
let sub: string;

beforeAll(() => {
  redemptions = new RedemptionRepository(fixture.persistence.database);
});

beforeEach(async () => {
  ({ sub } = await fixture.rows.insert<{ sub: string }>('end_user', { domain_id: fixture.domainId }));
  await fixture.payloads.put(fixture.code('c1'), { accountId: sub, clientId: 'app', grantId: 'g1' }, 60);
  fixture.key('RefreshToken', 'next');
});

const redeem = (key = fixture.code('c1')) => redemptions.redeem({ ...key, sub }, [ISSUED]);

describe('the redemption of a code or refresh token', () => {
  it('uses it up, and stores what is issued for it with its client, grant and user', async () => {
    expect(await redeem()).toBe(true);

    expect(await fixture.payloads.find(fixture.code('c1'))).toMatchObject({ consumed: expect.any(Number) });
    expect(await fixture.payloads.find(fixture.key('RefreshToken', 'next'))).toEqual(ISSUED.payload);
    const rows = await fixture.rows.query(
      `SELECT domain_id, client_id, grant_id, sub, session_uid, expires_at - now() BETWEEN interval '55s' AND interval '60s' AS "isTimely"
       FROM oidc_payload WHERE hash = $1`,
      [ISSUED.hash],
    );
    expect(rows).toEqual([{ domain_id: fixture.domainId, client_id: 'app', grant_id: 'g1', sub, session_uid: null, isTimely: true }]);
  });

  it('succeeds for exactly one of fifty concurrent calls', async () => {
    const redeemed = await Promise.all(Array.from({ length: 50 }, () => redeem()));

    expect(redeemed.filter(Boolean)).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has expired', () => fixture.rows.query('UPDATE oidc_payload SET expires_at = now()')],
    ['was used', () => fixture.payloads.consume(fixture.code('c1'))],
    ['was revoked', () => fixture.payloads.deleteGrant(fixture.domainId, 'g1')],
    ['belonged to a user who was deleted', () => fixture.rows.query('DELETE FROM end_user WHERE sub = $1', [sub])],
  ])('stores nothing for one that %s', async (_what, end) => {
    await end();

    expect(await redeem()).toBe(false);
    expect(await fixture.storedIds()).not.toContain('next');
  });

  it('stores nothing for one of another domain or kind', async () => {
    expect([await redeem(fixture.code('c1', fixture.other)), await redeem(fixture.key('RefreshToken', 'c1'))]).toEqual([false, false]);
    expect(await fixture.storedIds()).toEqual(['c1']);
  });

  it('waits for a deletion of its user, which has locked the user first', async () => {
    const deletion = await fixture.persistence.openTransaction(() =>
      fixture.persistence.database.manager.query('SELECT FROM end_user WHERE sub = $1 FOR UPDATE', [sub]),
    );

    const redeemed = redeem();
    await fixture.rows.untilBlocked(1);
    // Would wait for the redemption, if that had locked the code before the user.
    await fixture.rows.query(`SELECT FROM oidc_payload WHERE hash = $1 FOR UPDATE NOWAIT`, [fixture.code('c1').hash]);
    await deletion.end();

    expect(await redeemed).toBe(true);
  });
});
