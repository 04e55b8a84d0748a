import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { ResourceRepository } from './resource.repository.js';

const READ = { scope: 'read', description: 'Read' };
const WRITE = { scope: 'write', description: 'Write' };
const CONFIGURATION = {
  audience: 'https://orders.example.com',
  name: 'Orders',
  scopes: [READ, WRITE],
  accessTokenExpiry: null,
  tokenFormat: 'Jwt',
  signingAlgorithm: null,
  enforceRoles: false,
} as const;

let fixture: PersistenceFixture;
let resources: ResourceRepository;
let domainId: string;
let otherId: string;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
  resources = new ResourceRepository(fixture.database);
});

afterAll(() => fixture.end());

/** Two resources, and a client for each way to have something at the first one. The last client has it all at the second one. */
async function fill(domain: string): Promise<void> {
  const { rows } = fixture;
  for (const resource_id of ['orders', 'stock'])
    await rows.insert('resource', { domain_id: domain, resource_id, scopes: JSON.stringify([READ, WRITE]) });
  for (const client_id of ['granted', 'by-role', 'exchanging', 'of-stock']) await rows.insert('client', { domain_id: domain, client_id });
  for (const [client_id, resource_id] of [
    ['granted', 'orders'],
    ['of-stock', 'stock'],
  ])
    await rows.insert('client_resource', { domain_id: domain, client_id, resource_id, scopes: ['write', 'read'] });
  for (const [role, resource_id] of [
    ['clerk', 'orders'],
    ['porter', 'stock'],
  ]) {
    await rows.insert('role', { domain_id: domain, role });
    await rows.insert('role_permission', { domain_id: domain, role, resource_id, scopes: ['read', 'write'] });
  }
  await rows.insert('client_role', { domain_id: domain, client_id: 'by-role', role: 'clerk' });
  await rows.insert('client_role', { domain_id: domain, client_id: 'of-stock', role: 'porter' });
  await rows.insert('client_registration', {
    domain_id: domain,
    metadata_documents: { enabled: true, hosts: null, resources: ['stock', 'orders'] },
    dynamic_registration: { enabled: false, resources: ['orders'] },
  });
  for (const [client, names] of [
    ['exchanging', ['orders', 'stock']],
    ['of-stock', ['stock']],
  ] as const) {
    const tokenExchange = { mode: 'Delegation', resources: Object.fromEntries(names.map((name) => [name, ['read', 'write']])) };
    await rows.query('UPDATE client SET further_grants = $3 WHERE domain_id = $1 AND client_id = $2', [
      domain,
      client,
      { clientCredentials: false, deviceCode: true, tokenExchange },
    ]);
  }
}

beforeEach(async () => {
  [domainId, otherId] = [await fixture.rows.domain(), await fixture.rows.domain()];
  for (const domain of [domainId, otherId]) await fill(domain);
});

async function readRevisions(domain: string): Promise<Record<string, string>> {
  const rows = await fixture.rows.query<{ client_id: string; revision: string }>(
    'SELECT client_id, revision FROM client WHERE domain_id = $1',
    [domain],
  );
  return Object.fromEntries(rows.map(({ client_id, revision }) => [client_id, revision]));
}

async function readContents(domain: string): Promise<unknown> {
  const read = async (columns: string, table: string) =>
    (await fixture.rows.query<Record<string, unknown>>(`SELECT ${columns} FROM ${table} WHERE domain_id = $1 ORDER BY 1, 2`, [domain])).map(
      (row) => Object.values(row),
    );
  return {
    clients: await read('client_id, resource_id, scopes', 'client_resource'),
    roles: await read('role, resource_id, scopes', 'role_permission'),
    exchange: await read(`client_id, further_grants #> '{tokenExchange,resources}'`, 'client'),
    registration: await read(
      `metadata_documents -> 'resources' AS documents, dynamic_registration -> 'resources' AS dynamic`,
      'client_registration',
    ),
  };
}

const FULL = ['read', 'write'];

describe('removal of scopes from a resource', () => {
  it('takes them from clients, roles and token exchange, and raises the revisions of the clients concerned', async () => {
    const [before, otherBefore, otherContents] = [await readRevisions(domainId), await readRevisions(otherId), await readContents(otherId)];

    await resources.revokeScopes({ domainId, resourceId: 'orders' }, ['write', 'unknown']);

    expect(await readContents(domainId)).toEqual({
      clients: [
        ['granted', 'orders', ['read']],
        ['of-stock', 'stock', ['write', 'read']],
      ],
      roles: [
        ['clerk', 'orders', ['read']],
        ['porter', 'stock', FULL],
      ],
      exchange: [
        ['by-role', null],
        ['exchanging', { orders: ['read'], stock: FULL }],
        ['granted', null],
        ['of-stock', { stock: FULL }],
      ],
      registration: [[['stock', 'orders'], ['orders']]],
    });
    const after = await readRevisions(domainId);
    expect(
      Object.keys(after)
        .filter((id) => after[id] !== before[id])
        .toSorted(),
    ).toEqual(['by-role', 'exchanging', 'granted']);
    expect([await readRevisions(otherId), await readContents(otherId)]).toEqual([otherBefore, otherContents]);
  });

  it('changes nothing if no client or role has them', async () => {
    const before = [await readRevisions(domainId), await readContents(domainId)];

    await resources.revokeScopes({ domainId, resourceId: 'orders' }, ['unknown']);

    expect([await readRevisions(domainId), await readContents(domainId)]).toEqual(before);
  });
});

describe('deletion of a resource', () => {
  it('takes it from clients, roles and token exchange, and raises the revisions of the clients concerned', async () => {
    const [before, otherBefore, otherContents] = [await readRevisions(domainId), await readRevisions(otherId), await readContents(otherId)];

    await resources.delete({ domainId, resourceId: 'orders' });

    expect(await resources.find({ domainId, resourceId: 'orders' })).toBeNull();
    expect(await readContents(domainId)).toEqual({
      clients: [['of-stock', 'stock', ['write', 'read']]],
      roles: [['porter', 'stock', FULL]],
      exchange: [
        ['by-role', null],
        ['exchanging', { stock: FULL }],
        ['granted', null],
        ['of-stock', { stock: FULL }],
      ],
      registration: [[['stock'], []]],
    });
    const after = await readRevisions(domainId);
    expect(
      Object.keys(after)
        .filter((id) => after[id] !== before[id])
        .toSorted(),
    ).toEqual(['by-role', 'exchanging', 'granted']);
    expect([await readRevisions(otherId), await readContents(otherId)]).toEqual([otherBefore, otherContents]);
  });
});

describe('the audience of a resource', () => {
  it('belongs to one resource of a domain', async () => {
    const put = (domain: string, resourceId: string) =>
      fixture.database.transaction(() => resources.put({ domainId: domain, resourceId }, { ...CONFIGURATION, scopes: [] }));

    expect([await put(domainId, 'a'), await put(domainId, 'a'), await put(otherId, 'a')]).toEqual([true, true, true]);
    // The transaction can then only be rolled back, which the commit of a failed one does.
    expect(await put(domainId, 'b')).toBe(false);
    expect(await resources.find({ domainId, resourceId: 'b' })).toBeNull();
  });
});
