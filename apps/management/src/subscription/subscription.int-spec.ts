import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import type { Caller } from '../../../../test/support/management.js';

const PLATFORM_KEY = 'the-key-of-the-platform';
const UNLIMITED = { domains: null, clients: null, users: null, tokensPerDay: null };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const fixture = useManagementFixture({ RATE_LIMIT: 'off', PLATFORM_KEY });

interface Created {
  id: string;
  name: string;
  apiKey: string;
}

const platform = (): Caller => fixture.management.as(PLATFORM_KEY);

/** Creates a subscription by the API. @returns it, its path and a caller with its key */
async function create(): Promise<Created & { path: string; owner: Caller }> {
  const { status, json } = await platform().post('/v1/subscription', { name: `acme-${randomUUID()}` });
  expect(status).toBe(201);
  const created = json as Created;
  return { ...created, path: `/v1/subscription/${created.id}`, owner: fixture.management.as(created.apiKey) };
}

/** A key of the subscription with these permissions. */
async function createKey(owner: Caller, permissions: string[]): Promise<Caller> {
  const { json } = await owner.post('/v1/api-key', { name: 'limited', permissions });
  return fixture.management.as((json as Created).apiKey);
}

const listErrors = ({ json }: Answer) =>
  (json as { errors: { pointer: string; detail: string }[] }).errors.map(({ pointer, detail }) => [pointer, detail]);
const listNames = ({ json }: Answer) => (json as Created[]).map(({ name }) => name);

describe('a subscription', () => {
  it('is created with a key that does everything in it, which is shown once', async () => {
    const { id, name, apiKey, path, owner } = await create();

    expect(apiKey).toMatch(/^latchkey_[\w-]{43}$/);
    expect((await platform().get(path)).json).toEqual({ id, name, createdAt: expect.any(String) });
    expect((await owner.get('/v1/api-key')).json).toMatchObject([{ name: 'first', permissions: ['*'], domains: null, expiresAt: null }]);
    expect(await owner.registerDomain()).toEqual(expect.any(String));
    expect((await platform().get(`${path}/quota`)).json).toEqual(UNLIMITED);
    expect((await platform().delete(`${path}/quota`)).status).toBe(405);
    expect(fixture.management.log).not.toContain(apiKey);
    expect(fixture.management.events).toContainEqual(expect.objectContaining({ msg: 'subscription created', subscription: id, name }));
  });

  it('has a name of its own, even for concurrent requests', async () => {
    const name = `raced-${randomUUID()}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => platform().post('/v1/subscription', { name })));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    expect(kindOf(answers.find(({ status }) => status === 409)!)).toBe('409 /problems/subscription-conflict');
    expect(listNames(await platform().get('/v1/subscription')).filter((each) => each === name)).toHaveLength(1);
  });

  it.each([[{}], [{ name: ' ' }], [{ name: 'x'.repeat(101) }], [{ name: 'a\u200bb' }], [{ name: 7 }]])(
    'is not created by %j',
    async (body) => {
      expect(listErrors(await platform().post('/v1/subscription', body))).toEqual([['/name', 'must be 1 to 100 visible characters']]);
    },
  );

  it('is created once for an Idempotency-Key, with the same response', async () => {
    const [body, headers] = [{ name: `repeated-${randomUUID()}` }, { 'Idempotency-Key': randomUUID() }];
    const [first, second] = [
      await platform().post('/v1/subscription', body, headers),
      await platform().post('/v1/subscription', body, headers),
    ];

    expect([first.status, second.status, second.json]).toEqual([201, 201, first.json]);
    expect(kindOf(await platform().post('/v1/subscription', { name: 'another' }, headers))).toBe('409 /problems/idempotency-conflict');
    expect(listNames(await platform().get('/v1/subscription')).filter((name) => name === body.name)).toHaveLength(1);
  });

  it('is seen by its own keys that may read, and by no other', async () => {
    const [own, other] = [await create(), await create()];
    const readers = await Promise.all([['*'], ['*:read'], ['subscription:read']].map((permissions) => createKey(own.owner, permissions)));

    for (const reader of readers) {
      expect(listNames(await reader.get('/v1/subscription'))).toEqual([own.name]);
      expect((await reader.get(own.path)).json).toMatchObject({ id: own.id, name: own.name });
      expect((await reader.get(`${own.path}/quota`)).json).toEqual(UNLIMITED);
      for (const path of [other.path, `${other.path}/quota`, `/v1/subscription/${UNKNOWN_ID}`, '/v1/subscription/none']) {
        expect(kindOf(await reader.get(path))).toBe('404 /problems/subscription-not-found');
      }
    }
    const without = await createKey(own.owner, ['domain:write']);
    expect([kindOf(await without.get('/v1/subscription')), kindOf(await without.get(own.path))]).toEqual(
      Array.from({ length: 2 }, () => '403 /problems/permission-denied'),
    );
    expect(listNames(await platform().get('/v1/subscription'))).toEqual(expect.arrayContaining([own.name, other.name]));
  });

  it('is changed by the platform key alone', async () => {
    const { path, owner } = await create();
    for (const each of [owner, await createKey(owner, ['subscription:write'])]) {
      const answers = [
        await each.post('/v1/subscription', { name: 'mine' }),
        await each.put(`${path}/quota`, UNLIMITED),
        await each.delete(path),
      ];
      expect(answers.map(kindOf)).toEqual(Array.from({ length: 3 }, () => '403 /problems/permission-denied'));
    }
    const wrong = fixture.management.as(`${PLATFORM_KEY}x`);
    expect([kindOf(await wrong.get('/v1/subscription')), kindOf(await wrong.delete(path))]).toEqual(
      Array.from({ length: 2 }, () => '401 /problems/unauthenticated'),
    );
    expect((await owner.get(path)).status).toBe(200);
  });
});

describe('the platform key', () => {
  it('reaches nothing that a subscription owns', async () => {
    const { owner } = await create();
    const domain = await owner.registerDomain();

    for (const path of ['/v1/domain', `/v1/domain/${domain}`, `/v1/domain/${domain}/user`, '/v1/api-key', '/v1/operator']) {
      expect(kindOf(await platform().get(path))).toBe('403 /problems/permission-denied');
    }
  });
});

describe('the quota of a subscription', () => {
  it('refuses more, and permits it again once it is raised', async () => {
    const { path, owner } = await create();
    await owner.registerDomain();
    expect(await platform().put(`${path}/quota`, { domains: 1, users: 0 })).toMatchObject({ status: 204, text: '' });

    expect((await owner.get(`${path}/quota`)).json).toEqual({ ...UNLIMITED, domains: 1, users: 0 });
    expect(kindOf(await owner.post('/v1/domain'))).toBe('403 /problems/quota-exceeded');
    expect((await platform().put(`${path}/quota`, {})).status).toBe(204);
    expect((await owner.post('/v1/domain')).status).toBe(201);
    expect((await owner.get(`${path}/quota`)).json).toEqual(UNLIMITED);
  });

  it('has every fault of its document named at once', async () => {
    const { path } = await create();
    const body = { domains: -1, clients: 1.5, users: '7', tokensPerDay: -5, tenants: 1 };

    expect(listErrors(await platform().put(`${path}/quota`, body)).toSorted()).toEqual([
      ['/clients', 'must be a whole number of clients from 0 to 1000000000'],
      ['/domains', 'must be a whole number of domains from 0 to 1000000000'],
      ['/tenants', 'is not a property of this request'],
      ['/tokensPerDay', 'must be a whole number of access tokens from 0 to 1000000000'],
      ['/users', 'must be a whole number of users from 0 to 1000000000'],
    ]);
    for (const id of [UNKNOWN_ID, 'none']) {
      expect(kindOf(await platform().put(`/v1/subscription/${id}/quota`, {}))).toBe('404 /problems/subscription-not-found');
    }
  });
});

describe('the deletion of a subscription', () => {
  it('is refused while it has domains, also ones that are being deleted', async () => {
    const { path, owner } = await create();
    const domain = await owner.registerDomain();

    expect(kindOf(await platform().delete(path))).toBe('409 /problems/subscription-conflict');
    await owner.delete(`/v1/domain/${domain}`);
    expect(kindOf(await platform().delete(path))).toBe('409 /problems/subscription-conflict');
    expect((await owner.get(path)).status).toBe(200);
  });

  it('removes its keys, operators and stored responses, and nothing of others', async () => {
    const [{ id, name, path, owner }, other] = [await create(), await create()];
    for (const each of [owner, other.owner]) {
      await each.post('/v1/api-key', { name: 'ci', permissions: ['*'] }, { 'Idempotency-Key': 'the-same' });
    }
    await fixture.rows.insert('operator', { subscription_id: id });
    const count = (table: string, of: string) => fixture.rows.count(table, `subscription_id = '${of}'`);

    expect(await platform().delete(path)).toMatchObject({ status: 204, text: '' });

    expect([kindOf(await owner.get(path)), kindOf(await platform().get(path))]).toEqual([
      '401 /problems/unauthenticated',
      '404 /problems/subscription-not-found',
    ]);
    for (const table of ['api_key', 'operator', 'idempotency_answer']) expect(await count(table, id)).toBe(0);
    expect([await count('api_key', other.id), await count('idempotency_answer', other.id)]).toEqual([2, 1]);
    for (const gone of [id, UNKNOWN_ID, 'none']) {
      expect(kindOf(await platform().delete(`/v1/subscription/${gone}`))).toBe('404 /problems/subscription-not-found');
    }
    expect(fixture.management.events).toContainEqual(expect.objectContaining({ msg: 'subscription deleted', subscription: id, name }));
    expect((await platform().post('/v1/subscription', { name })).status).toBe(201);
  });

  it('waits for a registration that has begun, and is refused then', async () => {
    const { id, path } = await create();
    let deletion: Promise<Answer> | undefined;
    await fixture.rows.inTransaction(async (query) => {
      await query(
        `INSERT INTO domain (subscription_id, name, kind, status, longest_expiry) VALUES ('${id}', '${id}.example.com', 'custom', 'pending', 3600)`,
      );
      deletion = platform().delete(path);
      await fixture.rows.untilBlocked(1);
    });

    expect(kindOf((await deletion)!)).toBe('409 /problems/subscription-conflict');
  });

  it.each([
    ['domain', (owner: Caller) => owner.post('/v1/domain')],
    ['API key', (owner: Caller) => owner.post('/v1/api-key', { name: 'late', permissions: ['*'] })],
  ])('lets a request that creates a %s meanwhile fail as one with a deleted key', async (_object, request) => {
    const { id, owner } = await create();
    let answer: Promise<Answer> | undefined;
    await fixture.rows.inTransaction(async (query) => {
      await query(`SELECT FROM subscription WHERE id = '${id}' FOR UPDATE`);
      answer = request(owner);
      await fixture.rows.untilBlocked(1);
      await query(`DELETE FROM subscription WHERE id = '${id}'`);
    });

    expect(kindOf((await answer)!)).toBe('401 /problems/unauthenticated');
  });
});
