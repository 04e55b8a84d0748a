import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientRepository } from './client/client.repository.js';
import { DomainRepository } from './domain/domain.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from './persistence.fixture.js';
import { FederatedUserRepository } from './user/federated-user.repository.js';
import { UserRepository } from './user/user.repository.js';
import { QuotaExceededError, type CountedObject } from './quota-exceeded.error.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const CONCURRENCY = 8;

interface Subscription {
  id: string;
  /** Two domains. */
  domainIds: readonly [string, string];
}

let persistence: PersistenceFixture;
let domains: DomainRepository;
let count = 0;

/** Creates one more of an object in the nth domain of a subscription, in its own transaction. */
let creations: Readonly<Record<string, [object: CountedObject, create: (owner: Subscription, n: number) => Promise<unknown>]>>;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  const { database } = persistence;
  domains = new DomainRepository(database);
  const [clients, users] = [new ClientRepository(database), new UserRepository(database)];
  const federated = new FederatedUserRepository(database, users);
  const nextName = () => `name-${(count += 1)}`;
  const attributes = () => ({ preferred_username: nextName() });
  const inDomain = (create: (domainId: string) => Promise<unknown>) => (owner: Subscription, n: number) =>
    database.transaction(() => create(owner.domainIds[n % 2]!));
  creations = {
    domain: ['domains', ({ id }) => database.transaction(() => domains.create(newDomain(id, `${nextName()}.example.com`)))],
    client: ['clients', inDomain((domainId) => clients.create(domainId, nextName(), CLIENT as never))],
    user: ['users', inDomain((domainId) => users.create(domainId, { identityProvider: 'local', attributes: attributes() }))],
    'federated user': [
      'users',
      inDomain((domainId) => {
        const key = { domainId, provider: 'acme', issuer: 'https://login.example.com', subject: nextName() };
        return federated.create(key, { attributes: attributes(), vouchedFor: [] });
      }),
    ],
  };
});

afterAll(() => persistence.end());

function newDomain(subscriptionId: string, name: string) {
  const [kind, status] = ['custom', 'active'] as const;
  return { subscriptionId, name, kind, status, statusDetail: null, longestExpiry: 3_600, verifiedAt: new Date() };
}

async function subscribe(): Promise<Subscription> {
  const { id } = await persistence.rows.insert('subscription');
  const domainIds = [
    await persistence.rows.insert('domain', { subscription_id: id }),
    await persistence.rows.insert('domain', { subscription_id: id }),
  ];
  return { id, domainIds: [domainIds[0]!.id, domainIds[1]!.id] };
}

async function setQuota({ id }: Subscription, quota: Partial<Record<CountedObject, number | null>>): Promise<void> {
  await persistence.rows.query('UPDATE subscription SET quota = $2 WHERE id = $1', [id, JSON.stringify(quota)]);
}

async function listErrors(created: readonly Promise<unknown>[]): Promise<unknown[]> {
  const results = await Promise.allSettled(created);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
}

describe.each(['domain', 'client', 'user', 'federated user'])('the quota for a %s', (name) => {
  it('permits exactly one of eight concurrent creations if there is room for one', async () => {
    const [object, create] = creations[name]!;
    const owner = await subscribe();
    // There are two domains already.
    const limit = object === 'domains' ? 3 : 1;
    await setQuota(owner, { [object]: limit });

    const errors = await listErrors(Array.from({ length: CONCURRENCY }, (_none, n) => create(owner, n)));

    expect(errors).toEqual(Array.from({ length: CONCURRENCY - 1 }, () => expect.any(QuotaExceededError)));
    expect(errors[0]).toMatchObject({ quota: { object, limit, existing: limit } });
  });

  it('counts neither other subscriptions nor domains that are being deleted', async () => {
    const [object, create] = creations[name]!;
    const [owner, other] = [await subscribe(), await subscribe()];
    await create(owner, 0);
    await create(other, 0);
    await setQuota(owner, { [object]: object === 'domains' ? 3 : 1 });
    await expect(create(owner, 1)).rejects.toBeInstanceOf(QuotaExceededError);

    await domains.markDeleting(owner.domainIds[0]);

    await expect(create(owner, 1)).resolves.not.toBeNull();
    await expect(create(owner, 1)).rejects.toBeInstanceOf(QuotaExceededError);
  });

  it('keeps what exceeds a lower quota, and refuses more', async () => {
    const [object, create] = creations[name]!;
    const owner = await subscribe();
    for (let n = 0; n < 3; n += 1) await create(owner, n);
    await setQuota(owner, { [object]: 0 });

    await expect(create(owner, 0)).rejects.toMatchObject({ quota: { object, limit: 0, existing: 1 } });
    await setQuota(owner, { [object]: null });
    await expect(create(owner, 0)).resolves.not.toBeNull();
  });

  it('does not let creations of other objects wait', async () => {
    const [object, create] = creations[name]!;
    const owner = await subscribe();
    await setQuota(owner, { domains: 10, clients: 10, users: 10, [object]: null });
    const holder = await persistence.openTransaction(() =>
      persistence.database.manager.query('SELECT FROM subscription WHERE id = $1 FOR NO KEY UPDATE', [owner.id]),
    );

    await expect(create(owner, 0)).resolves.not.toBeNull();
    await holder.end();
  });
});

it('lets concurrent creations of different objects in two domains all succeed', async () => {
  const owner = await subscribe();
  await setQuota(owner, { domains: 100, clients: 100, users: 100 });
  const concurrent = Array.from({ length: 6 }, (_none, n) => Object.values(creations).map(([, create]) => create(owner, n)));

  expect(await listErrors(concurrent.flat())).toEqual([]);
});
