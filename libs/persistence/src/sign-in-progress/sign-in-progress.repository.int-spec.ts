import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { openPersistence, type Persistence } from '../persistence.fixture.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import { SignInProgressRepository, type SignInProgressKey } from './sign-in-progress.repository.js';

let persistence: Persistence;
let rows: Rows;
let progress: SignInProgressRepository;
let key: SignInProgressKey;
let sub: string;

beforeAll(async () => {
  persistence = await openPersistence();
  rows = persistence.rows;
  progress = new SignInProgressRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  key = { domainId: await rows.domain(), uid: 'an-interaction' };
  sub = await user(key.domainId);
});

async function user(domain_id: string): Promise<string> {
  return (await rows.insert<{ sub: string }>('end_user', { domain_id })).sub;
}

const add = (method: string, who = sub, federation?: string) => progress.add(key, { sub: who, method, federation }, 600);

describe('the progress of a sign-in', () => {
  it('is what has been shown, each method once, in its order', async () => {
    expect(await progress.find(key)).toBeNull();

    await add('email-link');
    await add('totp');

    expect(await add('email-link')).toEqual({ sub, methods: ['email-link', 'totp'], federation: null });
    expect(await progress.find(key)).toEqual({ sub, methods: ['email-link', 'totp'], federation: null });
  });

  it('begins again after all that its user was signed in to has ended', async () => {
    await add('email-link');
    await new OidcPayloadRepository(persistence.database).endUser(key.domainId, sub);

    expect([await progress.find(key), await progress.take(key)]).toEqual([null, null]);
    expect(await add('totp')).toEqual({ sub, methods: ['totp'], federation: null });
    expect(await progress.take(key)).toMatchObject({ methods: ['totp'], epoch: 1 });
  });

  it('begins anew with somebody else', async () => {
    await add('email-link');
    const other = await user(key.domainId);

    expect(await add('totp', other)).toEqual({ sub: other, methods: ['totp'], federation: null });
  });

  it('is tied to the last answer of a provider, as long as it is about the same user', async () => {
    await add('provider', sub, 'first');
    await add('provider', sub, 'second');
    const tied = await add('totp');
    const other = await user(key.domainId);

    expect(tied).toMatchObject({ sub, federation: 'second' });
    expect(await add('email-link', other)).toMatchObject({ sub: other, federation: null });
  });

  it('ends with the sign-in at a provider of which it came, and with no other', async () => {
    await add('provider', sub, 'second');

    await progress.endFederated(key.domainId, [{ uid: 'first', sub }]);
    const still = await progress.find(key);
    await progress.endFederated(key.domainId, [{ uid: 'second', sub }]);

    expect([still?.federation, await progress.find(key)]).toEqual(['second', null]);
  });

  it('begins anew when it has expired', async () => {
    await add('email-link');
    await rows.query('UPDATE sign_in_progress SET expires_at = now() WHERE domain_id = $1', [key.domainId]);

    expect(await progress.find(key)).toBeNull();
    expect(await progress.take(key)).toBeNull();
    expect(await add('totp')).toEqual({ sub, methods: ['totp'], federation: null });
  });

  it('is had by one of fifty that take it, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      await add('passkey');

      const taken = await Promise.all(Array.from({ length: 50 }, () => progress.take(key)));

      expect(taken.filter(Boolean)).toEqual([{ sub, methods: ['passkey'], federation: null, epoch: 0 }]);
    }
  });

  it('loses no method of several that come at once', async () => {
    const methods = ['passkey', 'totp', 'recovery-code', 'email-link', 'text-link'];

    await Promise.all(methods.map((method) => add(method)));

    expect((await progress.find(key))?.methods.toSorted()).toEqual(methods.toSorted());
  });

  it('is none for who may not sign in', async () => {
    await add('passkey');
    await rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect(await progress.find(key)).toBeNull();
    expect(await add('totp')).toBeNull();
  });

  it('is none of another domain, nor of a user of another domain', async () => {
    await add('passkey');
    const elsewhere = { ...key, domainId: await rows.domain() };

    expect(await progress.find(elsewhere)).toBeNull();
    expect(await progress.take(elsewhere)).toBeNull();
    expect(await progress.add(elsewhere, { sub, method: 'totp' }, 600)).toBeNull();
  });

  it('takes what has expired away', async () => {
    await add('passkey');
    await rows.query('UPDATE sign_in_progress SET expires_at = now() WHERE domain_id = $1', [key.domainId]);

    await progress.add({ ...key, uid: 'another' }, { sub, method: 'totp' }, 600);

    expect(await rows.query('SELECT uid FROM sign_in_progress WHERE domain_id = $1', [key.domainId])).toEqual([{ uid: 'another' }]);
  });
});
