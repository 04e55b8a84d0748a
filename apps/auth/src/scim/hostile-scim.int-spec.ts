import { describe, expect, it } from '@jest/globals';
import { PATCH_OP, useScimFixture } from './scim.fixture.js';

const scim = useScimFixture();
const { call, createUser, expectStatus, patch } = scim;

const repeat = (count: number, value: object): object[] => Array.from({ length: count }, () => value);
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`;

describe('hostile filters', () => {
  it.each<[string, string, string]>([
    ['that no index serves', 'title eq "x"', 'invalidFilter'],
    ['that reads everybody by a negation', 'not (userName eq "x")', 'invalidFilter'],
    ['with one alternative that no index serves', 'userName eq "x" or title pr', 'invalidFilter'],
    ['that searches for a part', 'userName co "a"', 'invalidFilter'],
    ['of an unknown attribute', '__proto__ eq "x"', 'invalidFilter'],
    ['of an inherited property', 'constructor.name eq "Object"', 'invalidFilter'],
    ['that cannot be read', 'userName eq', 'invalidFilter'],
    ['with a bracket that never closes', 'emails[type eq "work"', 'invalidFilter'],
    ['whose text takes exponential time', `userName eq "${'\n'.repeat(28)}`, 'invalidFilter'],
    ['that is too long', `userName eq "${'a'.repeat(2_000)}"`, 'invalidFilter'],
    ['that is nested deeply', `${'('.repeat(600)}userName eq "x"${')'.repeat(600)}`, 'invalidFilter'],
    ['of too many values', Array.from({ length: 21 }, (_none, n) => `id eq "${n}"`).join(' or '), 'tooMany'],
    ['with the text of a statement', `userName eq "x' OR 1=1 --"; DROP TABLE end_user`, 'invalidFilter'],
  ])('%s are refused', async (_what, filter, scimType) => {
    const started = performance.now();
    const answer = await call('GET', filtered(filter));

    expect([answer.status, (answer.json as { scimType: string }).scimType]).toEqual([400, scimType]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each(['userName eq "x\' OR 1=1 --"', 'externalId eq "\\u0000"', 'id eq "\\ud800"', 'emails eq "%@%"', 'userName eq 5'])(
    '%s finds nobody, or is refused',
    async (filter) => {
      const { status, json } = await call('GET', filtered(filter));

      expect([200, 400]).toContain(status);
      expect((json as { totalResults?: number }).totalResults ?? 0).toBe(0);
    },
  );
});

describe('hostile paths', () => {
  it.each([
    '__proto__.polluted',
    'constructor.prototype.polluted',
    '__proto__',
    'name.__proto__',
    'emails[__proto__ eq "x"].value',
    'emails[',
    'name[formatted eq "x"]',
    'urn:x:y',
  ])('%s names nothing', async (path) => {
    const { id } = await createUser({ userName: `${Math.random()}@example.com` });

    const answer = await patch(`/Users/${id}`, { op: 'add', path, value: 'x' });

    expect([answer.status, (answer.json as { scimType: string }).scimType]).toEqual([400, expect.stringMatching(/^invalid(Path|Filter)$/)]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('are not read from members either', async () => {
    const { id } = await createUser({ userName: 'members.of.values@example.com' });
    const Operations =
      '[{"op":"add","path":"name","value":{"__proto__.polluted":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}]';

    await call('PATCH', `/Users/${id}`, `{"schemas":["${PATCH_OP}"],"Operations":${Operations}}`);
    await call('POST', '/Users', '{"userName":"polluted@example.com","__proto__":{"polluted":1},"name":{"__proto__":{"polluted":1}}}');

    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('hostile bodies', () => {
  it.each<[string, string, string, unknown, number]>([
    ['no JSON', 'POST', '/Users', '{', 400],
    ['no object', 'POST', '/Users', [], 400],
    ['JSON nested deeply', 'POST', '/Users', `{"a":${'['.repeat(50)}${']'.repeat(50)}}`, 400],
    ['more than 1 MiB', 'POST', '/Users', { userName: 'x'.repeat(1_100_000) }, 413],
    ['more attributes than a user may have', 'POST', '/Users', { userName: 'large.user@example.com', title: 'x'.repeat(70_000) }, 400],
    ['too many values', 'POST', '/Users', { userName: 'many.values@example.com', emails: repeat(101, { value: 'a@example.com' }) }, 400],
    ['too many operations', 'PATCH', '/Users/x', { Operations: repeat(1_001, { op: 'remove', path: 'title' }) }, 413],
    ['too many bulk operations', 'POST', '/Bulk', { Operations: repeat(1_001, { method: 'DELETE', path: '/Users/x' }) }, 413],
    ['a bulk path elsewhere', 'POST', '/Bulk', { Operations: [{ method: 'DELETE', path: '/Users/../Groups/x' }] }, 400],
    [
      'too many members',
      'POST',
      '/Groups',
      { displayName: 'Crowd', members: Array.from({ length: 1_001 }, (_none, n) => ({ value: `u${n}` })) },
      413,
    ],
    ['a name with NUL', 'POST', '/Groups', { displayName: 'a\0b' }, 400],
    ['half of a surrogate pair', 'POST', '/Users', { userName: 'surrogate.pair@example.com', title: '\ud800' }, 400],
  ])('with %s are refused', async (_what, method, path, body, status) => {
    const answer = await call(method, path, body);

    expect([answer.status, (answer.json as { schemas: string[] }).schemas]).toEqual([
      status,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
  });

  it('of another type, at another path or with another method get a SCIM error', async () => {
    const answers = await Promise.all([
      call('POST', '/Users', 'userName=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
      call('GET', '/Nothing'),
      call('PUT', '/Users', {}),
      call('GET', `/Groups/${encodeURIComponent('a\0b')}`),
      call('GET', `/Users/${encodeURIComponent('a\0b')}`),
    ]);

    expect(answers.map(({ status, json }) => [status, (json as { status: string }).status])).toEqual([
      [415, '415'],
      [404, '404'],
      [405, '405'],
      [404, '404'],
      [404, '404'],
    ]);
  });
});

it('shows a group with more members than a response has only without them', async () => {
  const { rows } = scim.auth.auth;
  const { id: domain } = scim.auth.domain;
  await expectStatus(201, call('POST', '/Groups', { displayName: 'Everybody' }));
  await rows.query(
    `INSERT INTO end_user (domain_id, block, identity_provider, attributes, username_key, search_text)
     SELECT $1, 0, 'local', '{"preferred_username":"somebody"}', 'somebody-' || n, '' FROM generate_series(1, 1001) AS n`,
    [domain],
  );
  await rows.query(`INSERT INTO user_role SELECT $1, sub, 'Everybody' FROM end_user WHERE domain_id = $1`, [domain]);

  expect((await call('GET', '/Groups/Everybody')).json).toMatchObject({
    scimType: 'tooMany',
    detail: expect.stringContaining('excludedAttributes=members'),
  });
  expect((await call('GET', '/Groups/Everybody?excludedAttributes=members')).status).toBe(200);
});
