import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fold } from '@latchkey/oauth';
import fc from 'fast-check';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { buildSearchPattern, buildSearchText } from './search-text.js';
import { UserSearchRepository, type UserPage, type UserQuery } from './user-search.repository.js';
import type { Attributes } from './user.entity.js';
import { UserRepository } from './user.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let users: UserRepository;
let found: UserSearchRepository;
let domainId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  users = new UserRepository(persistence.database);
  found = new UserSearchRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
});

async function create(username: string, more: Attributes = {}, provider = 'local'): Promise<string> {
  return (await users.create(domainId, { identityProvider: provider, attributes: { preferred_username: username, ...more } }))!;
}

function search(text: string | null, more: Partial<UserQuery> = {}): Promise<UserPage> {
  return found.search(domainId, { search: text, identityProvider: null, attributes: {}, limit: 100, offset: 0, ...more });
}

async function names(text: string | null, more: Partial<UserQuery> = {}): Promise<string[]> {
  return (await search(text, more)).users.map(({ preferredUsername }) => preferredUsername);
}

/** Creates users in each block, newest first, named `<block>-<n>@<provider>.example`. */
async function fill(blocks: number, perBlock: number, provider = 'local'): Promise<void> {
  await rows.query(
    `INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes, created_at)
     SELECT $1, block, $4::text, name, name, jsonb_build_object('preferred_username', name), now() - interval '1 day' + n * interval '1 second'
     FROM generate_series($2 - 1, 0, -1) AS block, generate_series($3, 1, -1) AS n, format('%s-%s@%s.example', block, lpad(n::text, 5, '0'), $4::text) AS name`,
    [domainId, blocks, perBlock, provider],
  );
  await rows.query('INSERT INTO user_count VALUES ($1, $2, 0, $3, $4)', [domainId, provider, blocks * perBlock, (blocks - 1) * 16_384 + 1]);
}

describe('listing users', () => {
  it('returns the identifying properties of each user', async () => {
    const jane = await create('Jane.Doe', {
      email: 'Jane@Example.com',
      picture: 'https://example.com/jane.png',
      phone_number: '+14255551212',
      name: 'Jane Doe',
    });
    const joe = await create('joe.doe-7', {}, 'google');
    await rows.query(`UPDATE end_user SET last_sign_in_at = '2026-01-31T09:08:07.654321+01:00' WHERE sub = $1`, [jane]);
    await rows.insert('passkey', { domain_id: domainId, sub: jane });
    await rows.insert('totp', { domain_id: domainId, sub: jane, secret: '\\x00', locked_until: '2999-01-31T09:08:07.654321+01:00' });
    await rows.insert('recovery_code', { domain_id: domainId, sub: jane, hash: '\\x00' });
    // These are no credentials: a secret that no code has confirmed, and a code that was used.
    await rows.insert('totp', { domain_id: domainId, sub: joe, secret: null, locked_until: '2020-01-31T09:08:07Z' });
    await rows.insert('recovery_code', { domain_id: domainId, sub: joe, hash: '\\x01', used_at: new Date() });

    expect(await search(null)).toEqual({
      users: [
        {
          sub: jane,
          active: true,
          preferredUsername: 'Jane.Doe',
          name: 'Jane Doe',
          email: 'Jane@Example.com',
          picture: 'https://example.com/jane.png',
          identityProvider: 'local',
          lastSignInAt: '2026-01-31T08:08:07.654Z',
          credentials: ['Passkey', 'Totp', 'RecoveryCodes'],
          totpLockedUntil: '2999-01-31T08:08:07.654Z',
        },
        {
          sub: joe,
          active: true,
          preferredUsername: 'joe.doe-7',
          name: null,
          email: null,
          picture: null,
          identityProvider: 'google',
          lastSignInAt: null,
          credentials: [],
          totpLockedUntil: null,
        },
      ],
      total: 2,
      more: false,
    });
  });

  it('returns only users of the domain', async () => {
    await create('jane.doe');
    domainId = await rows.domain();

    for (const text of [null, '', 'jane', 'j', '%', `${domainId}/0`])
      expect(await search(text)).toEqual({ users: [], total: 0, more: false });
  });

  it('returns users in order of creation, block by block, page by page', async () => {
    await fill(3, 7);
    const all = Array.from({ length: 21 }, (_none, n) => `${Math.floor(n / 7)}-${String((n % 7) + 1).padStart(5, '0')}@local.example`);

    for (const text of [null, '@local', '-']) {
      const pages = await Promise.all([0, 5, 10, 15, 20].map((offset) => search(text, { limit: 5, offset })));

      expect(pages.flatMap((page) => page.users.map(({ preferredUsername }) => preferredUsername))).toEqual(all);
      expect(pages.map(({ total, more }) => [total, more])).toEqual([0, 1, 2, 3, 4].map((n) => [21, n < 4]));
      expect(await search(text, { offset: 21 })).toEqual({ users: [], total: 21, more: false });
      expect(await search(text, { offset: 2_147_483_647 })).toEqual({ users: [], total: 21, more: false });
    }
  });

  it('keeps its pages while users are created, and so does a search', async () => {
    await fill(2, 30);
    const before = await names(null);

    const pages: string[][] = [];
    for (let offset = 0; offset < 60; offset += 20) {
      pages.push(await names(null, { limit: 20, offset }), await names('example', { limit: 20, offset }));
      await Promise.all(Array.from({ length: 5 }, (_none, n) => create(`newcomer-${offset}-${n}@example`)));
    }

    expect(pages.filter((_page, n) => n % 2 === 0).flat()).toEqual(before);
    expect(pages.filter((_page, n) => n % 2 === 1).flat()).toEqual(before);
    expect((await names(null, { offset: 60 })).every((name) => name.startsWith('newcomer-'))).toBe(true);
  });

  it('can be limited to exactly one identity provider', async () => {
    await fill(2, 10);
    await fill(2, 3, 'google');
    await create('somebody-else', {}, 'Google');

    expect(await search(null, { identityProvider: 'google', limit: 4, offset: 1 })).toMatchObject({ total: 6, more: true });
    expect(await names(null, { identityProvider: 'google' })).toEqual(
      [0, 1].flatMap((b) => [1, 2, 3].map((n) => `${b}-0000${n}@google.example`)),
    );
    expect(await search(null, { identityProvider: 'local' })).toMatchObject({ total: 20, more: false });
    expect(await names('some', { identityProvider: 'Google' })).toEqual(['somebody-else']);
    expect(await search('0-0000', { identityProvider: 'google' })).toMatchObject({ total: 3, more: false });
    for (const identityProvider of ['', 'goog', 'google ', '%', 'go\0gle', 'g\ud800', 'nobody']) {
      expect(await search(null, { identityProvider })).toEqual({ users: [], total: 0, more: false });
      expect(await search('example', { identityProvider })).toEqual({ users: [], total: 0, more: false });
    }
  });

  it('counts the results of a search exactly up to a thousand, and finds more', async () => {
    await fill(4, 600);
    const all = await names(null, { offset: 2_390 });

    expect(await search(null)).toMatchObject({ total: 2_400, more: true });
    expect(await search('@local', { limit: 1 })).toMatchObject({ total: 1_200, more: true });
    expect(await search('@local', { limit: 100, offset: 1_150 })).toMatchObject({ total: 1_800, more: true });
    expect(await search('3-00')).toMatchObject({ total: 600, more: true });
    expect(await search('@local', { offset: 2_390 })).toMatchObject({ total: 2_400, more: false });
    expect(await names('@local', { offset: 2_390 })).toEqual(all);
    expect(await search('@local', { offset: 2_400 })).toEqual({ users: [], total: 2_400, more: false });
  });
});

describe('searching users', () => {
  it.each([
    ['the beginning', 'jane', ['Jane.Doe']],
    ['the middle', 'ne.do', ['Jane.Doe']],
    ['the end', 'doe', ['Jane.Doe', 'joe_doe-7']],
    ['the whole', 'jane.doe', ['Jane.Doe']],
    ['another case', 'JANE.DOE', ['Jane.Doe']],
    ['one character', 'z', ['Zoë.Groß']],
    ['two characters', 'ë.', ['Zoë.Groß']],
    ['characters composed in another way', 'zoe\u0308', ['Zoë.Groß']],
    ['another width', 'ｊａｎｅ', ['Jane.Doe']],
    ['a letter that has two in upper case', 'GROSS', ['Zoë.Groß']],
    ['another script', 'ИВАН', ['иван.петров']],
    ['two characters of a script without words', '李明', ['李明李明李明李明李明']],
    ['an emoji', '\u{1F600}', ['smile\u{1F600}smile']],
    ['a part of the email address', '@example.com', ['Jane.Doe', '100%-sure']],
    ['an email address in another case', 'jd@EXAMPLE', ['Jane.Doe']],
    ['punctuation', '...', ['dots...dots']],
    ['a percent sign', '%', ['100%-sure', 'p%q%r%s%t%']],
    ['percent signs', '%q%', ['p%q%r%s%t%']],
    ['an underscore', '_', ['joe_doe-7']],
    ['a backslash', '\\', ['back\\slash']],
    ['a backslash and more', '\\s', ['back\\slash']],
    ['a quote', "'", ["o'hara-oh'hara"]],
    ['a space', ' ', ['mary ann lee']],
    ['what is in no part of its own', 'doejd', []],
    ['the line between username and email address', 'doe\njd', []],
    ['characters of which only one is there', 'jane.dox', []],
    ['the same characters in another order', 'enaj', []],
    ['wildcards of other languages', '*', []],
    ['a regular expression', '^jane', []],
    ['NUL', '\0', []],
    ['half of a surrogate pair', '\ud83d', []],
    ['terms of the index', 'provider:local', []],
  ])('finds a user for %s', async (_what, text, expected) => {
    await create('Jane.Doe', { email: 'JD@Example.com', name: 'Zacharias' });
    await create('joe_doe-7', { email: 'joe@mail.example' });
    await create('Zoë.Groß');
    await create('иван.петров');
    await create('李明李明李明李明李明');
    await create('smile\u{1F600}smile');
    await create('100%-sure', { email: 'sure@example.com' });
    await create('p%q%r%s%t%');
    await create('back\\slash');
    await create("o'hara-oh'hara");
    await create('mary ann lee');
    await create('dots...dots');

    expect({ text, names: await names(text) }).toEqual({ text, names: expected });
    expect((await search(text)).total).toBe(expected.length);
  });

  it('finds users by current values, not by former ones', async () => {
    const sub = await create('jane.doe', { email: 'jane@example.com' });
    const user = (await users.find(domainId, sub))!;
    await users.update(user, { active: false, attributes: { preferred_username: 'jane.roe', email: 'jane@mail.example' } });

    expect(await names('doe')).toEqual([]);
    expect(await names('example.com')).toEqual([]);
    expect((await search('roe')).users).toMatchObject([{ sub, active: false, email: 'jane@mail.example' }]);
    await users.delete(domainId, sub);
    expect(await search('roe')).toEqual({ users: [], total: 0, more: false });
  });

  it('finds every part of every text, like a search through all of them', async () => {
    // Only a few characters, so that parts are found often. Some of them change their length when their case is folded.
    const unit = fc.constantFrom('a', 'B', 'ß', 'ﬁ', 'Σ', 'é', '.', '%', '_', '\\', '\u{1F600}', '李', '가');
    const texts = fc.sample(fc.string({ unit, minLength: 1, maxLength: 12 }), { numRuns: 60, seed: 7 });
    const usernames = [...new Map(texts.map((text) => [fold(text), text])).values()];
    for (const username of usernames) await create(username);
    const parts = fc.sample(fc.string({ unit, minLength: 1, maxLength: 4 }), { numRuns: 150, seed: 8 });

    for (const part of parts) {
      const expected = usernames.filter((username) => fold(username).includes(fold(part)));
      expect({ part, names: await names(part) }).toEqual({ part, names: expected });
    }
  });

  it('uses terms that the index contains, for any text', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => buildSearchPattern(value) !== null);
    const checked = fc.assert(
      fc.asyncProperty(text, fc.nat(), fc.nat(), async (username, from, length) => {
        const characters = Array.from(fold(username));
        const start = from % characters.length;
        const part = characters.slice(start, start + 1 + (length % characters.length)).join('');
        const [row] = await rows.query<{ terms: string[] }>(`SELECT end_user_terms($1, 0, 'local', $2) AS terms`, [
          domainId,
          buildSearchText(username, null),
        ]);
        // A part that begins with a combining mark has a different normal form on its own.
        if (fold(part) === part) expect(row!.terms).toEqual(expect.arrayContaining(buildSearchPattern(part)!.terms));
      }),
      { numRuns: 100 },
    );

    await expect(checked).resolves.toBeUndefined();
  });
});
