import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { EVERYTHING, getPointers, useApiKeyFixture } from './api-key.fixture.js';

const fixture = useApiKeyFixture();
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const LIMITED = {
  name: 'reports',
  permissions: ['client:write', 'log:read'],
  domains: ['auth.example.com', 'xn--bcher-kva.example'],
  networks: ['10.0.0.0/8', '2001:db8::/32'],
  expiresAt: '2035-01-31T00:00:00.000Z',
};

describe('API keys by API', () => {
  it('are created, shown, listed oldest first without the key itself, replaced and deleted', async () => {
    const { status, json } = await fixture.owner.post('/v1/api-key', LIMITED);
    const { id, apiKey } = json as { id: string; apiKey: string };
    const shown = { ...LIMITED, id, createdAt: TIME, lastUsedAt: null };
    expect([status, json]).toEqual([201, { ...shown, apiKey: expect.stringMatching(/^latchkey_[\w-]{43}$/) }]);
    const path = `/v1/api-key/${id}`;

    expect(await fixture.owner.get(path)).toMatchObject({ status: 200, json: shown });
    const list = await fixture.owner.get('/v1/api-key');
    expect(list).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } });
    expect(list.json).toEqual([{ ...shown, ...EVERYTHING, name: 'test', id: expect.any(String), lastUsedAt: null }, shown]);
    expect(list.text + (await fixture.owner.get(path)).text).not.toContain(apiKey);

    expect(await fixture.owner.put(path, { name: 'renamed', permissions: ['*:read'] })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.owner.get(path)).json).toEqual({ ...shown, ...EVERYTHING, name: 'renamed', permissions: ['*:read'] });
    expect((await fixture.everywhere(apiKey)[1]!.get('/v1/domain')).status).toBe(200);

    expect(await fixture.owner.delete(path)).toMatchObject({ status: 204, text: '' });
    for (const answer of [await fixture.owner.get(path), await fixture.owner.put(path, EVERYTHING), await fixture.owner.delete(path)]) {
      expect(kindOf(answer)).toBe('404 /problems/api-key-not-found');
    }
    expect(await fixture.listNames()).toEqual(['test']);
  });

  it('have domains and networks in their canonical form, each once', async () => {
    const { id } = await fixture.create({
      domains: ['Auth.Example.COM.', 'auth.example.com', 'b\u00FCcher.example'],
      networks: ['2001:DB8:0::/32', '2001:db8::/32', '::ffff:10.0.0.0/104'],
      expiresAt: '2035-01-31T01:00:00.123456+01:00',
    });

    expect((await fixture.owner.get(`/v1/api-key/${id}`)).json).toMatchObject({
      domains: ['auth.example.com', 'xn--bcher-kva.example'],
      networks: ['2001:db8::/32', '10.0.0.0/8'],
      expiresAt: '2035-01-31T00:00:00.123Z',
    });
  });

  it('report all errors of a document at once', async () => {
    const body = {
      name: '\u200B',
      permissions: ['client:write', 'client:delete', '*:write', 7],
      domains: ['*.example.com', '', 'example', 'auth.example.com'],
      networks: ['10.0.0.0', '10.1.2.3/8', '300.0.0.0/8'],
      expiresAt: '2020-01-01T00:00:00Z',
      role: 'admin',
    };
    const pointers = [
      '/domains/0',
      '/domains/1',
      '/domains/2',
      '/expiresAt',
      '/name',
      '/networks/0',
      '/networks/1',
      '/networks/2',
      '/permissions/1',
      '/permissions/2',
      '/permissions/3',
      '/role',
    ];
    const { id } = await fixture.create();

    const answers = [await fixture.owner.post('/v1/api-key', body), await fixture.owner.put(`/v1/api-key/${id}`, body)];

    for (const answer of answers) expect(getPointers(answer).toSorted()).toEqual(pointers);
    expect((answers[0]!.json as { errors: object[] }).errors).toContainEqual({
      pointer: '/networks/1',
      detail: 'must start at its first address: 10.0.0.0/8',
    });
  });

  it.each<[object, string[]]>([
    [{}, ['/name', '/permissions']],
    [{ name: 'x'.repeat(101), permissions: [] }, ['/name', '/permissions']],
    [{ ...EVERYTHING, permissions: ['*', '*'] }, ['/permissions']],
    [{ ...EVERYTHING, permissions: '*' }, ['/permissions']],
    [{ ...EVERYTHING, domains: [] }, ['/domains']],
    [{ ...EVERYTHING, domains: Array.from({ length: 101 }, (_none, n) => `d${n}.example.com`) }, ['/domains']],
    [{ ...EVERYTHING, domains: [`${'a'.repeat(63)}.`.repeat(4)] }, ['/domains/0']],
    [{ ...EVERYTHING, networks: [] }, ['/networks']],
    [{ ...EVERYTHING, networks: Array.from({ length: 101 }, (_none, n) => `10.0.0.${n}/32`) }, ['/networks']],
    [{ ...EVERYTHING, expiresAt: 4_102_444_800 }, ['/expiresAt']],
    [{ ...EVERYTHING, expiresAt: '2035-01-31' }, ['/expiresAt']],
    [{ ...EVERYTHING, expiresAt: '9999-12-31T23:59:59-01:00' }, ['/expiresAt']],
  ])('reject %j', async (body, pointers) => {
    const answer = await fixture.owner.post('/v1/api-key', body);

    expect(kindOf(answer)).toBe('400 /problems/invalid-request');
    expect(getPointers(answer)).toEqual(pointers);
  });

  it('take back the document that GET shows, whatever the last use was; other read-only members must be unchanged', async () => {
    const { id } = await fixture.create(LIMITED);
    const path = `/v1/api-key/${id}`;
    const document = (await fixture.owner.get(path)).json as object;

    expect((await fixture.owner.put(path, { ...document, lastUsedAt: '2026-01-01T00:00:00.000Z' })).status).toBe(204);
    const changed = await fixture.owner.put(path, { ...document, id: randomUUID(), createdAt: '2026-01-01T00:00:00.000Z' });

    expect(getPointers(changed).toSorted()).toEqual(['/createdAt', '/id']);
    expect((await fixture.owner.get(path)).json).toEqual(document);
  });

  it('are shown after they have expired, and accepted again once they expire later', async () => {
    const { id, caller } = await fixture.create({ expiresAt: new Date(Date.now() + 300).toISOString() });
    while ((await caller.get('/v1/domain')).status === 200);

    expect((await caller.get('/v1/domain')).status).toBe(401);
    expect(await fixture.owner.get(`/v1/api-key/${id}`)).toMatchObject({ status: 200, json: { id, expiresAt: TIME } });
    expect((await fixture.owner.put(`/v1/api-key/${id}`, EVERYTHING)).status).toBe(204);
    expect((await caller.get('/v1/domain')).status).toBe(200);
  });

  it('are at most 100 in a subscription, also when many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 104 }, () => fixture.owner.post('/v1/api-key', EVERYTHING)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(kindOf))).toEqual(new Set(['409 /problems/api-key-conflict']));
    const { id } = answers.find(({ status }) => status === 201)!.json as { id: string };
    await fixture.owner.delete(`/v1/api-key/${id}`);
    expect((await fixture.owner.post('/v1/api-key', EVERYTHING)).status).toBe(201);
  });

  it('are created once for an Idempotency-Key, whose response repeats the key', async () => {
    const once = { 'Idempotency-Key': 'once' };
    const first = await fixture.owner.post('/v1/api-key', EVERYTHING, once);
    const again = await fixture.owner.post('/v1/api-key', EVERYTHING, once);

    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(await fixture.listNames()).toEqual(['test', 'ci']);
  });
});

describe('the ETag of an API key', () => {
  it('lets one of two concurrent changes win', async () => {
    const { id } = await fixture.create();
    const path = `/v1/api-key/${id}`;
    const { headers } = await fixture.owner.get(path);
    const [one, other] = fixture.everywhere(fixture.owner.apiKey);
    const put = (name: string) => ({
      method: 'PUT',
      headers: { 'If-Match': headers['etag']!, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...EVERYTHING, name }),
    });

    const answers = await Promise.all([one!.send(path, put('one')), other!.send(path, put('other'))]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 412]);
    const winner = answers[0]!.status === 204 ? 'one' : 'other';
    expect((await fixture.owner.get(path)).json).toMatchObject({ name: winner });
    const deletion = { method: 'DELETE', headers: { 'If-Match': headers['etag']! } };
    expect((await one!.send(path, deletion)).status).toBe(412);
  });
});
