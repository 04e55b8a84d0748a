import { beforeEach, describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off', AUTH_URL: 'https://{domain}' });
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const ORDERS = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'orders:read' }] };
let root: string;

beforeEach(async () => {
  root = `/v1/domain/${await fixture.caller.registerDomain()}`;
});

const apply = (document: object, headers: Record<string, string> = {}, query = ''): Promise<Answer> =>
  fixture.caller.send(`${root}/configuration${query}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ version: 1, ...document }),
  });

const getPointers = ({ status, json }: Answer): unknown =>
  status === 400 ? (json as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer).toSorted() : status;

/** A document with errors by itself and with references to what does not exist. */
const MIXED = {
  resources: { orders: { ...ORDERS, name: ' ' } },
  roles: {
    clerk: {
      description: '',
      permissions: [
        { resource: 'stock', scopes: [] },
        { resource: 'orders', scopes: ['a b', 'orders:refund', 'orders:read'] },
      ],
    },
  },
  clients: {
    reports: {
      ...SERVICE,
      scope: '',
      resources: { orders: { scopes: ['orders:refund'], other: 1 }, stock: { scopes: [] } },
      roles: ['porter', 'clerk', 7],
      grants: { deviceCode: 1, tokenExchange: { mode: 'Delegation', resources: { parts: [] } } },
    },
  },
};
const MIXED_POINTERS = [
  '/clients/reports/grants/deviceCode',
  '/clients/reports/grants/tokenExchange/resources/parts',
  '/clients/reports/resources/orders/other',
  '/clients/reports/resources/orders/scopes/0',
  '/clients/reports/resources/stock',
  '/clients/reports/roles/0',
  '/clients/reports/roles/2',
  '/clients/reports/scope',
  '/resources/orders/name',
  '/roles/clerk/description',
  '/roles/clerk/permissions/0/resource',
  '/roles/clerk/permissions/1/scopes/0',
  '/roles/clerk/permissions/1/scopes/1',
];

describe('a document with errors by itself and by what it refers to', () => {
  it.each(['', '?dryRun=true'])('reports all of them in one response, and changes nothing%s', async (query) => {
    const before = await fixture.caller.get(`${root}/configuration`);

    expect(getPointers(await apply(MIXED, {}, query))).toEqual(MIXED_POINTERS);
    expect((await fixture.caller.get(`${root}/configuration`)).json).toEqual(before.json);
  });

  it('is rejected for its precondition first', async () => {
    expect(kindOf(await apply(MIXED, { 'If-Match': '"other"' }))).toBe('412 /problems/precondition-failed');
  });

  it('reports what is stored and errors of other members too', async () => {
    await apply({ resources: { orders: ORDERS }, clients: { app: SERVICE } });
    const clients = {
      app: { ...SERVICE, clientType: 'Public', grantType: 'AuthorizationCode', resources: { stock: { scopes: [] } } },
      other: { ...SERVICE, scope: 7 },
    };

    expect(getPointers(await apply({ clients, branding: { accentColor: 'red' } }))).toEqual([
      '/branding/accentColor',
      '/clients/app/clientType',
      '/clients/app/resources/stock',
      '/clients/other/scope',
    ]);
  });

  it('reports the issuer as audience beside the other errors of a resource', async () => {
    const audience = `https://${root.split('/').at(-1)}`;

    expect(getPointers(await apply({ resources: { orders: { ...ORDERS, audience, tokenFormat: 'jwt' } } }))).toEqual([
      '/resources/orders/audience',
      '/resources/orders/tokenFormat',
    ]);
  });

  it('does not report references to what has errors itself', async () => {
    const clients = { reports: { ...SERVICE, resources: { orders: { scopes: ['orders:refund'] } }, roles: ['clerk'] } };
    const roles = { clerk: 7 };

    for (const [resources, pointer] of [
      [{ orders: 7 }, '/resources/orders'],
      [{ orders: { ...ORDERS, scopes: 'all' } }, '/resources/orders/scopes'],
      [[], '/resources'],
    ] as const)
      expect(getPointers(await apply({ resources, roles, clients }))).toEqual([pointer, '/roles/clerk']);
    expect(getPointers(await apply({ resources: { orders: ORDERS }, roles: [], clients }))).toEqual([
      '/clients/reports/resources/orders/scopes/0',
      '/roles',
    ]);
  });

  it('reports resources for which clients would register in vain', async () => {
    await apply({ resources: { orders: ORDERS } });
    const metadataDocuments = { enabled: true, resources: ['stock', 'orders', '..'] };
    const dynamicRegistration = { resources: ['parts'] };

    expect(getPointers(await apply({ clientRegistration: { metadataDocuments, dynamicRegistration } }))).toEqual([
      '/clientRegistration/dynamicRegistration/resources/0',
      '/clientRegistration/metadataDocuments/resources/0',
      '/clientRegistration/metadataDocuments/resources/2',
    ]);
    expect(getPointers(await apply({ resources: {}, clientRegistration: { metadataDocuments: { resources: ['orders'] } } }))).toEqual([
      '/clientRegistration/metadataDocuments/resources/0',
    ]);
  });

  it('has pointers into what was sent, not into what is sorted', async () => {
    const permissions = [
      { resource: 'stock', scopes: [] },
      { resource: 'orders', scopes: [] },
    ];

    expect(
      getPointers(
        await apply({
          resources: { orders: ORDERS },
          roles: { clerk: { permissions } },
          clients: { reports: { ...SERVICE, roles: ['porter', 'clerk'] } },
        }),
      ),
    ).toEqual(['/clients/reports/roles/0', '/roles/clerk/permissions/0/resource']);
  });

  it('reports at most 1000 errors', async () => {
    const clients = Object.fromEntries(
      Array.from({ length: 1_100 }, (_none, n) => [`client-${n}`, { ...SERVICE, scope: 7, roles: [7, 'absent'] }]),
    );

    expect(getPointers(await apply({ clients }))).toHaveLength(1_000);
  });
});
