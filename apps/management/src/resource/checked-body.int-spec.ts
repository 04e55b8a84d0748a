import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { getPointers, useResourceFixture } from './resource.fixture.js';

const fixture = useResourceFixture();
let sub: string;

beforeEach(async () => {
  const user = { preferredUsername: 'jane.doe-of-the-shop', name: 'Jane Doe' };
  sub = ((await fixture.caller.post(`${fixture.root}/user`, user)).json as { sub: string }).sub;
  await fixture.put('/role/porter', {});
  await fixture.put('/client/reports/resource/orders', { scopes: ['orders:write'] });
});

/** Bodies with errors by themselves and errors that depend on the domain. Operations, paths, bodies, pointers to all errors. */
const MIXED: [string, () => string, () => unknown, string[]][] = [
  [
    'a resource',
    () => '/resource/orders',
    () => ({ audience: `https://${fixture.root.split('/').at(-1)}`, name: ' ', tokenFormat: 'jwt', signingAlgorithm: 'PS256', other: 1 }),
    ['/audience', '/name', '/other', '/tokenFormat'],
  ],
  [
    'a role',
    () => '/role/porter',
    () => ({
      description: '',
      permissions: [
        null,
        { resource: 'stock', scopes: 'all' },
        { resource: 'orders', scopes: ['a b', 'orders:refund', 'orders:read'] },
        { resource: 'orders', scopes: ['orders:refund'] },
      ],
      other: 1,
    }),
    [
      '/description',
      '/other',
      '/permissions/0',
      '/permissions/1/resource',
      '/permissions/1/scopes',
      '/permissions/2/scopes/0',
      '/permissions/2/scopes/1',
      '/permissions/3/resource',
    ],
  ],
  ['the roles of a user', () => `/user/${sub}/role`, () => ['a b', 'clerk', 'porter', 'porter', 7], ['/0', '/1', '/3', '/4']],
  ['the roles of a client', () => '/client/reports/role', () => ['a b', 'clerk', 'porter', 'porter', 7], ['/0', '/1', '/3', '/4']],
  [
    'the grants of a client',
    () => '/client/reports/grants',
    () => ({
      deviceCode: 1,
      tokenExchange: { mode: 'All', resources: { orders: ['orders:refund', 'a b'], stock: [], 'a:b': [], parts: 'all' } },
    }),
    [
      '/deviceCode',
      '/tokenExchange/mode',
      '/tokenExchange/resources/a:b',
      '/tokenExchange/resources/orders/0',
      '/tokenExchange/resources/orders/1',
      '/tokenExchange/resources/parts',
      '/tokenExchange/resources/stock',
    ],
  ],
  [
    'what a client may ask for at a resource',
    () => '/client/reports/resource/orders',
    () => ({ scopes: ['orders:refund', 'a b', 'orders:read', 'orders:read'], other: 1 }),
    ['/other', '/scopes/0', '/scopes/1', '/scopes/3'],
  ],
];

const putIf = (path: string, tag: string, body: unknown): Promise<Answer> =>
  fixture.caller.send(`${fixture.root}${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-Match': tag },
    body: JSON.stringify(body),
  });

describe('a body with errors that depend on the domain, and others', () => {
  it.each(MIXED)('reports all of them in one response: %s', async (_what, path, body, pointers) => {
    const before = await fixture.get(path());

    const found = getPointers(await fixture.put(path(), body())) as string[];

    expect(found.toSorted()).toEqual(pointers);
    expect(await fixture.get(path())).toMatchObject({ status: 200, json: before.json as object });
  });

  it.each(MIXED)('is rejected for its precondition first: %s', async (_what, path, body) => {
    expect(kindOf(await putIf(path(), '"other"', body()))).toBe('412 /problems/precondition-failed');
  });

  it('reports the errors by the type of a client too', async () => {
    await fixture.put('/client/app', { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });
    const body = { clientCredentials: true, deviceCode: 1, tokenExchange: { mode: 'Delegation', resources: { stock: [] } } };

    expect((getPointers(await fixture.put('/client/app/grants', body)) as string[]).toSorted()).toEqual([
      '/clientCredentials',
      '/deviceCode',
      '/tokenExchange',
      '/tokenExchange/resources/stock',
    ]);
  });

  it.each([
    ['/user/00000000-0000-4000-8000-000000000000/role', '404 /problems/user-not-found'],
    ['/client/absent/role', '404 /problems/client-not-found'],
    ['/client/absent/grants', '404 /problems/client-not-found'],
    ['/client/reports/resource/absent', '404 /problems/resource-not-found'],
  ])('is rejected for what the path %s lacks first', async (path, kind) => {
    expect(kindOf(await fixture.put(path, [7]))).toBe(kind);
  });

  it.each(MIXED.map(([what, path]) => [what, path] as const))('reports a body of another type: %s', async (_what, path) => {
    for (const body of [null, 7, 'text']) expect(getPointers(await fixture.put(path(), body))).toEqual(['']);
  });
});
