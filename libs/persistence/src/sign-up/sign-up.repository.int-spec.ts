import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { SignUpRepository, type NewSignUp } from './sign-up.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let signUps: SignUpRepository;
let signUp: NewSignUp;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  signUps = new SignUpRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  const domainId = await rows.domain();
  signUp = {
    domainId,
    hash: randomBytes(32),
    id: randomUUID(),
    email: 'jane@example.com',
    interactionUid: 'an-interaction',
    redirectUri: null,
  };
});

describe('links of sign-ups', () => {
  it('are found until one of twenty concurrent calls uses them', async () => {
    const { domainId, hash } = signUp;
    await signUps.create(signUp, 600);
    const found = { email: 'jane@example.com', interactionUid: 'an-interaction', redirectUri: null, roles: [], attributes: {} };
    expect(await signUps.find(domainId, hash)).toEqual(found);

    const redeemed = await Promise.all(Array.from({ length: 20 }, () => signUps.redeem(domainId, hash)));

    expect(redeemed.filter(Boolean)).toEqual([found]);
    expect(await signUps.find(domainId, hash)).toBeNull();
  });

  it('are neither found nor used in another domain, even with the same hash', async () => {
    const other = await rows.domain();
    await signUps.create(signUp, 600);

    expect([await signUps.find(other, signUp.hash), await signUps.redeem(other, signUp.hash)]).toEqual([null, null]);
    expect(await signUps.redeem(signUp.domainId, signUp.hash)).not.toBeNull();
  });

  it('of an invitation are listed and revoked in their own domain only, and replaced for the same address', async () => {
    const invitation = { ...signUp, interactionUid: null, redirectUri: 'https://app.example.com/', roles: ['clerk'] };
    const { domainId, id } = invitation;
    const other = await rows.domain();
    await signUps.create(invitation, 600);
    await signUps.create({ ...signUp, hash: randomBytes(32), id: randomUUID() }, 600);

    expect((await signUps.listInvitations(domainId)).map((each) => [each.id, each.email, each.roles])).toEqual([
      [id, 'jane@example.com', ['clerk']],
    ]);
    expect([await signUps.listInvitations(other), await signUps.deleteInvitation(other, id)]).toEqual([[], false]);
    expect(await signUps.replaceInvitations(domainId, 'joe@example.com')).toBe(1);
    expect([await signUps.deleteInvitation(domainId, id), await signUps.deleteInvitation(domainId, id)]).toEqual([true, false]);
    await signUps.create(invitation, 600);
    expect([await signUps.replaceInvitations(domainId, 'jane@example.com'), await signUps.listInvitations(domainId)]).toEqual([0, []]);
  });

  it('end with their lifetime, and are removed a day later', async () => {
    await signUps.create(signUp, 0);
    const { domainId, hash } = signUp;

    expect([await signUps.find(domainId, hash), await signUps.redeem(domainId, hash)]).toEqual([null, null]);
    await signUps.deleteExpired(10);
    expect(await rows.count('sign_up', `domain_id = '${domainId}'`)).toBe(1);
    await rows.query(`UPDATE sign_up SET expires_at = now() - interval '25 hours' WHERE domain_id = $1`, [domainId]);
    await signUps.deleteExpired(10);
    expect(await rows.count('sign_up', `domain_id = '${domainId}'`)).toBe(0);
  });
});
