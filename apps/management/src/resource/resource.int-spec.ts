import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../test/support/http.js';
import { getPointers, ORDERS, useResourceFixture } from './resource.fixture.js';

const fixture = useResourceFixture();
const MIN = { audience: 'urn:example:stock', name: 'Stock' };
const DEFAULTS = { ...MIN, scopes: [], accessTokenExpiry: null, tokenFormat: 'Jwt', signingAlgorithm: null, enforceRoles: false };

describe('resources', () => {
  it('are created by PUT, shown, listed oldest first, replaced and deleted', async () => {
    expect(await fixture.put('/resource/stock', MIN)).toMatchObject({ status: 201, text: '' });
    expect(await fixture.get('/resource/stock')).toMatchObject({ status: 200, json: DEFAULTS });
    expect(await fixture.get('/resource')).toMatchObject({
      status: 200,
      headers: { 'x-total-count': '2' },
      json: [
        { ...ORDERS, resourceId: 'orders' },
        { ...DEFAULTS, resourceId: 'stock' },
      ],
    });
    const all = { ...ORDERS, accessTokenExpiry: 60, tokenFormat: 'Opaque', signingAlgorithm: 'PS256', enforceRoles: true };
    expect(await fixture.put('/resource/orders', all)).toMatchObject({ status: 204, text: '' });
    expect(await fixture.get('/resource/orders')).toMatchObject({ status: 200, json: all });
    expect((await fixture.remove('/resource/orders')).status).toBe(204);
    expect([kindOf(await fixture.get('/resource/orders')), kindOf(await fixture.remove('/resource/orders'))]).toEqual([
      '404 /problems/resource-not-found',
      '404 /problems/resource-not-found',
    ]);
  });

  it('have null for the default of each optional property, and the scope as its description', async () => {
    const nulls = { scopes: [{ scope: 'a', description: null }], accessTokenExpiry: null, tokenFormat: null, enforceRoles: null };
    await fixture.put('/resource/stock', { ...MIN, ...nulls, signingAlgorithm: null });

    expect((await fixture.get('/resource/stock')).json).toEqual({ ...DEFAULTS, scopes: [{ scope: 'a', description: 'a' }] });
  });

  it.each([
    ['relative', 'orders'],
    ['relative with a slash', '/orders'],
    ['with a fragment', 'https://orders.example.com/#a'],
    ['with an empty fragment', 'https://orders.example.com#'],
    ['without a host', 'https://'],
    ['with a control character', 'https://orders.example.com/\0'],
    ['too long', `https://orders.example.com/${'x'.repeat(2_048)}`],
    ['a number', 7],
    ['null', null],
  ])('reject an audience that is %s', async (_what, audience) => {
    expect(getPointers(await fixture.put('/resource/stock', { ...MIN, audience }))).toEqual(['/audience']);
  });

  it('reject the issuer of the domain as audience, in any spelling', async () => {
    const domain = fixture.root.split('/').at(-1)!;
    const spellings = [`https://${domain}`, `https://${domain}/`, `HTTPS://${domain.toUpperCase()}`, `https://${domain}:443`];

    for (const audience of spellings)
      expect([audience, getPointers(await fixture.put('/resource/stock', { ...MIN, audience }))]).toEqual([audience, ['/audience']]);
    expect((await fixture.put('/resource/stock', { ...MIN, audience: `https://${domain}/api` })).status).toBe(201);
  });

  it('have an audience of their own, which other domains can use too', async () => {
    const answer = await fixture.put('/resource/stock', { ...MIN, audience: ORDERS.audience });

    expect(answer).toMatchObject({
      status: 409,
      json: {
        type: '/problems/resource-conflict',
        errors: [{ pointer: '/audience', detail: 'belongs to another resource of the domain' }],
      },
    });
    expect((await fixture.get('/resource/stock')).status).toBe(404);
    const other = await fixture.caller.registerDomain();
    expect((await fixture.caller.put(`/v1/domain/${other}/resource/stock`, ORDERS)).status).toBe(201);
  });

  it('report all errors of a body at once', async () => {
    const scopes = [
      { scope: 'a b' },
      { scope: 'openid', description: '' },
      { scope: 'ssf.manage', other: 1 },
      { scope: 'offline_access' },
      { scope: 'twice' },
      { scope: 'twice' },
      'text',
      { description: 'x' },
    ];
    const body = {
      audience: 7,
      name: ' ',
      scopes,
      accessTokenExpiry: 0,
      tokenFormat: 'jwt',
      signingAlgorithm: 'HS256',
      enforceRoles: 1,
      id: 1,
    };

    expect((getPointers(await fixture.put('/resource/stock', body)) as string[]).toSorted()).toEqual([
      '/accessTokenExpiry',
      '/audience',
      '/enforceRoles',
      '/id',
      '/name',
      '/scopes/0/scope',
      '/scopes/1/description',
      '/scopes/1/scope',
      '/scopes/2/other',
      '/scopes/2/scope',
      '/scopes/3/scope',
      '/scopes/5/scope',
      '/scopes/6',
      '/scopes/7/scope',
      '/signingAlgorithm',
      '/tokenFormat',
    ]);
  });

  it('have at most 200 scopes', async () => {
    const scopes = (count: number) => Array.from({ length: count }, (_none, n) => ({ scope: `scope-${n}` }));

    expect((await fixture.put('/resource/stock', { ...MIN, scopes: scopes(200) })).status).toBe(201);
    expect(getPointers(await fixture.put('/resource/stock', { ...MIN, scopes: scopes(201) }))).toEqual(['/scopes']);
  });

  it.each(['constructor', '__proto__', 'a:b', 'a%20b', 'ä', 'x'.repeat(129)])('reject the id %s', async (id) => {
    expect(getPointers(await fixture.put(`/resource/${encodeURIComponent(decodeURIComponent(id))}`, MIN))).toEqual(['resourceId']);
  });

  it('are at most 200 in a domain', async () => {
    await fixture.rows.query(
      `INSERT INTO resource (domain_id, resource_id, audience, name, scopes, token_format, enforce_roles)
       SELECT id, 'r' || n, 'urn:r:' || n, 'R', '[]', 'Jwt', false FROM domain, generate_series(2, 200) AS n WHERE name = $1`,
      [fixture.root.split('/').at(-1)],
    );

    expect(kindOf(await fixture.put('/resource/stock', MIN))).toBe('409 /problems/resource-conflict');
    expect((await fixture.put('/resource/r2', { ...MIN, audience: 'urn:r:2' })).status).toBe(204);
    await fixture.remove('/resource/r200');
    expect((await fixture.put('/resource/stock', MIN)).status).toBe(201);
  });

  it('have scopes of at most 1 MiB together, and can shrink beyond it', async () => {
    const description = 'd'.repeat(200);
    const scopes = (count: number) => Array.from({ length: count }, (_none, n) => ({ scope: `${'x'.repeat(100)}${n}`, description }));
    await fixture.rows.query(
      `INSERT INTO resource (domain_id, resource_id, audience, name, scopes, token_format, enforce_roles)
       SELECT id, 'r' || n, 'urn:r:' || n, 'R', $2, 'Jwt', false FROM domain, generate_series(1, 16) AS n WHERE name = $1`,
      [fixture.root.split('/').at(-1), JSON.stringify(scopes(195))],
    );

    expect(kindOf(await fixture.put('/resource/stock', { ...MIN, scopes: scopes(100) }))).toBe('409 /problems/resource-conflict');
    expect((await fixture.put('/resource/r1', { ...MIN, audience: 'urn:r:1', scopes: scopes(190) })).status).toBe(204);
  });
});

describe('a change of a resource', () => {
  it('reaches the auth server through a new revision of the domain, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put('/resource/orders', { ...ORDERS, name: 'All orders' });
    const after = await fixture.readRevisions();
    await fixture.put('/resource/orders', { ...ORDERS, name: 'All orders' });

    expect([after.domain === before.domain, after.client === before.client]).toEqual([false, true]);
    expect(await fixture.readRevisions()).toEqual(after);
    await fixture.remove('/resource/orders');
    expect((await fixture.readRevisions()).domain).not.toBe(after.domain);
    const changed = Object.keys(ORDERS);
    expect(await fixture.listLogEntries('resource.created')).toEqual([[null, { resource: 'orders', changed }]]);
    expect(await fixture.listLogEntries('resource.updated')).toEqual([[null, { resource: 'orders', changed: ['name'] }]]);
    expect(await fixture.listLogEntries('resource.deleted')).toEqual([[null, { resource: 'orders' }]]);
  });

  it('keeps signing keys published as long as its tokens live', async () => {
    const read = async () =>
      (await fixture.rows.query('SELECT longest_expiry AS seconds FROM domain WHERE name = $1', [fixture.root.split('/').at(-1)]))[0];
    const before = await read();

    await fixture.put('/resource/orders', { ...ORDERS, accessTokenExpiry: 31_536_000 });
    const during = await read();
    await fixture.put('/resource/orders', ORDERS);

    expect([before, during, await read()]).toEqual([{ seconds: 3_600 }, { seconds: 31_536_000 }, { seconds: 31_536_000 }]);
  });

  it('gives the domain a key for an algorithm that it lacks', async () => {
    const count = () =>
      fixture.rows.count(
        'signing_key',
        `algorithm = 'PS256' AND domain_id = (SELECT id FROM domain WHERE name = '${fixture.root.split('/').at(-1)}')`,
      );
    expect(await count()).toBe(0);

    await fixture.put('/resource/orders', { ...ORDERS, signingAlgorithm: 'PS256' });
    await fixture.put('/resource/stock', { ...MIN, signingAlgorithm: 'PS256' });

    expect(await count()).toBe(1);
  });

  it('by two concurrent PUTs with If-Match happens once', async () => {
    const { headers } = await fixture.get('/resource/orders');
    const change = (name: string) =>
      fixture.caller.send(`${fixture.root}/resource/orders`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json', 'If-Match': headers.etag! },
        body: JSON.stringify({ ...ORDERS, name }),
      });

    const answers = await Promise.all(['One', 'Two', 'Three'].map(change));

    expect(answers.map(kindOf).toSorted()).toEqual(['204', '412 /problems/precondition-failed', '412 /problems/precondition-failed']);
  });

  it('by concurrent PUTs of two resources gives an audience to one of them', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => fixture.put(`/resource/${id}`, MIN)));

    expect(answers.map(kindOf).toSorted()).toEqual(['201', '409 /problems/resource-conflict', '409 /problems/resource-conflict']);
  });
});

describe('what clients and roles may do at a resource', () => {
  const EXCHANGE = { tokenExchange: { mode: 'Delegation', resources: { orders: ['orders:read', 'orders:write'] } } };

  beforeEach(async () => {
    await fixture.put('/client/reports/resource/orders', { scopes: ['orders:read', 'orders:write'] });
    await fixture.put('/client/reports/grants', EXCHANGE);
    await fixture.put('/role/clerk', { permissions: [{ resource: 'orders', scopes: ['orders:read', 'orders:write'] }] });
    await fixture.put('/client/reports/role', ['clerk']);
  });

  const readAll = async () =>
    Promise.all(['/client/reports/resource', '/client/reports/grants', '/role/clerk'].map(async (path) => (await fixture.get(path)).json));

  it('loses a scope that the resource loses, and does not get it back', async () => {
    const before = await fixture.readRevisions();

    await fixture.put('/resource/orders', { ...ORDERS, scopes: ORDERS.scopes.slice(0, 1) });

    const left = [
      [{ resourceId: 'orders', scopes: ['orders:read'] }],
      { clientCredentials: false, deviceCode: false, tokenExchange: { mode: 'Delegation', resources: { orders: ['orders:read'] } } },
      { description: null, permissions: [{ resource: 'orders', scopes: ['orders:read'] }] },
    ];
    expect(await readAll()).toEqual(left);
    expect((await fixture.readRevisions()).client).not.toBe(before.client);
    await fixture.put('/resource/orders', ORDERS);
    expect(await readAll()).toEqual(left);
  });

  it('ends with the resource, and does not come back with it', async () => {
    const before = await fixture.readRevisions();

    expect((await fixture.remove('/resource/orders')).status).toBe(204);

    const left = [
      [],
      { clientCredentials: false, deviceCode: false, tokenExchange: { mode: 'Delegation', resources: {} } },
      { description: null, permissions: [] },
    ];
    expect(await readAll()).toEqual(left);
    expect((await fixture.readRevisions()).client).not.toBe(before.client);
    await fixture.put('/resource/orders', ORDERS);
    expect(await readAll()).toEqual(left);
  });
});
