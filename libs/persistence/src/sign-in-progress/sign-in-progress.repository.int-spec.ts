import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import { SignInProgressRepository, type SignInProgressKey } from './sign-in-progress.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let factors: SignInProgressRepository;
let key: SignInProgressKey;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  factors = new SignInProgressRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  key = { domainId: await rows.domain(), uid: 'an-interaction' };
  sub = await user(key.domainId);
});

async function user(domain_id: string): Promise<string> {
  return (await rows.insert<{ sub: string }>('end_user', { domain_id })).sub;
}

const add = (method: string, who = sub, federation?: string) => factors.add(key, { sub: who, method, federation }, 600);

describe('progress of a sign-in', () => {
  it('contains the completed methods in order, without duplicates', async () => {
    expect(await factors.find(key)).toBeNull();

    await add('email-link');
    await add('totp');

    expect(await add('email-link')).toEqual({ sub, methods: ['email-link', 'totp'], federation: null });
    expect(await factors.find(key)).toEqual({ sub, methods: ['email-link', 'totp'], federation: null });
  });

  it('starts over after all sessions of its user have ended', async () => {
    await add('email-link');
    await new OidcPayloadRepository(persistence.database).endUserSessions(key.domainId, sub);

    expect([await factors.find(key), await factors.consume(key)]).toEqual([null, null]);
    expect(await add('totp')).toEqual({ sub, methods: ['totp'], federation: null });
    expect(await factors.consume(key)).toMatchObject({ methods: ['totp'], epoch: 1 });
  });

  it('starts over for another user', async () => {
    await add('email-link');
    const other = await user(key.domainId);

    expect(await add('totp', other)).toEqual({ sub: other, methods: ['totp'], federation: null });
  });

  it("is bound to the identity provider's last response for the same user", async () => {
    await add('provider', sub, 'first');
    await add('provider', sub, 'second');
    const tied = await add('totp');
    const other = await user(key.domainId);

    expect(tied).toMatchObject({ sub, federation: 'second' });
    expect(await add('email-link', other)).toMatchObject({ sub: other, federation: null });
  });

  it('ends only with the federated sign-in from which it came', async () => {
    await add('provider', sub, 'second');

    await factors.deleteFederated(key.domainId, [{ uid: 'first', sub }]);
    const still = await factors.find(key);
    await factors.deleteFederated(key.domainId, [{ uid: 'second', sub }]);

    expect([still?.federation, await factors.find(key)]).toEqual(['second', null]);
  });

  it('starts over when it has expired', async () => {
    await add('email-link');
    await rows.query('UPDATE sign_in_progress SET expires_at = now() WHERE domain_id = $1', [key.domainId]);

    expect(await factors.find(key)).toBeNull();
    expect(await factors.consume(key)).toBeNull();
    expect(await add('totp')).toEqual({ sub, methods: ['totp'], federation: null });
  });

  it('is consumed by one of fifty attempts, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      await add('passkey');

      const taken = await Promise.all(Array.from({ length: 50 }, () => factors.consume(key)));

      expect(taken.filter(Boolean)).toEqual([{ sub, methods: ['passkey'], federation: null, epoch: 0 }]);
    }
  });

  it('keeps all of several concurrent factors', async () => {
    const methods = ['passkey', 'totp', 'recovery-code', 'email-link', 'text-link'];

    await Promise.all(methods.map((method) => add(method)));

    expect((await factors.find(key))?.methods.toSorted()).toEqual(methods.toSorted());
  });

  it('is not stored for a user who may not sign in', async () => {
    await add('passkey');
    await rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect(await factors.find(key)).toBeNull();
    expect(await add('totp')).toBeNull();
  });

  it('is not stored for another domain or its users', async () => {
    await add('passkey');
    const elsewhere = { ...key, domainId: await rows.domain() };

    expect(await factors.find(elsewhere)).toBeNull();
    expect(await factors.consume(elsewhere)).toBeNull();
    expect(await factors.add(elsewhere, { sub, method: 'totp' }, 600)).toBeNull();
  });

  it('removes expired rows', async () => {
    await add('passkey');
    await rows.query('UPDATE sign_in_progress SET expires_at = now() WHERE domain_id = $1', [key.domainId]);

    await factors.add({ ...key, uid: 'another' }, { sub, method: 'totp' }, 600);

    expect(await rows.query('SELECT uid FROM sign_in_progress WHERE domain_id = $1', [key.domainId])).toEqual([{ uid: 'another' }]);
  });
});
