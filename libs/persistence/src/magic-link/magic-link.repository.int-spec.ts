import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { LoginNameRepository } from '../user/login-name.repository.js';
import { UserRepository } from '../user/user.repository.js';
import { MagicLinkRepository, type MagicLinkDestination } from './magic-link.repository.js';

const APPLICATION = { redirectUri: 'https://app.example.com/welcome' };
const INTERACTION = { interactionUid: 'an-interaction', channel: 'sms' } as const;

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let links: MagicLinkRepository;
let users: UserRepository;
let names: LoginNameRepository;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  [links, users, names] = [new MagicLinkRepository(database), new UserRepository(database), new LoginNameRepository(database)];
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
  sub = (await users.create(domainId, {
    identityProvider: 'local',
    attributes: { preferred_username: 'jane.doe.10', email: 'Jane@Example.com' },
  }))!;
});

async function create(destination: MagicLinkDestination = APPLICATION, lifetime = 600): Promise<Buffer> {
  const hash = randomBytes(32);
  await links.create({ domainId, hash, sub, resetPasskeys: false, ...destination }, lifetime);
  return hash;
}

function redeem(hash: Buffer, domain = domainId): ReturnType<MagicLinkRepository['redeem']> {
  return database.transaction(() => links.redeem(domain, hash));
}

async function setActive(active: boolean): Promise<void> {
  await database.transaction(async () => {
    const user = (await users.lock(domainId, sub))!;
    await users.update(user, { active, attributes: user.attributes });
  });
}

describe('magic links', () => {
  it('stay invalid after their user was inactive, but a new link works', async () => {
    const before = await create();
    await setActive(false);
    await setActive(true);

    expect([await links.find(domainId, before), await redeem(before)]).toEqual([null, null]);
    expect(await redeem(await create())).toMatchObject({ sub });
  });

  it('are neither found nor redeemed in another domain, even with the same hash', async () => {
    const hash = await create();
    const other = await rows.domain();
    expect([await links.find(other, hash), await redeem(hash, other)]).toEqual([null, null]);

    const otherSub = (await users.create(other, { identityProvider: 'local', attributes: { preferred_username: 'john.doe' } }))!;
    await links.create({ domainId: other, hash, sub: otherSub, resetPasskeys: false, ...APPLICATION }, 600);

    expect(await redeem(hash, other)).toMatchObject({ sub: otherSub });
    expect(await redeem(hash)).toMatchObject({ sub });
  });

  it('have no owner in another domain, and do not count as redeemed there', async () => {
    const hash = await create();
    await redeem(hash);
    const other = await rows.domain();

    expect([await links.findOwner(other, hash), await links.findRedeemed(other, hash, 60)]).toEqual([null, null]);
    expect([await links.findOwner(domainId, hash), await links.findRedeemed(domainId, hash, 60)]).toMatchObject([sub, { sub }]);
  });

  it('still work if they come from a version without epochs', async () => {
    const hash = await create();
    await rows.query('UPDATE magic_link SET sign_in_epoch = NULL WHERE hash = $1', [hash]);

    expect(await redeem(hash)).toMatchObject({ sub });
  });

  it.each([
    ['an application', APPLICATION, { ...APPLICATION, interactionUid: null, channel: null }],
    ['an interaction', INTERACTION, { redirectUri: null, ...INTERACTION }],
  ])('to %s can be shown repeatedly, but redeemed only once', async (_where, destination, stored) => {
    const hash = await create(destination);
    const link = { sub, resetPasskeys: false, ...stored };
    for (let look = 0; look < 3; look += 1) {
      expect(await links.find(domainId, hash)).toEqual({ ...link, attributes: expect.objectContaining({ email: 'Jane@Example.com' }) });
    }

    expect(await redeem(hash)).toEqual(link);

    expect(await redeem(hash)).toBeNull();
    expect(await links.find(domainId, hash)).toBeNull();
  });

  it('are redeemed by one of fifty attempts, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const hash = await create();

      const redeemed = await Promise.all(Array.from({ length: 50 }, () => redeem(hash)));

      expect(redeemed.filter(Boolean)).toHaveLength(1);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['of a user who is not active', () => rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub])],
    [
      'of a user whom another provider vouches for',
      () => rows.query(`UPDATE end_user SET identity_provider = 'acme' WHERE sub = $1`, [sub]),
    ],
    ['that has expired', () => rows.query('UPDATE magic_link SET expires_at = now() WHERE sub = $1', [sub])],
    ['that was ended with all links of its user', () => links.invalidateAll(domainId, sub)],
    ['of a user who is gone', () => users.delete(domainId, sub)],
  ])('rejects a link %s', async (_which, change) => {
    const hash = await create();
    await change();

    expect(await links.find(domainId, hash)).toBeNull();
    expect(await redeem(hash)).toBeNull();
  });

  it('are invalid in another domain', async () => {
    const hash = await create();
    const elsewhere = await rows.domain();

    expect(await links.find(elsewhere, hash)).toBeNull();
    expect(await redeem(hash, elsewhere)).toBeNull();
    expect(await redeem(hash)).not.toBeNull();
  });

  it('are not created for an unknown user', async () => {
    sub = randomUUID();

    expect(await redeem(await create())).toBeNull();
  });

  it('are not redeemed if the transaction is rolled back', async () => {
    const hash = await create();
    const failing = database.transaction(async () => {
      await links.redeem(domainId, hash);
      throw new Error('after all');
    });

    await expect(failing).rejects.toThrow('after all');

    expect(await redeem(hash)).not.toBeNull();
  });
});

describe('login names', () => {
  it.each([
    ['a username', 'jane.doe.10'],
    ['a username in other letters', 'Jane.DOE.10'],
    ['an email address', 'Jane@Example.com'],
    ['an email address in other letters', 'jane@EXAMPLE.com'],
  ])('find a user by %s', async (_what, name) => {
    expect(await names.find(domainId, name)).toMatchObject({ sub, active: true, identityProvider: 'local' });
  });

  it.each([
    ['nothing', ''],
    ['a part of a username', 'jane.doe.1'],
    ['a part of an address', 'ane@example.com'],
    ['the beginning of an address', 'jane@example.co'],
    ['a pattern', '%@example.com'],
    ['what PostgreSQL does not store', 'jane\0@example.com'],
    ['half a character', '\ud800@example.com'],
    ['more than there can be', `${'x'.repeat(1_000)}@example.com`],
  ])('find no user by %s', async (_what, name) => {
    expect(await names.find(domainId, name)).toBeNull();
  });

  it('find no user of another domain, and none by an address of two users', async () => {
    expect(await names.find(await rows.domain(), 'jane.doe.10')).toBeNull();

    await users.create(domainId, {
      identityProvider: 'local',
      attributes: { preferred_username: 'jane.doe.20', email: 'jane@example.com' },
    });

    expect(await names.find(domainId, 'jane@example.com')).toBeNull();
    expect(await names.find(domainId, 'jane.doe.20')).not.toBeNull();
  });

  it('find users in every block', async () => {
    await rows.query('UPDATE user_count SET made = 100000 WHERE domain_id = $1', [domainId]);
    const late = await users.create(domainId, {
      identityProvider: 'local',
      attributes: { preferred_username: 'jane.doe.30', email: 'late@example.com' },
    });

    expect([await names.find(domainId, 'late@example.com'), await names.find(domainId, 'jane@example.com')]).toEqual([
      expect.objectContaining({ sub: late }),
      expect.objectContaining({ sub }),
    ]);
  });

  it("prefer the username, even if it is another user's address", async () => {
    const named = await users.create(domainId, { identityProvider: 'local', attributes: { preferred_username: 'jane@example.com' } });

    expect(await names.find(domainId, 'jane@example.com')).toMatchObject({ sub: named });
  });
});
