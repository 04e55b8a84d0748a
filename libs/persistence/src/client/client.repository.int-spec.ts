import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { ClientSecretRepository } from './client-secret.repository.js';
import type { ClientConfiguration } from './client.entity.js';
import { ClientRepository } from './client.repository.js';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let clients: ClientRepository;
let secrets: ClientSecretRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  clients = new ClientRepository(database);
  secrets = new ClientSecretRepository(database);
});

afterAll(() => persistence.end());

/** Only the required properties. */
const MINIMAL_CONFIGURATION: ClientConfiguration = {
  clientType: 'Confidential',
  grantType: 'ClientCredentials',
  scope: 'orders:read',
  audiences: null,
  redirectUris: null,
  postSignOutRedirectUris: null,
  allowLocalLogin: null,
  providers: null,
  policies: null,
  allowedOrigins: null,
  accessTokenExpiry: null,
  idTokenExpiry: null,
  refreshTokenExpiry: null,
};

const FULL_CONFIGURATION: ClientConfiguration = {
  clientType: 'Public',
  grantType: 'AuthorizationCode',
  scope: 'openid profile orders:read',
  audiences: ['https://api.example.com/', 'urn:example:a,b', 'urn:example:{"c"}', 'urn:example:d\\e', 'NULL', ''],
  redirectUris: ['https://app.example.com/callback', 'com.example.app:/callback'],
  postSignOutRedirectUris: [],
  allowLocalLogin: false,
  providers: ['Büro', '\u{1f600}'],
  policies: ['mfa', 'consent'],
  allowedOrigins: ['https://app.example.com'],
  accessTokenExpiry: 1,
  idTokenExpiry: 31_536_000,
  refreshTokenExpiry: 2_592_000,
};

async function readRevision(domainId: string, clientId: string): Promise<number> {
  return Number((await clients.find(domainId, clientId))!.revision);
}

const ALL = { search: null, limit: null, offset: 0 };

describe('stored clients', () => {
  it.each([
    ['the least', MINIMAL_CONFIGURATION],
    ['everything', FULL_CONFIGURATION],
  ])('are found as stored, if the operator set %s', async (_how, configuration) => {
    const domainId = await rows.domain();

    await clients.create(domainId, 'billing', configuration);

    const found = await clients.find(domainId, 'billing');
    expect(found).toEqual({
      domainId,
      clientId: 'billing',
      ...configuration,
      idTokenAlgorithms: null,
      accessTokenAlgorithms: null,
      refreshTokenLeeway: null,
      accessTokenClaims: null,
      furtherGrants: null,
      tokenQuota: null,
      presentation: null,
      nameKey: null,
      ownerId: null,
      expiresAt: null,
      active: true,
      deactivatedAt: null,
      revision: expect.stringMatching(/^\d+$/),
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
  });

  it('are found only in their domain, although others have the same id', async () => {
    const [one, other, none] = [await rows.domain(), await rows.domain(), await rows.domain()];
    await clients.create(one, 'shared', MINIMAL_CONFIGURATION);
    await clients.create(other, 'shared', FULL_CONFIGURATION);

    const found = [await clients.find(one, 'shared'), await clients.find(other, 'shared'), await clients.find(none, 'shared')];

    expect(found.map((client) => client?.clientType)).toEqual(['Confidential', 'Public', undefined]);
  });

  it('cannot be created twice', async () => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);

    await expect(clients.create(domainId, 'billing', FULL_CONFIGURATION)).rejects.toMatchObject({
      driverError: { constraint: 'client_pk' },
    });
  });

  it('are listed with the others of their domain, oldest first', async () => {
    const [domainId, other] = [await rows.domain(), await rows.domain()];
    for (const clientId of ['c', 'a', 'b']) await clients.create(domainId, clientId, MINIMAL_CONFIGURATION);
    await clients.create(other, 'd', MINIMAL_CONFIGURATION);

    expect(await clients.listIds(domainId, ALL)).toEqual({ keys: ['c', 'a', 'b'], total: 3 });
    expect(await clients.listIds(domainId, { search: 'B', limit: 1, offset: 0 })).toEqual({ keys: ['b'], total: 1 });
    expect(await clients.listIds(domainId, { search: null, limit: 1, offset: 1 })).toEqual({ keys: ['a'], total: 3 });
    expect(await clients.listIds(domainId, { search: '\0', limit: null, offset: 0 })).toEqual({ keys: [], total: 0 });
    expect((await clients.findAll(domainId, ['b', 'none', 'c'])).map(({ clientId }) => clientId)).toEqual(['b', 'c']);
  });

  it('are found by a part of the name that they present, ignoring case, in their own domain', async () => {
    const [domainId, other] = [await rows.domain(), await rows.domain()];
    for (const [domain, clientId, name] of [
      [domainId, 'stock', 'Lager der BÜCHER'],
      [domainId, 'billing', null],
      [domainId, 'lager', null],
      [other, 'foreign', 'Lager'],
    ] as const) {
      await clients.create(domain, clientId, MINIMAL_CONFIGURATION);
      if (name !== null)
        await clients.setPresentation(
          { domainId: domain, clientId },
          { name, logoUri: null, clientUri: null, policyUri: null, tosUri: null },
        );
    }
    const find = async (search: string) => (await clients.listIds(domainId, { search, limit: null, offset: 0 })).keys;

    expect([await find('bÜcher'), await find('LAGER'), await find('ill'), await find('{')]).toEqual([
      ['stock'],
      ['stock', 'lager'],
      ['billing'],
      [],
    ]);
    await clients.setPresentation({ domainId, clientId: 'stock' }, null);
    expect(await find('LAGER')).toEqual(['lager']);
  });

  it('are sorted by id within the same instant', async () => {
    const domainId = await rows.domain();
    for (const client_id of ['c', 'a', 'b']) await rows.insert('client', { domain_id: domainId, client_id, created_at: new Date(0) });

    expect((await clients.listIds(domainId, ALL)).keys).toEqual(['a', 'b', 'c']);
  });
});

describe('configuration of a client', () => {
  it.each([
    ['by more', MINIMAL_CONFIGURATION, FULL_CONFIGURATION],
    ['by less', FULL_CONFIGURATION, MINIMAL_CONFIGURATION],
  ])('is replaced as a whole %s', async (_how, before, after) => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', before);
    const created = await clients.find(domainId, 'billing');

    await clients.replace(domainId, 'billing', after);

    const replaced = await clients.find(domainId, 'billing');
    expect(replaced).toEqual({ ...created, ...after, revision: replaced!.revision, updatedAt: replaced!.updatedAt });
    expect(Number(replaced!.revision)).toBeGreaterThan(Number(created!.revision));
    expect(replaced!.updatedAt.getTime()).toBeGreaterThanOrEqual(created!.updatedAt.getTime());
  });

  it('is replaced for one client only', async () => {
    const [domainId, other] = [await rows.domain(), await rows.domain()];
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);
    await clients.create(domainId, 'neighbour', MINIMAL_CONFIGURATION);
    await clients.create(other, 'billing', MINIMAL_CONFIGURATION);
    const before = [await clients.find(domainId, 'neighbour'), await clients.find(other, 'billing')];

    await clients.replace(domainId, 'billing', FULL_CONFIGURATION);

    expect([await clients.find(domainId, 'neighbour'), await clients.find(other, 'billing')]).toEqual(before);
  });

  it('has the time of its last change', async () => {
    const domainId = await rows.domain();
    await rows.insert('client', { domain_id: domainId, client_id: 'old', created_at: new Date(0), updated_at: new Date(0) });

    await clients.replace(domainId, 'old', MINIMAL_CONFIGURATION);

    const { createdAt, updatedAt } = (await clients.find(domainId, 'old'))!;
    expect(createdAt).toEqual(new Date(0));
    expect(Math.abs(updatedAt.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe('revision of a client', () => {
  it('never repeats, even if the client is deleted and created again, or a change is undone', async () => {
    const domainId = await rows.domain();
    const seen: number[] = [];
    const note = async () => seen.push(await readRevision(domainId, 'billing'));

    for (let round = 0; round < 3; round++) {
      await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);
      await note();
      await clients.replace(domainId, 'billing', MINIMAL_CONFIGURATION);
      await note();
      const undone = database.transaction(async () => {
        await clients.replace(domainId, 'billing', FULL_CONFIGURATION);
        await note();
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      await clients.replace(domainId, 'billing', FULL_CONFIGURATION);
      await note();
      await clients.delete(domainId, 'billing');
    }

    expect(seen).toHaveLength(12);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b));
  });

  it('differs after each of twenty concurrent changes', async () => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);
    const before = await readRevision(domainId, 'billing');

    await Promise.all(Array.from({ length: 20 }, () => clients.replace(domainId, 'billing', FULL_CONFIGURATION)));

    expect(await readRevision(domainId, 'billing')).toBeGreaterThanOrEqual(before + 20);
  });
});

describe('deleted clients', () => {
  it('are deleted with their secrets and everything issued to them, and nothing else', async () => {
    const [domainId, other] = [await rows.domain(), await rows.domain()];
    for (const [domain_id, client_id] of [
      [domainId, 'billing'],
      [domainId, 'neighbour'],
      [other, 'billing'],
    ]) {
      await rows.insert('client', { domain_id, client_id });
      await rows.insert('client_secret', { domain_id, client_id });
      await rows.insert('oidc_payload', { domain_id, client_id });
    }
    await rows.insert('oidc_payload', { domain_id: domainId, client_id: null });

    const deleted = await clients.delete(domainId, 'billing');

    const left = async (table: string) => {
      const found = await rows.query<{ client: string }>(
        `SELECT CASE domain_id WHEN $1 THEN 'mine ' ELSE 'hers ' END || coalesce(client_id, 'of none') AS client FROM ${table} WHERE domain_id IN ($1, $2)`,
        [domainId, other],
      );
      return found.map(({ client }) => client).toSorted();
    };
    expect(deleted).toBe(true);
    expect([await left('client'), await left('client_secret'), await left('oidc_payload')]).toEqual([
      ['hers billing', 'mine neighbour'],
      ['hers billing', 'mine neighbour'],
      ['hers billing', 'mine neighbour', 'mine of none'],
    ]);
  });

  it('cannot be deleted a second time', async () => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);

    const deleted = [
      await clients.delete(domainId, 'billing'),
      await clients.delete(domainId, 'billing'),
      await clients.delete(domainId, 'never'),
    ];

    expect(deleted).toEqual([true, false, false]);
  });

  it('are deleted once by ten concurrent calls', async () => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);

    const deleted = await Promise.all(Array.from({ length: 10 }, () => clients.delete(domainId, 'billing')));

    expect(deleted.filter(Boolean)).toHaveLength(1);
  });

  it('keep the records of other clients if the client does not exist', async () => {
    const domainId = await rows.domain();
    await rows.insert('oidc_payload', { domain_id: domainId, client_id: 'ghost' });

    await clients.delete(domainId, 'ghost');

    expect(await rows.count('oidc_payload', `domain_id = '${domainId}'`)).toBe(1);
  });
});

describe('a client that is created with the id of a deleted one', () => {
  it('has nothing that a request stored for the deleted one after its deletion', async () => {
    const domainId = await rows.domain();
    for (const client_id of ['billing', 'neighbour']) await rows.insert('oidc_payload', { domain_id: domainId, client_id });

    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);

    expect(await rows.query('SELECT client_id FROM oidc_payload WHERE domain_id = $1', [domainId])).toEqual([{ client_id: 'neighbour' }]);
  });
});

describe('client secrets', () => {
  it('are added beside older ones, as hashes that do not expire', async () => {
    const domainId = await rows.domain();
    await clients.create(domainId, 'billing', MINIMAL_CONFIGURATION);
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

    await secrets.create({ domainId, clientId: 'billing' }, first);
    await secrets.create({ domainId, clientId: 'billing' }, second);

    const stored = await rows.query('SELECT hash, expires_at FROM client_secret WHERE domain_id = $1 ORDER BY created_at', [domainId]);
    expect(stored).toEqual([
      { hash: first, expires_at: null },
      { hash: second, expires_at: null },
    ]);
  });

  it('returns no secrets for an unknown client', async () => {
    const domainId = await rows.domain();

    await expect(secrets.create({ domainId, clientId: 'ghost' }, Buffer.alloc(32))).rejects.toMatchObject({
      driverError: { constraint: 'client_secret_client' },
    });
  });
});
