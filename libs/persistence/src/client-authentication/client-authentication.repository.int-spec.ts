import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Rows } from '../../../../test/support/rows.js';
import { ClientSecretLastUseRepository } from '../client/client-secret-last-use.repository.js';
import type { Database } from '../connection/database.js';
import { ServedDomainRepository } from '../served/served-domain.repository.js';
import type { ServedClient } from '../served/served-record.js';
import { ServedRecordRepository } from '../served/served-record.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { ClientAuthenticationRepository, type DocumentToStore, type MethodToStore } from './client-authentication.repository.js';
import { MethodLastUseRepository } from './method-last-use.repository.js';

const WORKLOAD = { type: 'FederatedJwt', issuer: 'https://cluster.example', subject: 'system:serviceaccount:shop:orders' } as const;
const METHODS: MethodToStore[] = [
  { type: 'SelfSignedTlsClientAuth', jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }] } },
  { type: 'ClientSecret' },
  { type: 'PrivateKeyJwt', jwksUri: 'https://orders.example/jwks.json' },
  WORKLOAD,
  { type: 'TlsClientAuth', subjectDn: 'CN=orders,O=Shop' },
];

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let documents: ClientAuthenticationRepository;
let domains: ServedDomainRepository;
let served: ServedRecordRepository;
let uses: MethodLastUseRepository;
let domainId: string;
let orders: { domainId: string; clientId: string };

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  documents = new ClientAuthenticationRepository(database);
  domains = new ServedDomainRepository(database);
  served = new ServedRecordRepository(database);
  uses = new MethodLastUseRepository(database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
  orders = await newClient('orders');
});

async function newClient(clientId: string, domain = domainId): Promise<typeof orders> {
  await rows.insert('client', { domain_id: domain, client_id: clientId });
  return { domainId: domain, clientId };
}

async function findServed(clientId: string): Promise<ServedClient | null> {
  return (await served.read({ domains: [], clients: [{ domainId, clientId }] })).clients[0]!;
}

function put(key: typeof orders, methods: MethodToStore[], rest: Partial<DocumentToStore> = {}): Promise<boolean> {
  return database.transaction(() => documents.put(key, { methods, senderConstraint: null, profile: null, ...rest }));
}

describe('authentication document of a client', () => {
  it('is read in the stored order, by management and by the auth server', async () => {
    expect(await put(orders, METHODS, { senderConstraint: 'DPoP', profile: 'FAPI2' })).toBe(true);

    const stored = (await documents.find(orders))!;
    const client = (await findServed('orders'))!;

    const ids = stored.methods.map(({ id }) => id);
    expect(stored).toEqual({
      methods: METHODS.map((method, index) => ({ ...method, id: ids[index], lastUsedAt: null })),
      senderConstraint: 'DPoP',
      profile: 'FAPI2',
    });
    expect(client.authentication).toEqual({ ...stored, methods: METHODS.map((method, index) => ({ ...method, id: ids[index] })) });
  });

  it('differs from no document even without methods', async () => {
    const billing = await newClient('billing');
    await put(billing, []);

    expect([await documents.find(billing), await documents.find(orders)]).toEqual([
      { methods: [], senderConstraint: null, profile: null },
      null,
    ]);
    expect((await findServed('billing'))!.authentication).toMatchObject({ methods: [] });
    expect((await findServed('orders'))!.authentication).toBeNull();
  });

  it('is replaced as a whole, and methods with an id keep their last use', async () => {
    await put(orders, METHODS);
    const before = (await documents.find(orders))!.methods;
    const at = new Date('2026-01-01T12:00:00Z');
    await uses.record(before.map(({ id: methodId }) => ({ ...orders, methodId, at })));

    await put(orders, [{ type: 'PrivateKeyJwt', jwksUri: 'https://new.example/jwks.json' }, before[0]!]);

    expect((await documents.find(orders))!.methods).toEqual([
      { type: 'PrivateKeyJwt', jwksUri: 'https://new.example/jwks.json', id: expect.any(String), lastUsedAt: null },
      { ...before[0], lastUsedAt: at },
    ]);
  });

  it('is removed with its methods', async () => {
    await put(orders, METHODS);

    expect([await documents.delete(orders), await documents.delete(orders)]).toEqual([true, false]);

    expect(await documents.find(orders)).toBeNull();
    expect(await rows.count('client_authentication_method', `domain_id = '${domainId}'`)).toBe(0);
  });
});

describe('workloads', () => {
  it('belong to the client of the domain that lists their issuer and subject', async () => {
    await put(orders, METHODS);

    const { issuer, subject } = WORKLOAD;
    const found = [
      await domains.findFederatedClient(domainId, issuer, subject),
      await domains.findFederatedClient(await rows.domain(), issuer, subject),
      await domains.findFederatedClient(domainId, issuer, `${subject}s`),
      await domains.findFederatedClient(domainId, issuer, `${subject}\0`),
      await domains.findFederatedClient(domainId, `${issuer}/`, subject),
    ];

    const unknown = { clientId: null, isIssuerKnown: false };
    expect(found).toEqual([{ clientId: 'orders', isIssuerKnown: true }, unknown, { ...unknown, isIssuerKnown: true }, unknown, unknown]);
  });

  it('belong to one client of a domain, even if two claim them concurrently', async () => {
    const others = await Promise.all(['a', 'b', 'c'].map((id) => newClient(id)));

    const stored = await Promise.all(
      others
        .map((key) =>
          database.transaction(async () => {
            if (!(await documents.put(key, { methods: [WORKLOAD], senderConstraint: null, profile: null }))) throw new Error('held');
          }),
        )
        .map((transaction) =>
          transaction.then(
            () => true,
            ({ message }: Error) => message,
          ),
        ),
    );

    expect(stored.toSorted()).toEqual(['held', 'held', true]);
    const elsewhere = await newClient('orders', await rows.domain());
    expect(await put(elsewhere, [WORKLOAD])).toBe(true);
  });
});

describe('last use of a method', () => {
  it('is the latest use, for methods that still exist', async () => {
    await put(orders, METHODS);
    const methodId = (await documents.find(orders))!.methods[0]!.id;
    const [noon, later] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-01T12:00:05Z')];
    const unknown = { ...orders, methodId: '00000000-0000-4000-8000-000000000000', at: noon };

    await uses.record([{ ...orders, methodId, at: later }, unknown]);
    await uses.record([{ ...orders, methodId, at: noon }]);

    expect((await documents.find(orders))!.methods.map(({ lastUsedAt }) => lastUsedAt)).toEqual([later, null, null, null, null]);
  });

  it('is the last use of any secret for ClientSecret', async () => {
    await put(orders, METHODS);
    const used = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-02T12:00:00Z')];
    for (const last_used_at of used) {
      const secret = await rows.insert('client_secret', { domain_id: domainId, client_id: 'orders' });
      await rows.insert('client_secret_use', { domain_id: domainId, client_id: 'orders', secret_id: secret.id, last_used_at });
    }

    const { methods } = (await documents.find(orders))!;

    expect([methods[1]!.lastUsedAt, await documents.findSecretLastUse(orders)]).toEqual([used[1], used[1]]);
  });
});

describe('use of a credential during its deletion', () => {
  it.each([
    ['client_secret', (id: string) => new ClientSecretLastUseRepository(database).record([{ ...orders, secretId: id, at: new Date() }])],
    ['client_authentication_method', (id: string) => uses.record([{ ...orders, methodId: id, at: new Date() }])],
  ] as const)('is ignored: %s', async (table, record) => {
    await put(orders, METHODS);
    const client = { domain_id: domainId, client_id: 'orders' };
    const { id } = await rows.insert(table, { ...client, ...(table === 'client_secret' ? {} : { position: 9 }) });
    const deletion = new Rows(persistence.url);
    await deletion.query(`BEGIN; DELETE FROM ${table} WHERE id = '${id}'`);

    const recorded = record(id);
    await rows.untilBlocked(1);
    await deletion.query('COMMIT');
    await Promise.all([recorded, deletion.end()]);

    expect(await rows.count(`${table}_use`, `domain_id = '${domainId}'`)).toBe(0);
  });
});
