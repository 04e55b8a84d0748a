import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import type { Caller } from '../../../../test/support/management.js';
import { createSubscription } from '../../../../test/support/subscription.js';

const SUB = '3f1c9d52-5f0e-4c3a-9a51-6b1f4d0e7c21';
const JANE = { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe' };
const JOHN = { preferredUsername: 'John.Doe-1', name: 'John Doe' };
const NDJSON = { 'Content-Type': 'application/x-ndjson' };

const fixture = useManagementFixture({ WORKER: 'on' });

const toFile = (lines: readonly unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');

interface Target {
  caller: Caller;
  domain: string;
}

async function createTarget(): Promise<Target> {
  const caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
  return { caller, domain: await caller.registerDomain() };
}

function upload({ caller, domain }: Target, body: string | Buffer, query = ''): Promise<Answer> {
  return caller.send(`/v1/domain/${domain}/user-import${query}`, { method: 'POST', headers: NDJSON, body: body as string });
}

async function waitFor(target: Target, { headers }: Answer): Promise<unknown> {
  let result: unknown;
  await eventually(
    async () => {
      ({ json: result } = await target.caller.get(headers['location'] as string));
      return (result as { status: string }).status === 'Completed';
    },
    { timeoutMs: 30_000 },
  );
  return result;
}

/** Imports lines. @returns the result */
async function importLines(target: Target, lines: readonly unknown[], query = ''): Promise<unknown> {
  const answer = await upload(target, toFile(lines), query);
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return waitFor(target, answer);
}

async function listUsers({ caller, domain }: Target): Promise<unknown[]> {
  const { text } = await caller.get(`/v1/domain/${domain}/user`, { Accept: 'application/x-ndjson' });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const {
        createdAt: _createdAt,
        lastSignInAt: _lastSignInAt,
        identityProvider: _identityProvider,
        ...user
      } = JSON.parse(line) as Record<string, unknown>;
      return user;
    });
}

const result = (counts: object, errors: object[] = []) => ({
  status: 'Completed',
  read: 0,
  created: 0,
  updated: 0,
  failed: 0,
  errors,
  ...counts,
});

describe('an import of users', () => {
  it('creates users as single calls do, with their log entries', async () => {
    const target = await createTarget();
    const lines = [
      { ...JANE, sub: SUB.toUpperCase(), attributes: { email: 'jane@example.com', level: 3, nickname: null } },
      '',
      { ...JOHN, active: false },
    ];

    expect(await importLines(target, lines)).toEqual(result({ read: 2, created: 2 }));

    expect(await listUsers(target)).toEqual(
      expect.arrayContaining([
        { sub: SUB, active: true, preferred_username: 'Jane.Doe-1', name: 'Jane Doe', email: 'jane@example.com', level: 3 },
        { sub: expect.any(String), active: false, preferred_username: 'John.Doe-1', name: 'John Doe' },
      ]),
    );
    expect((await target.caller.get(`/v1/domain/${target.domain}/user?search=jane@example.com`)).json).toMatchObject([{ sub: SUB }]);
    const { json } = await target.caller.get(`/v1/domain/${target.domain}/log?type=user.created`);
    expect(json).toMatchObject([
      { actor: { type: 'api_key' }, data: { changed: ['name', 'preferred_username'], identityProvider: null } },
      { data: { changed: ['email', 'level', 'name', 'preferred_username'], identityProvider: null } },
    ]);
  });

  it('changes nothing if it is repeated', async () => {
    const target = await createTarget();
    const lines = [{ ...JANE, sub: SUB, attributes: { level: 3 } }, JOHN];
    await importLines(target, lines);
    const before = await listUsers(target);

    const answers = await Promise.all([upload(target, toFile(lines)), upload(target, toFile(lines))]);
    const results = await Promise.all(answers.map((answer) => waitFor(target, answer)));

    expect(results).toEqual([result({ read: 2 }), result({ read: 2 })]);
    expect(await listUsers(target)).toEqual(before);
    expect((await target.caller.get(`/v1/domain/${target.domain}/log?type=user.updated`)).json).toEqual([]);
  });

  it('updates the user with the sub, otherwise the one with the username, in the order of the lines', async () => {
    const target = await createTarget();
    await importLines(target, [{ ...JANE, sub: SUB, attributes: { level: 3, city: 'Ulm' } }]);
    const lines = [
      { preferredUsername: 'jane.doe-1', name: 'Jane D.', attributes: { level: 4, city: null } },
      { sub: SUB, preferredUsername: 'jane.roe-1', name: 'Jane Roe', active: false },
      { ...JANE, name: 'Another Jane' },
      { ...JANE, name: 'Another Jane', attributes: { level: 1 } },
    ];

    expect(await importLines(target, lines)).toEqual(result({ read: 4, created: 1, updated: 3 }));

    expect(await listUsers(target)).toEqual(
      expect.arrayContaining([
        { sub: SUB, active: false, preferred_username: 'jane.roe-1', name: 'Jane Roe', level: 4 },
        { sub: expect.any(String), active: true, preferred_username: 'Jane.Doe-1', name: 'Another Jane', level: 1 },
      ]),
    );
  });

  it.each(['', '?dryRun=true'])('lists every error of each line, and does the other lines %s', async (query) => {
    const target = await createTarget();
    await importLines(target, [{ ...JANE, sub: SUB }]);
    await target.caller.put(`/v1/domain/${target.domain}/client/shop`, {
      clientType: 'Confidential',
      grantType: 'ClientCredentials',
      scope: 'read',
    });
    const lines = [
      { preferredUsername: '', name: 7, attributes: { email: 'nobody' }, more: true },
      '{"preferredUsername": "a", ',
      '[1]',
      `{"preferredUsername":"b.b.b.b-1","name":"${'x'.repeat(262_144)}"}`,
      '{"preferredUsername":"c.c.c.c.c-1","name":"C","name":"D"}',
      JOHN,
      { ...JANE, sub: 'other' },
      { preferredUsername: 'Shop.Shop-1', name: 'Shop', sub: 'shop' },
      { ...JOHN, sub: 'another' },
      { ...JOHN, attributes: { locale: 'not a locale' } },
      { ...JANE, attributes: { nickname: 'J' } },
    ];

    const { errors, ...counts } = (await importLines(target, lines, query)) as { errors: { line: number; pointer: string }[] };

    expect(counts).toEqual({ status: 'Completed', read: 11, created: 1, updated: 1, failed: 9 });
    expect(errors.map(({ line, pointer }) => `${line} ${pointer}`).toSorted()).toEqual([
      '1 /attributes/email',
      '1 /more',
      '1 /name',
      '1 /preferredUsername',
      '10 /attributes/locale',
      '2 ',
      '3 ',
      '4 ',
      '5 /name',
      '7 /preferredUsername',
      '8 /sub',
      '9 /preferredUsername',
    ]);
    expect(await listUsers(target)).toHaveLength(query === '' ? 2 : 1);
    expect(await fixture.rows.count('user_import_line', 'true')).toBe(0);
  });

  it('rejects malformed UTF-8 by line', async () => {
    const target = await createTarget();
    const answer = await upload(
      target,
      Buffer.concat([Buffer.from(toFile([JANE])), Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(JSON.stringify(JOHN))]),
    );

    expect(await waitFor(target, answer)).toMatchObject({ read: 3, created: 2, failed: 1, errors: [{ line: 2, pointer: '' }] });
  });

  it.each(['', '?dryRun=true'])('creates no more users than the quota permits %s', async (query) => {
    const { apiKey, id } = await createSubscription(fixture.database.url);
    await fixture.rows.query(`UPDATE subscription SET quota = '{"users": 2}' WHERE id = $1`, [id]);
    const caller = fixture.management.as(apiKey);
    const target = { caller, domain: await caller.registerDomain() };

    const done = await importLines(target, [JANE, JOHN, { preferredUsername: 'third.user-1', name: 'Third' }, JOHN], query);

    expect(done).toMatchObject({
      read: 4,
      created: 2,
      failed: 1,
      errors: [{ line: 3, pointer: '', detail: expect.stringContaining('quota') }],
    });
  });

  it('shows 100 errors at most', async () => {
    const target = await createTarget();
    const { errors, failed } = (await importLines(
      target,
      Array.from({ length: 300 }, () => ({})),
    )) as { errors: unknown[]; failed: number };

    expect([errors.length, failed]).toEqual([100, 300]);
  });
});

describe('imports of a domain', () => {
  it('are listed, and can be deleted, by their subscription only', async () => {
    const target = await createTarget();
    const stranger = await createTarget();
    const answer = await upload(target, toFile([JANE]));
    await waitFor(target, answer);
    const { id } = answer.json as { id: string };
    const path = answer.headers['location'] as string;

    expect(path).toBe(`/v1/domain/${target.domain}/user-import/${id}`);
    expect((await target.caller.get(`/v1/domain/${target.domain}/user-import`)).json).toEqual([{ id, ...result({ read: 1, created: 1 }) }]);
    const foreign = [path, path.replace(target.domain, stranger.domain)];
    for (const each of foreign) {
      expect((await stranger.caller.get(each)).status).toBe(404);
      expect((await stranger.caller.delete(each)).status).toBe(404);
    }
    expect((await target.caller.delete(path)).status).toBe(204);
    expect(kindOf(await target.caller.get(path))).toBe('404 /problems/user-import-not-found');
    expect(kindOf(await target.caller.get(`/v1/domain/${target.domain}/user-import/x`))).toBe('404 /problems/user-import-not-found');
    expect(await listUsers(target)).toHaveLength(1);
  });
});

describe('an upload', () => {
  it.each([
    ['an empty file', { headers: NDJSON, body: '\n \r\n' }, '400 /problems/invalid-request'],
    ['JSON', { headers: { 'Content-Type': 'application/json' }, body: '[]' }, '415 /problems/unsupported-media-type'],
    ['compressed lines', { headers: { ...NDJSON, 'Content-Encoding': 'gzip' }, body: 'x' }, '415 /problems/unsupported-media-type'],
    [
      'other text than UTF-8',
      { headers: { 'Content-Type': 'application/x-ndjson; charset=utf-16' }, body: 'x' },
      '415 /problems/unsupported-media-type',
    ],
  ])('rejects %s', async (_what, call, kind) => {
    const target = await createTarget();

    expect(kindOf(await target.caller.send(`/v1/domain/${target.domain}/user-import`, { method: 'POST', ...call }))).toBe(kind);
    expect((await target.caller.get(`/v1/domain/${target.domain}/user-import`)).json).toEqual([]);
  });
});
