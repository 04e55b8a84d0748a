import { describe, expect, it } from '@jest/globals';
import { kindOf } from '../../../../../test/support/http.js';
import { getPointers, ORDERS, SERVICE, useResourceFixture } from '../../resource/resource.fixture.js';

const fixture = useResourceFixture();
const PATH = '/client/reports/grants';
const DEFAULT = { clientCredentials: false, deviceCode: false, tokenExchange: null };
const EXCHANGE = { mode: 'Delegation', resources: { orders: ['orders:read'] } };
const KEY = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'idp' };
const ISSUER = {
  issuer: 'https://acme.idp.example',
  jwks: { keys: [KEY] },
  jwksUri: null,
  subjectClaim: 'sub',
  resources: { orders: ['orders:read'] },
};
const AUDIENCE = { issuer: 'https://acme.chat.example', clientId: null, resources: { 'https://acme.chat.example/api': ['chat:read'] } };
const ALL = {
  clientCredentials: true,
  deviceCode: true,
  tokenExchange: EXCHANGE,
  jwtBearer: { issuers: [ISSUER] },
  idJag: { audiences: [AUDIENCE] },
  scim: true,
};

describe('grants of a client beside its grantType', () => {
  it('have defaults, and are created by PUT, replaced and deleted', async () => {
    expect(await fixture.get(PATH)).toMatchObject({ status: 200, json: DEFAULT });
    expect(await fixture.put(PATH, ALL)).toMatchObject({ status: 201, text: '' });
    expect((await fixture.get(PATH)).json).toEqual(ALL);
    expect(await fixture.put(PATH, { tokenExchange: { mode: 'Impersonation', resources: {} } })).toMatchObject({ status: 204, text: '' });
    expect((await fixture.get(PATH)).json).toEqual({ ...DEFAULT, tokenExchange: { mode: 'Impersonation', resources: {} } });
    expect((await fixture.put(PATH, { clientCredentials: null, deviceCode: null, tokenExchange: null, scim: null })).status).toBe(204);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
    expect((await fixture.remove(PATH)).status).toBe(204);
    expect((await fixture.put(PATH, DEFAULT)).status).toBe(201);
  });

  it('name every missing resource and scope, those of other domains too', async () => {
    const other = await fixture.caller.registerDomain();
    await fixture.caller.put(`/v1/domain/${other}/resource/stock`, ORDERS);
    const resources = { orders: ['orders:read', 'stock:read'], stock: ['orders:read'] };

    expect(await fixture.put(PATH, { tokenExchange: { mode: 'Delegation', resources } })).toMatchObject({
      status: 400,
      json: {
        errors: [
          { pointer: '/tokenExchange/resources/orders/1', detail: 'must be a scope of the resource orders, which has no stock:read' },
          { pointer: '/tokenExchange/resources/stock', detail: 'must be a resource of the domain, which has no stock' },
        ],
      },
    });
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it.each([
    [
      { clientCredentials: 1, deviceCode: 'true', tokenExchange: true, other: 1 },
      ['/clientCredentials', '/deviceCode', '/other', '/tokenExchange'],
    ],
    [{ tokenExchange: {} }, ['/tokenExchange/mode', '/tokenExchange/resources']],
    [
      { tokenExchange: { mode: 'delegation', resources: [], x: 1 } },
      ['/tokenExchange/mode', '/tokenExchange/resources', '/tokenExchange/x'],
    ],
    [
      { tokenExchange: { mode: 'Delegation', resources: { 'a:b': [], toString: [], orders: ['a b'], stock: 'a' } } },
      [
        '/tokenExchange/resources/a:b',
        '/tokenExchange/resources/orders/0',
        '/tokenExchange/resources/stock',
        '/tokenExchange/resources/toString',
      ],
    ],
  ])('reject %j', async (body, pointers) => {
    const found = new Set(getPointers(await fixture.put(PATH, body)) as string[]);

    expect([...found].toSorted()).toEqual(pointers);
  });

  it('permit SCIM only if the caller may do what the client then can', async () => {
    const { json } = await fixture.caller.post('/v1/api-key', { name: 'ci', permissions: ['client:write', 'domain:write', 'user:write'] });
    const limited = fixture.management.as((json as { apiKey: string }).apiKey);
    const client = { ...SERVICE, grants: { scim: true } };

    for (const answer of [
      await limited.put(`${fixture.root}${PATH}`, { scim: true }),
      await limited.put(`${fixture.root}/configuration`, { version: 1, clients: { reports: client } }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        json: { type: '/problems/permission-denied', detail: expect.stringMatching(/role:write, which/) },
      });
    expect((await limited.put(`${fixture.root}${PATH}`, { scim: false })).status).toBe(201);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
    expect((await fixture.put('/configuration', { version: 1, clients: { reports: client } })).status).toBe(200);
    expect((await fixture.get(PATH)).json).toEqual({ ...DEFAULT, scim: true });
  });

  it('of a public client are neither clientCredentials nor tokenExchange', async () => {
    await fixture.put('/client/app', { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });

    expect(getPointers(await fixture.put('/client/app/grants', ALL))).toEqual([
      '/clientCredentials',
      '/scim',
      '/tokenExchange',
      '/jwtBearer',
      '/idJag',
    ]);
    expect((await fixture.put('/client/app/grants', { deviceCode: true })).status).toBe(201);
  });

  it('cannot stay with a client that becomes public, because clients keep their type', async () => {
    await fixture.put(PATH, ALL);

    const answer = await fixture.put('/client/reports', { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });
    expect(kindOf(answer)).toBe('409 /problems/client-conflict');

    await fixture.remove('/client/reports');
    await fixture.put('/client/reports', { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' });
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('reach the auth server through a new revision of the client, and the log; a repetition does neither', async () => {
    const before = await fixture.readRevisions();
    await fixture.put(PATH, ALL);
    const after = await fixture.readRevisions();
    await fixture.put(PATH, ALL);
    expect([after.client === before.client, after.domain === before.domain, await fixture.readRevisions()]).toEqual([false, true, after]);

    await fixture.put(PATH, { ...ALL, tokenExchange: { ...EXCHANGE, mode: 'Impersonation' } });
    await fixture.remove(PATH);
    await fixture.remove(PATH);

    expect((await fixture.readRevisions()).client).not.toBe(after.client);
    expect(await fixture.listLogEntries('client.grants.updated')).toEqual([
      ['reports', { changed: ['tokenExchange'] }],
      ['reports', { changed: ['clientCredentials', 'deviceCode', 'tokenExchange', 'jwtBearer', 'idJag', 'scim'] }],
    ]);
    expect(await fixture.listLogEntries('client.grants.deleted')).toEqual([['reports', {}]]);
  });

  it('survive a PUT of the client', async () => {
    await fixture.put(PATH, ALL);
    await fixture.put('/client/reports', { ...SERVICE, grantType: 'AuthorizationCode' });

    expect((await fixture.get(PATH)).json).toEqual(ALL);
  });

  it('have defaults within the lists for identity assertions', async () => {
    const { issuer, resources } = ISSUER;
    const jwksUri = 'https://acme.idp.example/keys';
    const jwtBearer = { issuers: [{ issuer, jwksUri, resources }] };
    const idJag = { audiences: [{ issuer: AUDIENCE.issuer, resources: AUDIENCE.resources }] };

    expect((await fixture.put(PATH, { jwtBearer, idJag })).status).toBe(201);

    const stored = { issuers: [{ ...ISSUER, jwks: null, jwksUri }] };
    expect((await fixture.get(PATH)).json).toEqual({ ...DEFAULT, jwtBearer: stored, idJag: { audiences: [AUDIENCE] } });
    expect((await fixture.put(PATH, (await fixture.get(PATH)).json)).status).toBe(204);
  });

  const bearer = (...issuers: unknown[]) => ({ jwtBearer: { issuers } });
  const audiences = (...all: unknown[]) => ({ idJag: { audiences: all } });
  it.each([
    [{ jwtBearer: true, idJag: [] }, ['/idJag', '/jwtBearer']],
    [{ jwtBearer: { issuers: [], other: 1 }, idJag: { audiences: 'a' } }, ['/idJag', '/jwtBearer/issuers', '/jwtBearer/other']],
    [bearer({}, 7), ['/jwtBearer/issuers/0', '/jwtBearer/issuers/0/issuer', '/jwtBearer/issuers/0/resources', '/jwtBearer/issuers/1']],
    [
      bearer({ ...ISSUER, issuer: 'http://acme.idp.example', jwksUri: 'ftp://a', subjectClaim: '', x: 1 }),
      ['', '/issuer', '/jwksUri', '/subjectClaim', '/x'].map((name) => `/jwtBearer/issuers/0${name}`),
    ],
    [bearer({ ...ISSUER, jwks: { keys: [{ ...KEY, d: 'private' }] } }), ['/jwtBearer/issuers/0/jwks/keys/0/d']],
    [bearer(ISSUER, ISSUER), ['/jwtBearer/issuers/1/issuer']],
    [bearer({ ...ISSUER, resources: { stock: [], orders: ['a b', 'gone'] } }), ['/jwtBearer/issuers/0/resources/orders/0']],
    [
      bearer({ ...ISSUER, resources: { stock: [], orders: ['gone'] } }),
      ['/orders/0', '/stock'].map((id) => `/jwtBearer/issuers/0/resources${id}`),
    ],
    [
      audiences({ issuer: 'acme', clientId: '', resources: [], x: 1 }, AUDIENCE, AUDIENCE),
      ['/0/clientId', '/0/issuer', '/0/resources', '/0/x', '/2/issuer'].map((at) => `/idJag/audiences${at}`),
    ],
    [
      audiences({ ...AUDIENCE, resources: { orders: [], 'https://a.example': ['a b'] } }),
      ['https:~1~1a.example/0', 'orders'].map((at) => `/idJag/audiences/0/resources/${at}`),
    ],
  ])('reject identity assertions such as %j', async (body, pointers) => {
    const found = new Set(getPointers(await fixture.put(PATH, body)) as string[]);

    for (const pointer of pointers) expect([...found]).toContain(pointer);
    expect((await fixture.get(PATH)).json).toEqual(DEFAULT);
  });

  it('lose a deleted resource and removed scopes for identity assertions', async () => {
    await fixture.put('/resource/stock', { ...ORDERS, audience: 'https://stock.example.com' });
    const resources = { orders: ['orders:read', 'orders:write'], stock: ['orders:read'] };
    const second = { ...ISSUER, issuer: 'https://other.idp.example' };
    await fixture.put(PATH, { jwtBearer: { issuers: [{ ...ISSUER, resources }, second] } });
    const before = await fixture.readRevisions();
    const listResources = async () =>
      ((await fixture.get(PATH)).json as { jwtBearer: { issuers: { resources: object }[] } }).jwtBearer.issuers.map(
        (issuer) => issuer.resources,
      );

    await fixture.put('/resource/orders', { ...ORDERS, scopes: ORDERS.scopes.slice(1) });
    expect(await listResources()).toEqual([{ orders: ['orders:write'], stock: ['orders:read'] }, { orders: [] }]);
    await fixture.remove('/resource/orders');
    expect(await listResources()).toEqual([{ stock: ['orders:read'] }, {}]);
    expect((await fixture.readRevisions()).client).not.toBe(before.client);
  });
});
