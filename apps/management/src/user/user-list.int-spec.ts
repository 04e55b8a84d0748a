import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';

const PUBLIC_URL = 'https://management.example.com';
const USER_COUNT = 112;

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let usersPath: string;

/** Usernames in order of creation. */
const usernames = Array.from({ length: USER_COUNT }, (_none, n) => `user-number-${String(n).padStart(3, '0')}`);

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', MANAGEMENT_URL: PUBLIC_URL });
  caller = management.as(management.apiKey);
  usersPath = `/v1/domain/${await caller.registerDomain()}/user`;
  for (const preferredUsername of usernames) await caller.post(usersPath, { preferredUsername, name: 'x' });
  await sql(database.url, `UPDATE end_user SET identity_provider = 'google' WHERE username_key LIKE '%5'`);
  await sql(
    database.url,
    `UPDATE user_count SET users = 0; INSERT INTO user_count SELECT domain_id, identity_provider, 99, count(*), 0 FROM end_user GROUP BY 1, 2`,
  );
  const [first] = (await caller.get(`${usersPath}?search=number-007`)).json as { sub: string }[];
  await caller.patch(`${usersPath}/${first!.sub}`, { email: 'James@Example.com', picture: 'https://example.com/7.png', active: false });
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

function listUsers(query: string): Promise<Answer> {
  return caller.get(`${usersPath}${query}`);
}

function getUsernames({ json }: Answer): string[] {
  return (json as { preferredUsername: string }[]).map(({ preferredUsername }) => preferredUsername);
}

/** The pages that a response links to. */
function parseLinks({ headers }: Answer): Record<string, string> {
  const links = [...String(headers['link'] ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)];
  return Object.fromEntries(links.map(([, url, relation]) => [relation, url!]));
}

function getViolations({ status, json }: Answer): unknown {
  return { status, pointers: ((json as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer) };
}

describe('list of users', () => {
  it('has 100 users per page, with the total and links to other pages', async () => {
    const answer = await listUsers('');

    expect({ status: answer.status, total: answer.headers['x-total-count'] }).toEqual({ status: 200, total: '112' });
    expect(getUsernames(answer)).toEqual(usernames.slice(0, 100));
    expect(parseLinks(answer)).toEqual({ next: `${PUBLIC_URL}${usersPath}?limit=100&offset=100` });
  });

  it('shows a user with exactly these properties', async () => {
    const [james, ada] = (await listUsers('?search=number-007')).json as unknown[];
    const [other] = (await listUsers('?search=number-005')).json as unknown[];

    expect(james).toEqual({
      sub: expect.any(String),
      active: false,
      preferredUsername: 'user-number-007',
      name: expect.any(String),
      email: 'James@Example.com',
      picture: 'https://example.com/7.png',
      identityProvider: 'local',
      lastSignInAt: null,
      credentials: [],
      totpLockedUntil: null,
    });
    expect(ada).toBeUndefined();
    expect(other).toMatchObject({ active: true, email: null, picture: null, identityProvider: 'google' });
  });

  it('can be read forwards and backwards by its links', async () => {
    const forwardPages: string[] = [];
    let page = await listUsers('?limit=30&search=USER-');
    for (;;) {
      forwardPages.push(...getUsernames(page));
      const { next } = parseLinks(page);
      if (!next) break;
      page = await caller.get(next.replace(PUBLIC_URL, ''));
    }
    const backwardPages: string[] = [];
    for (;;) {
      backwardPages.unshift(...getUsernames(page));
      const { prev } = parseLinks(page);
      if (!prev) break;
      page = await caller.get(prev.replace(PUBLIC_URL, ''));
    }

    expect(forwardPages).toEqual(usernames);
    expect(backwardPages).toEqual(usernames);
  });

  it.each([
    ['?limit=10', { next: '?limit=10&offset=10' }],
    ['?limit=10&offset=0', { next: '?limit=10&offset=10' }],
    ['?limit=10&offset=10', { prev: '?limit=10&offset=0', next: '?limit=10&offset=20' }],
    ['?limit=10&offset=5', { prev: '?limit=10&offset=0', next: '?limit=10&offset=15' }],
    ['?limit=12&offset=100', { prev: '?limit=12&offset=88' }],
    ['?limit=11&offset=100', { prev: '?limit=11&offset=89', next: '?limit=11&offset=111' }],
    ['?offset=112', { prev: '?offset=12&limit=100' }],
    // Beyond the end, prev is the last page that exists.
    ['?offset=5000', { prev: '?offset=100&limit=100' }],
    ['?limit=12&offset=2147483647', { prev: '?limit=12&offset=108' }],
    ['?limit=56&offset=168', { prev: '?limit=56&offset=56' }],
    ['?search=nobody-at-all&offset=7', { prev: '?search=nobody-at-all&offset=0&limit=100' }],
    ['?limit=100&identityprovider=google', {}],
    ['?search=a%26b+%25%20c&offset=1', { prev: '?search=a%26b+%25+c&offset=0&limit=100' }],
  ])('links from %s to %j', async (query, expected) => {
    const wanted = Object.fromEntries(
      Object.entries(expected).map(([relation, target]) => [relation, `${PUBLIC_URL}${usersPath}${target}`]),
    );

    expect(parseLinks(await listUsers(query))).toEqual(wanted);
  });

  it.each([
    ['?search=number-01', usernames.filter((name) => name.includes('number-01')), 10],
    ['?search=NUMBER-01&limit=3&offset=2', usernames.slice(12, 15), 10],
    ['?search=', usernames.slice(0, 100), 112],
    ['?search=james@example.com', ['user-number-007'], 1],
    ['?search=MES@EXAM', ['user-number-007'], 1],
    ['?search=%25', [], 0],
    ['?search=_', [], 0],
    ['?search=%00', [], 0],
    ['?search=%ef%bf%bd', [], 0],
    ['?search=+', [], 0],
    ['?identityprovider=google', usernames.filter((name) => name.endsWith('5')), 11],
    ['?identityprovider=google&search=-10', ['user-number-105'], 1],
    ['?identityprovider=GOOGLE', [], 0],
    ['?identityprovider=', [], 0],
    ['?identityprovider=%00', [], 0],
    ['?identityprovider=local&limit=1', ['user-number-000'], 101],
    ['?offset=110', usernames.slice(110), 112],
    ['?offset=112', [], 112],
    ['?offset=2147483647', [], 112],
    ['?search=user&offset=2147483647', [], 112],
    ['?limit=001', usernames.slice(0, 1), 112],
  ])('returns for %s the users %j', async (query, expected, total) => {
    const answer = await listUsers(query);

    expect(getUsernames(answer)).toEqual(expected);
    expect(answer.headers['x-total-count']).toBe(String(total));
  });

  it.each([
    ['?limit=0', ['limit']],
    ['?limit=101', ['limit']],
    ['?limit=-1', ['limit']],
    ['?limit=1.5', ['limit']],
    ['?limit=1e1', ['limit']],
    ['?limit=', ['limit']],
    ['?limit=ten', ['limit']],
    ['?limit=%2010', ['limit']],
    ['?limit=0x10', ['limit']],
    ['?limit=%D9%A1', ['limit']],
    ['?limit=99999999999999999999', ['limit']],
    ['?offset=-1', ['offset']],
    ['?offset=2147483648', ['offset']],
    ['?offset=x', ['offset']],
    ['?offset=NaN', ['offset']],
    [`?search=${'x'.repeat(257)}`, ['search']],
    [`?search=${'%F0%9F%98%80'.repeat(257)}`, ['search']],
    ['?limit=1&limit=2', ['limit']],
    ['?search=a&search=b', ['search']],
    [
      `?limit=0&offset=-1&search=${'x'.repeat(257)}&identityprovider=a&identityprovider=b`,
      ['identityprovider', 'limit', 'offset', 'search'],
    ],
  ])('rejects %.40s with the errors', async (query, pointers) => {
    const answer = await listUsers(query);

    const { status, pointers: found } = getViolations(answer) as { status: number; pointers: string[] };
    expect({ status, pointers: found.toSorted() }).toEqual({ status: 400, pointers });
  });

  it.each(['x'.repeat(256), '%F0%9F%98%80'.repeat(256), '%EF%B7%BA'.repeat(256)])('accepts a search of 256 characters', async (search) => {
    expect((await listUsers(`?search=${search}`)).status).toBe(200);
  });

  it('does not accept an API key in the query', async () => {
    const answer = await management.send(`${usersPath}?x-api-key=${management.apiKey}`);

    expect(answer.status).toBe(401);
  });
});
