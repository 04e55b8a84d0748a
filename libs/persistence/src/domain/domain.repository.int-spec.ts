import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { Domain } from './domain.entity.js';
import { DomainRepository, type NewDomain } from './domain.repository.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let database: Database;
let domains: DomainRepository;
let names = 0;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  ({ rows, database } = persistence);
  domains = new DomainRepository(database);
});

afterAll(() => persistence.end());

const newName = () => `name-${(names += 1)}.example.com`;

async function subscription(): Promise<string> {
  return (await rows.insert('subscription')).id;
}

function active(subscriptionId: string, name: string): NewDomain {
  return { subscriptionId, name, kind: 'custom', status: 'active', statusDetail: null, longestExpiry: 3_600, verifiedAt: new Date() };
}

function pending(subscriptionId: string, name: string): NewDomain {
  return { ...active(subscriptionId, name), status: 'pending', statusDetail: 'The record is not there yet.', verifiedAt: null };
}

describe('new domains', () => {
  it('are returned as stored', async () => {
    const values = pending(await subscription(), newName());

    const created = await domains.create(values);

    const stored = await domains.findByName(values.subscriptionId, values.name);
    expect(created).toEqual(stored);
    expect(stored).toEqual({
      ...values,
      idTokenAlgorithms: ['RS256', 'ES256'],
      accessTokenAlgorithms: ['ES256', 'RS256'],
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      revision: expect.stringMatching(/^\d+$/),
      createdAt: expect.any(Date),
      nextCheckAt: null,
      dnsTarget: null,
      frozenAt: null,
      importingUntil: null,
      dnsBegunAt: null,
      secondFactor: 'AsClientsAsk',
      accountDeletion: true,
      signUp: 'Off',
      editableAttributes: null,
    });
  });

  it('are rejected as claimed if the subscription has the name, whatever its status', async () => {
    const owner = await subscription();
    const claims = await Promise.all(
      ['pending', 'active', 'failed', 'deleting'].map(async (status) => {
        const name = newName();
        await rows.domain({ subscription_id: owner, name, status, verified_at: null });
        return name;
      }),
    );

    const conflicts = await Promise.all(claims.map((name) => domains.create(pending(owner, name))));

    expect(conflicts).toEqual(['claimed', 'claimed', 'claimed', 'claimed']);
  });

  it('are rejected as held if another subscription has verified the name, even during the deletion of that domain', async () => {
    const held = await Promise.all(
      ['active', 'deleting'].map(async (status) => {
        const name = newName();
        await rows.domain({ name, status });
        return name;
      }),
    );
    const other = await subscription();

    const conflicts = await Promise.all(held.map((name) => domains.create(active(other, name))));

    expect(conflicts).toEqual(['held', 'held']);
  });

  it('are rejected as claimed, not as held, if the subscription itself holds the name', async () => {
    const owner = await subscription();
    const name = newName();
    await domains.create(active(owner, name));

    const [again, unproved] = [await domains.create(active(owner, name)), await domains.create(pending(owner, name))];

    expect([again, unproved]).toEqual(['claimed', 'claimed']);
  });

  it('can be claimed beside other claims while none is verified', async () => {
    const name = newName();
    const subscriptions = await Promise.all([subscription(), subscription(), subscription()]);

    const claims = await Promise.all(subscriptions.map((owner) => domains.create(pending(owner, name))));

    expect(claims.map((claim) => claim instanceof Domain && claim.subscriptionId)).toEqual(subscriptions);
    expect(await domains.findHolder(name)).toBeNull();
  });

  it('are created for one of ten concurrent subscriptions; the others learn that the name is held', async () => {
    const name = newName();
    const subscriptions = await Promise.all(Array.from({ length: 10 }, subscription));

    const results = await Promise.all(subscriptions.map((owner) => domains.create(active(owner, name))));

    const taken = results.filter((result) => result instanceof Domain);
    expect(results.filter((result) => result === 'held')).toHaveLength(9);
    expect(taken).toEqual([await domains.findHolder(name)]);
  });

  it('are created once by ten concurrent requests of a subscription; the others learn that the name exists', async () => {
    const name = newName();
    const owner = await subscription();

    const results = await Promise.all(Array.from({ length: 10 }, () => domains.create(active(owner, name))));

    expect(results.filter((result) => result === 'claimed')).toHaveLength(9);
    expect(results.filter((result) => result instanceof Domain)).toHaveLength(1);
  });

  it('can be rejected within a transaction that then commits', async () => {
    const owner = await subscription();
    const [name, other] = [newName(), newName()];
    await domains.create(active(owner, name));

    const conflict = await database.transaction(async () => {
      const result = await domains.create(active(owner, name));
      await domains.create(active(owner, other));
      return result;
    });

    expect(conflict).toBe('claimed');
    expect(await domains.findByName(owner, other)).toMatchObject({ name: other });
  });

  it('are not stored if their transaction rolls back', async () => {
    const owner = await subscription();
    const name = newName();

    const work = database.transaction(async () => {
      await domains.create(active(owner, name));
      throw new Error('undo');
    });

    await expect(work).rejects.toThrow('undo');
    expect(await domains.findByName(owner, name)).toBeNull();
  });

  it('treat no other error as a name conflict', async () => {
    await expect(domains.create(active(UNKNOWN_ID, newName()))).rejects.toMatchObject({
      driverError: { constraint: 'domain_subscription' },
    });
  });
});

describe('finding domains', () => {
  it('finds a domain by its id, or null', async () => {
    const id = await rows.domain();

    expect([(await domains.find(id))?.id, await domains.find(UNKNOWN_ID)]).toEqual([id, null]);
  });

  it('finds a claim only for the subscription that registered it', async () => {
    const owner = await subscription();
    const name = newName();
    const id = await rows.domain({ subscription_id: owner, name, status: 'deleting' });

    const found = [
      await domains.findByName(owner, name),
      await domains.findByName(await subscription(), name),
      await domains.findByName(owner, newName()),
    ];

    expect(found.map((domain) => domain?.id)).toEqual([id, undefined, undefined]);
  });

  it('finds a domain by its verified name, among any number of claims', async () => {
    const name = newName();
    await rows.domain({ name, status: 'pending', verified_at: null });
    const holder = await rows.domain({ name });
    await rows.domain({ name, status: 'failed', verified_at: null });

    expect((await domains.findHolder(name))?.id).toBe(holder);
  });

  it('lists the domains of a subscription, oldest first, until they are deleted', async () => {
    const owner = await subscription();
    const at = (day: number) => ({ subscription_id: owner, created_at: new Date(Date.UTC(2026, 0, day)) });
    const third = await rows.domain({ ...at(3), status: 'failed' });
    const first = await rows.domain(at(1));
    await rows.domain({ ...at(2), status: 'deleting' });
    const second = await rows.domain({ ...at(2), status: 'pending' });
    const foreign = await rows.domain();

    const own = await domains.listNames(owner, { search: null, limit: null, offset: 0 }, null);
    const some = await domains.listNames(owner, { search: null, limit: null, offset: 0 }, [
      own.keys[2]!,
      own.keys[0]!,
      'other.example.com',
    ]);
    const all = await domains.listAll();

    const nameOf = (wanted: string) => all.find(({ id }) => id === wanted)!.name;
    expect(own).toEqual({ keys: [first, second, third].map(nameOf), total: 3 });
    expect(some).toEqual({ keys: [own.keys[0], own.keys[2]], total: 2 });
    expect(all).toHaveLength(await rows.count('domain'));
    expect(all.map(({ id }) => id).filter((id) => [first, third, foreign].includes(id))).toEqual([first, third, foreign]);
  });
});

describe('countByStatus', () => {
  it('counts each kind and status', async () => {
    const before = await countDegraded();
    await rows.domain({ kind: 'custom', status: 'degraded' });
    await rows.domain({ kind: 'custom', status: 'degraded' });

    expect(await countDegraded()).toBe(before + 2);
    const counted = (await domains.countByStatus()).reduce((sum, { domains: count }) => sum + count, 0);
    expect(counted).toBe(await rows.count('domain'));
  });

  async function countDegraded(): Promise<number> {
    const counts = await domains.countByStatus();
    return counts.find(({ kind, status }) => kind === 'custom' && status === 'degraded')?.domains ?? 0;
  }
});

describe('longest expiry of a domain', () => {
  it('only increases, separately for each domain', async () => {
    const [id, other] = [await rows.domain({ longest_expiry: 3_600 }), await rows.domain({ longest_expiry: 60 })];

    await domains.recordExpiry(id, 60);
    const kept = await domains.find(id);
    await domains.recordExpiry(id, 7_200);

    const expiries = [kept, await domains.find(id), await domains.find(other)].map((domain) => domain?.longestExpiry);
    expect(expiries).toEqual([3_600, 7_200, 60]);
  });
});

describe('revision of a domain', () => {
  it('is raised for one domain, to an unused value', async () => {
    const [id, other] = [await rows.domain(), await rows.domain()];
    const before = await domains.listAll();

    await domains.raiseRevision(id);

    const [raised, kept] = [await domains.find(id), await domains.find(other)];
    expect(Math.max(...before.map(({ revision }) => Number(revision)))).toBeLessThan(Number(raised!.revision));
    expect(kept).toEqual(before.find((domain) => domain.id === other));
  });
});
