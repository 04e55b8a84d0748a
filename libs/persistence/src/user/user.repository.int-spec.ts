import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import type { Attributes, User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let users: UserRepository;
let domainId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  users = new UserRepository(database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
});

function create(username: string, more: Attributes = {}): Promise<string | null> {
  return users.create(domainId, { identityProvider: 'local', attributes: { preferred_username: username, ...more } });
}

async function createUser(username: string, more: Attributes = {}): Promise<User> {
  return (await users.find(domainId, (await create(username, more))!))!;
}

function rename(user: User, username: string): Promise<boolean> {
  return database.transaction(async () => {
    const locked = (await users.lock(user.domainId, user.sub))!;
    return users.update(locked, { active: true, attributes: { ...locked.attributes, preferred_username: username } });
  });
}

/** The stored numbers of users: current, and ever created. */
async function readUserCount(): Promise<Record<string, unknown>> {
  const [row] = await rows.query('SELECT sum(users)::integer AS users, sum(made)::integer AS made FROM user_count WHERE domain_id = $1', [
    domainId,
  ]);
  return row!;
}

describe('new users', () => {
  it('are returned as created', async () => {
    const sub = await create('Jane.Doe', { email: 'Jane@Example.com' });

    expect(await users.find(domainId, sub!)).toEqual({
      domainId,
      sub: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      subText: null,
      block: 0,
      vouchedFor: [],
      signInEpoch: 0,
      lastSignInAt: null,
      active: true,
      identityProvider: 'local',
      upstreamIssuer: null,
      upstreamSub: null,
      usernameKey: 'jane.doe',
      searchText: 'jane.doe\njane@example.com',
      attributes: { preferred_username: 'Jane.Doe', email: 'Jane@Example.com' },
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
  });

  it('are found only in their own domain', async () => {
    const sub = await create('jane.doe');

    expect(await users.find(await rows.domain(), sub!)).toBeNull();
    expect(await users.find(domainId, UNKNOWN_ID)).toBeNull();
  });

  it('can have attributes with names that are special in JavaScript or the database', async () => {
    const attributes = JSON.parse(
      '{"preferred_username":"jane.doe","__proto__":{"a":{"__proto__":1}},"constructor":{"prototype":[]},"toString":"x","toJSON":1,"@instanceof":"y"}',
    ) as Attributes;
    const sub = await users.create(domainId, { identityProvider: 'local', attributes });

    await database.transaction(async () => {
      const user = (await users.lock(domainId, sub!))!;
      await users.update(user, { active: true, attributes: user.attributes });
    });

    const found = (await users.find(domainId, sub!))!.attributes;
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
    expect(found).toEqual(attributes);
    expect(JSON.stringify(Object.entries(found).toSorted())).toBe(JSON.stringify(Object.entries(attributes).toSorted()));
  });

  it("cannot have another user's username in any case and Unicode form; another domain can have it", async () => {
    const sub = await create('Jürgen.Groß');

    for (const variant of ['jürgen.groß', 'JÜRGEN.GROSS', 'Ju\u0308rgen.Groß', 'ｊürgen.ɡroß'.replace('ɡ', 'ｇ')])
      expect(await create(variant)).toBeNull();
    const elsewhere = await users.create(await rows.domain(), {
      identityProvider: 'local',
      attributes: { preferred_username: 'Jürgen.Groß' },
    });

    expect(sub).not.toBeNull();
    expect(elsewhere).not.toBeNull();
    expect(await readUserCount()).toEqual({ users: 1, made: 1 });
  });

  it('are created once by ten concurrent calls with variants of one username', async () => {
    const variants = Array.from({ length: 10 }, (_none, n) => ['racer-name', 'RACER-NAME', 'ｒacer-name', 'Racer-Name'][n % 4]!);

    const subs = await Promise.all(variants.map((variant) => create(variant)));

    expect(subs.filter((sub) => sub !== null)).toHaveLength(1);
    expect(await readUserCount()).toEqual({ users: 1, made: 1 });
  });

  it('can take the username of a removed user', async () => {
    const sub = await create('jane.doe');
    await users.delete(domainId, sub!);

    const next = await create('JANE.DOE');

    expect(next).not.toBe(sub);
    expect(await readUserCount()).toEqual({ users: 1, made: 2 });
  });

  it('are counted correctly, even if the surrounding transaction fails', async () => {
    const failing = database.transaction(async () => {
      await create('jane.doe');
      throw new Error('so');
    });

    await expect(failing).rejects.toThrow('so');
    expect(await rows.count('end_user', `domain_id = '${domainId}'`)).toBe(0);
    expect(await readUserCount()).toEqual({ users: null, made: null });
  });

  it('go to another block once one is full', async () => {
    await rows.query(`INSERT INTO user_count VALUES ($1, 'local', 0, 3, 16383), ($1, 'google', 3, -2, 16384)`, [domainId]);

    const [last, next] = [await createUser('last-of-its-block'), await createUser('first-of-the-next')];

    expect([last.block, next.block]).toEqual([1, 2]);
  });

  it('can have any username of 256 characters with a key of 2,048 octets', async () => {
    const wide = Array.from({ length: 512 }, (_none, n) => String.fromCodePoint(0x20000 + ((n * 7919) % 40_000))).join('');

    expect(Buffer.byteLength(wide)).toBe(2_048);
    expect(await create(wide, { email: `${'x'.repeat(64)}@${'y'.repeat(180)}.com` })).not.toBeNull();
  });
});

describe('changed users', () => {
  it('are stored with a later time of change', async () => {
    const user = await createUser('jane.doe', { email: 'jane@example.com', a: 1 });

    await users.update(user, { active: false, attributes: { preferred_username: 'Jane.Roe', b: [2] } });

    const changed = (await users.find(domainId, user.sub))!;
    expect(changed).toEqual({
      ...user,
      active: false,
      signInEpoch: 1,
      usernameKey: 'jane.roe',
      searchText: 'jane.roe',
      attributes: { preferred_username: 'Jane.Roe', b: [2] },
      updatedAt: expect.any(Date),
    });
    expect(changed.updatedAt.getTime()).toBeGreaterThan(user.updatedAt.getTime());
  });

  it("cannot take another user's username, and the transaction continues", async () => {
    const [jane, joe] = [await createUser('jane.doe'), await createUser('joe.doe-7')];

    const [taken, after] = await database.transaction(
      async () => [await rename(joe, 'JANE.doe'), await users.find(domainId, joe.sub)] as const,
    );

    expect(taken).toBe(false);
    expect(after).toEqual(joe);
    expect(await users.find(domainId, jane.sub)).toEqual(jane);
  });

  it('can have their own username in another case', async () => {
    const jane = await createUser('jane.doe');

    expect(await rename(jane, 'JANE.Doe')).toBe(true);
    expect((await users.find(domainId, jane.sub))!.attributes).toEqual({ preferred_username: 'JANE.Doe' });
  });

  it('let only one of ten users have a username that all request concurrently', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, (_none, n) => createUser(`number-${n}`)));

    const renamed = await Promise.all(all.map((user, n) => rename(user, n % 2 ? 'the-one' : 'THE-ONE')));

    expect(renamed.filter(Boolean)).toHaveLength(1);
    expect(await rows.count('end_user', `domain_id = '${domainId}' AND username_key = 'the-one'`)).toBe(1);
  });

  it('do not wait forever if users swap usernames', async () => {
    const names = Array.from({ length: 6 }, (_none, n) => `round-${n}`);
    const all = await Promise.all(names.map((name) => createUser(name)));

    // Swaps names in a circle and back: each new name is another user's old one.
    const renamed = await Promise.all([
      ...all.map((user, n) => rename(user, names[(n + 1) % 6]!)),
      ...all.map((user, n) => rename(user, names[(n + 5) % 6]!)),
    ]);

    expect(renamed).toEqual(renamed.map(() => false));
  });

  it('do not wait for users who wait for them', async () => {
    // In the order in which a transaction locks them: the other user waits for the first name, and holds no lock yet.
    const names = await rows.query<{ name: string }>('SELECT name FROM unnest($2::text[]) AS name ORDER BY hashtext($1 || name)', [
      domainId,
      ['jane.doe', 'joe.doe'],
    ]);
    const [first = '', second = ''] = names.map(({ name }) => name);
    const [one, other] = [await createUser(first), await createUser(second)];
    const isBegun = Promise.withResolvers<void>();
    let attempts = 0;
    // After a deadlock a transaction is retried.
    const renameOther = () =>
      database.transaction(() => {
        attempts += 1;
        return rename(other, first);
      });
    const waiting = isBegun.promise.then(renameOther);

    // Two users wait for each other only between the change of a row and that of its index, which is too short to reproduce. A second
    // change stands in for it.
    const isTaken = await database.transaction(async () => {
      await rename(one, 'free-name');
      isBegun.resolve();
      await rows.untilBlocked(1);
      return rename(one, second);
    });

    expect([isTaken, await waiting, attempts]).toEqual([false, true, 1]);
  });

  it('wait for a concurrent change of the same user', async () => {
    const user = await createUser('counter-user', { n: 0 });
    const increment = () =>
      database.transaction(async () => {
        const locked = (await users.lock(domainId, user.sub))!;
        await users.update(locked, { active: true, attributes: { ...locked.attributes, n: (locked.attributes['n'] as number) + 1 } });
      });

    await Promise.all(Array.from({ length: 30 }, increment));

    expect((await users.find(domainId, user.sub))!.attributes['n']).toBe(30);
  });
});

describe('removed users', () => {
  it('are removed with their magic links, and from the count', async () => {
    const [jane, joe] = [await createUser('jane.doe'), await createUser('joe.doe-7')];
    await rows.query(
      `INSERT INTO magic_link (domain_id, hash, sub, redirect_uri, reset_passkeys, expires_at) VALUES ($1, 'a', $2, 'x', false, now())`,
      [domainId, jane.sub],
    );

    expect(await users.delete(domainId, jane.sub)).toEqual({ agents: [], erased: { profile: 1, magicLinks: 1 } });

    expect(await users.find(domainId, jane.sub)).toBeNull();
    expect(await users.find(domainId, joe.sub)).toEqual(joe);
    expect(await rows.count('magic_link', `domain_id = '${domainId}'`)).toBe(0);
    expect(await readUserCount()).toEqual({ users: 1, made: 2 });
  });

  it('must exist in this domain', async () => {
    const user = await createUser('jane.doe');

    expect(await users.delete(domainId, UNKNOWN_ID)).toBeNull();
    expect(await users.delete(await rows.domain(), user.sub)).toBeNull();
    expect(await readUserCount()).toEqual({ users: 1, made: 1 });
  });

  it('are removed once by ten concurrent calls', async () => {
    const user = await createUser('jane.doe');

    const removed = await Promise.all(Array.from({ length: 10 }, () => users.delete(domainId, user.sub)));

    expect(removed.filter(Boolean)).toHaveLength(1);
    expect(await readUserCount()).toEqual({ users: 0, made: 1 });
  });
});
