import { describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { EVERYTHING, useApiKeyFixture } from './api-key.fixture.js';

const fixture = useApiKeyFixture();
/** What the limited caller of the tests has. */
const OWN = {
  name: 'limited',
  permissions: ['operator:write', 'client:write', 'log:read'],
  domains: ['a.example.com', 'b.example.com'],
  networks: ['127.0.0.0/8', '10.0.0.0/8'],
};
const DENIED = '403 /problems/permission-denied';

const getDetail = ({ json }: Answer) => (json as { detail: string }).detail;

describe('a new or changed API key', () => {
  it.each<[object, string]>([
    [{ permissions: ['client:write', 'user:read', '*'] }, 'the permission user:read, the permission *'],
    [{ permissions: ['*:read'] }, 'the permission *:read'],
    [{ permissions: ['log:write'] }, 'the permission log:write'],
    [{ domains: null }, 'every domain (null)'],
    [{ domains: ['a.example.com', 'c.example.com'] }, 'the domain c.example.com'],
    [{ networks: null }, 'every network (null)'],
    [{ networks: ['10.0.0.0/7'] }, 'the network 10.0.0.0/7'],
    [{ networks: ['::/0', '10.1.0.0/16'] }, 'the network ::/0'],
    [EVERYTHING, 'the permission *, every domain (null), every network (null)'],
  ])('has nothing that its creator lacks: %j', async (beyond, missing) => {
    const { caller } = await fixture.create(OWN);
    const { id } = await fixture.create({ ...OWN, name: 'changed' }, caller);
    const before = await fixture.listConfigurations();

    const answers = [await caller.post('/v1/api-key', { ...OWN, ...beyond }), await caller.put(`/v1/api-key/${id}`, { ...OWN, ...beyond })];

    for (const answer of answers) {
      expect(kindOf(answer)).toBe(DENIED);
      expect(getDetail(answer)).toBe(`limited can give only what it has, and lacks ${missing}. Nothing was changed.`);
    }
    expect(await fixture.listConfigurations()).toEqual(before);
  });

  it('may have a part of what its creator has, and expire later', async () => {
    const { caller } = await fixture.create({ ...OWN, expiresAt: '2030-01-01T00:00:00Z' });
    const part = { name: 'part', permissions: ['client:read', 'log:read'], domains: ['b.example.com'], networks: ['10.1.0.0/16'] };

    expect(await caller.post('/v1/api-key', { ...part, expiresAt: '2031-01-01T00:00:00Z' })).toMatchObject({ status: 201, json: part });
    expect((await caller.post('/v1/api-key', OWN)).status).toBe(201);
  });

  it('is not shown again to a key that could not have created it', async () => {
    const once = { 'Idempotency-Key': 'once' };
    await fixture.owner.post('/v1/api-key', EVERYTHING, once);
    const { caller } = await fixture.create({ name: 'limited', permissions: ['operator:write'] });

    expect(kindOf(await caller.post('/v1/api-key', EVERYTHING, once))).toBe('409 /problems/idempotency-conflict');
  });

  it('comes from a key that may write operators', async () => {
    const { id } = await fixture.create();

    for (const permissions of [['*:read'], ['operator:read'], ['client:write', 'subscription:write']]) {
      const { caller } = await fixture.create({ permissions });
      const answers = [
        await caller.post('/v1/api-key', { name: 'x', permissions }),
        await caller.put(`/v1/api-key/${id}`, EVERYTHING),
        await caller.delete(`/v1/api-key/${id}`),
      ];
      expect(answers.map(kindOf)).toEqual([DENIED, DENIED, DENIED]);
    }
    expect((await fixture.owner.get(`/v1/api-key/${id}`)).status).toBe(200);
  });
});

describe('an API key of another subscription', () => {
  it('is the same 404 as an unknown one, and is not changed', async () => {
    const theirs = await fixture.create({ name: 'theirs' });
    const mine = await fixture.create({}, fixture.bootstrap);

    for (const id of [theirs.id, '00000000-0000-4000-8000-000000000000', 'no-uuid']) {
      const path = `/v1/api-key/${id}`;
      for (const answer of [await mine.caller.get(path), await mine.caller.put(path, EVERYTHING), await mine.caller.delete(path)]) {
        expect([kindOf(answer), getDetail(answer)]).toEqual([
          '404 /problems/api-key-not-found',
          'Your subscription has no API key with this id.',
        ]);
      }
    }
    expect(await fixture.listNames(mine.caller)).not.toContain('theirs');
    expect((await theirs.caller.get(`/v1/api-key/${theirs.id}`)).json).toMatchObject({ name: 'theirs' });
  });
});

describe('a key limited to domains', () => {
  it('sees and changes only keys that are limited to some of these', async () => {
    const { id: own, caller } = await fixture.create(OWN);
    const hidden = [await fixture.create(), await fixture.create({ domains: ['b.example.com', 'c.example.com'] })];
    const { id: within } = await fixture.create({ name: 'within', domains: ['b.example.com'] });

    expect(await fixture.listNames(caller)).toEqual(['limited', 'within']);
    for (const { id, caller: other } of hidden) {
      const path = `/v1/api-key/${id}`;
      for (const answer of [await caller.get(path), await caller.put(path, OWN), await caller.delete(path)]) {
        expect(kindOf(answer)).toBe('404 /problems/api-key-not-found');
      }
      expect((await other.get(path)).status).toBe(200);
    }
    expect((await caller.put(`/v1/api-key/${within}`, { ...OWN, name: 'changed' })).status).toBe(204);
    expect((await caller.delete(`/v1/api-key/${within}`)).status).toBe(204);
    expect((await caller.delete(`/v1/api-key/${own}`)).status).toBe(204);
    expect((await caller.get('/v1/domain')).status).toBe(401);
  });
});

describe('a key whose permissions were lowered', () => {
  it('lacks them from the next request on every replica', async () => {
    const { id, apiKey } = await fixture.create();
    const callers = fixture.everywhere(apiKey);
    for (const caller of callers) expect((await caller.post('/v1/domain')).status).toBe(201);

    await fixture.owner.put(`/v1/api-key/${id}`, { ...EVERYTHING, permissions: ['client:write'] });

    for (const caller of callers) {
      expect([kindOf(await caller.post('/v1/domain')), kindOf(await caller.get('/v1/api-key'))]).toEqual([DENIED, DENIED]);
    }
  });

  it.each([
    ['deleted', 'revoked_at = now()', 401],
    ['limited', `permissions = '{operator:write}'`, 403],
  ])('grants nothing by a request that began before it was %s', async (_what, change, status) => {
    const { id, apiKey } = await fixture.create();
    const caller = fixture.everywhere(apiKey)[1]!;

    let pending: Promise<Answer> | undefined;
    await fixture.rows.inTransaction(async (query) => {
      await query(`SELECT FROM subscription WHERE id = (SELECT subscription_id FROM api_key WHERE id = '${id}') FOR NO KEY UPDATE`);
      pending = caller.post('/v1/api-key', { ...EVERYTHING, name: 'left behind' });
      await fixture.rows.untilBlocked(1);
      await query(`UPDATE api_key SET ${change} WHERE id = '${id}'`);
    });

    expect((await pending!).status).toBe(status);
    expect(await fixture.listNames()).not.toContain('left behind');
  });
});
