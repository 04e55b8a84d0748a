import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { ApiKeyRepository } from './api-key.repository.js';

const UNLIMITED = { permissions: ['*'], domains: null, networks: null, expiresAt: null };
const LIMITED = { ...UNLIMITED, permissions: ['client:write'] };
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

let persistence: PersistenceFixture;
let rows: Rows;
let keys: ApiKeyRepository;
let made = 0;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  keys = new ApiKeyRepository(persistence.database);
});

afterAll(() => persistence.end());

const newHash = () => Buffer.alloc(32, `hash ${(made += 1)}`);

async function subscription(): Promise<string> {
  return (await rows.insert('subscription')).id;
}

/** The accepted keys of a subscription by name, oldest first. */
async function liveNames(subscriptionId: string): Promise<string[]> {
  return (await keys.list({ subscriptionId, domains: null })).map(({ name }) => name);
}

/** @returns its id */
async function create(subscriptionId: string, name: string, hash: Buffer): Promise<string> {
  return (await keys.create({ subscriptionId, name, hash, ...LIMITED })).id;
}

describe('stored API keys', () => {
  it('are found by their hash, with their subscription', async () => {
    const [subscriptionId, hash] = [await subscription(), newHash()];

    const id = await create(subscriptionId, 'deploy', hash);

    expect(await keys.findLive(hash)).toEqual({
      id,
      subscriptionId,
      name: 'deploy',
      permissions: ['client:write'],
      domains: null,
      networks: null,
    });
  });

  it('have the permissions of their role if the previous release created them', async () => {
    const [subscription_id, admin, readOnly] = [await subscription(), newHash(), newHash()];
    await rows.insert('api_key', { subscription_id, hash: admin });
    await rows.insert('api_key', { subscription_id, hash: readOnly, role: 'read-only' });

    const permissions = [await keys.findLive(admin), await keys.findLive(readOnly)].map((key) => key?.permissions);

    expect(permissions).toEqual([['*'], ['*:read']]);
  });

  it('do nothing but read at replicas of the previous release unless they may do everything everywhere', async () => {
    const subscriptionId = await subscription();
    const roleOf = async (configuration: typeof UNLIMITED | object) => {
      const { id } = await keys.create({ subscriptionId, name: 'a key', hash: newHash(), ...UNLIMITED, ...configuration });
      const readRole = async () => (await rows.query<{ role: string }>('SELECT role FROM api_key WHERE id = $1', [id]))[0]!.role;
      const created = await readRole();
      await keys.replace(id, { name: 'a key', ...UNLIMITED });
      return [created, await readRole()];
    };

    expect(await roleOf({})).toEqual(['admin', 'admin']);
    expect(await roleOf(LIMITED)).toEqual(['read-only', 'admin']);
    expect(await roleOf({ domains: ['a.example.com'] })).toEqual(['read-only', 'admin']);
    expect(await roleOf({ networks: ['10.0.0.0/8'] })).toEqual(['read-only', 'admin']);
  });

  it('are not found by another hash', async () => {
    await create(await subscription(), 'deploy', newHash());

    expect([await keys.findLive(newHash()), await keys.findLive(Buffer.alloc(0))]).toEqual([null, null]);
  });

  it('are listed with others of their subscription, oldest first, without hashes', async () => {
    const [subscriptionId, other] = [await subscription(), await subscription()];
    const at = (day: number) => ({ subscription_id: subscriptionId, created_at: new Date(Date.UTC(2026, 0, day)) });
    for (const day of [5, 4, 3, 2]) await rows.insert('api_key', { ...at(day), name: `of day ${day}` });
    await rows.insert('api_key', { ...at(1), name: 'revoked', revoked_at: new Date(0) });
    await rows.insert('api_key', { subscription_id: other, name: 'foreign' });

    const [first, ...others] = await keys.listAll(subscriptionId);

    expect(first).toEqual({
      id: expect.any(String),
      subscriptionId,
      name: 'revoked',
      permissions: ['*'],
      domains: null,
      networks: null,
      createdAt: at(1).created_at,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: new Date(0),
    });
    const names = ['of day 2', 'of day 3', 'of day 4', 'of day 5'];
    expect(others.map(({ name }) => name)).toEqual(names);
    expect(await liveNames(subscriptionId)).toEqual(names);
    expect(await keys.count(subscriptionId)).toBe(4);
  });

  it('are seen by a caller that is limited to domains only if they are limited to some of these', async () => {
    const [subscriptionId, other] = [await subscription(), await subscription()];
    const of = async (owner: string, name: string, domains: string[] | null) =>
      (await keys.create({ subscriptionId: owner, name, hash: newHash(), ...UNLIMITED, domains })).id;
    const within = await of(subscriptionId, 'within', ['a.example.com']);
    const hidden = [
      await of(subscriptionId, 'beyond', ['a.example.com', 'c.example.com']),
      await of(subscriptionId, 'everywhere', null),
      await of(other, 'foreign', ['a.example.com']),
    ];
    const scope = { subscriptionId, domains: ['a.example.com', 'b.example.com'] };

    expect((await keys.list(scope)).map(({ name }) => name)).toEqual(['within']);
    expect((await keys.find(scope, within))?.name).toBe('within');
    for (const id of hidden) expect(await keys.find(scope, id)).toBeNull();
    expect(await keys.find({ subscriptionId, domains: null }, hidden[2]!)).toBeNull();
  });

  it('are not found once revoked, while the others are', async () => {
    const [subscriptionId, revoked, kept] = [await subscription(), newHash(), newHash()];
    const id = await create(subscriptionId, 'revoked', revoked);
    await create(subscriptionId, 'kept', kept);

    const answer = await keys.revoke(id);

    expect([answer, await keys.findLive(revoked), (await keys.findLive(kept))?.name]).toEqual([true, null, 'kept']);
    expect(await liveNames(subscriptionId)).toEqual(['kept']);
  });

  it('are not found after they have expired', async () => {
    const [subscription_id, expired, valid] = [await subscription(), newHash(), newHash()];
    await rows.insert('api_key', { subscription_id, hash: expired, expires_at: new Date(Date.now() - 1_000) });
    await rows.insert('api_key', { subscription_id, hash: valid, expires_at: new Date(Date.now() + 60_000) });

    expect([await keys.findLive(expired), await keys.findLive(valid)]).toEqual([null, expect.objectContaining({ permissions: ['*'] })]);
  });

  it('are revoked only once, and keep the time of revocation', async () => {
    const subscriptionId = await subscription();
    const { id } = await rows.insert('api_key', { subscription_id: subscriptionId, revoked_at: new Date(0) });

    const answers = [await keys.revoke(id), await keys.revoke(UNKNOWN_ID)];

    expect(answers).toEqual([false, false]);
    expect((await keys.listAll(subscriptionId)).map(({ revokedAt }) => revokedAt)).toEqual([new Date(0)]);
  });
});

describe('keys from the settings', () => {
  it('are accepted, however often they are admitted', async () => {
    const [subscriptionId, hash] = [await subscription(), newHash()];

    const admitted = [
      await keys.replaceByName(subscriptionId, 'bootstrap', hash),
      await keys.replaceByName(subscriptionId, 'bootstrap', hash),
    ];

    expect(admitted).toEqual([true, true]);
    expect(await keys.findLive(hash)).toMatchObject({ subscriptionId, name: 'bootstrap' });
    expect(await keys.listAll(subscriptionId)).toHaveLength(1);
  });

  it('are stored once when eight replicas that start together admit them', async () => {
    const [subscriptionId, hash] = [await subscription(), newHash()];

    const admitted = await Promise.all(Array.from({ length: 8 }, () => keys.replaceByName(subscriptionId, 'bootstrap', hash)));

    expect([admitted.every(Boolean), await liveNames(subscriptionId)]).toEqual([true, ['bootstrap']]);
  });

  it('replace the previous one, which is rejected; keys with other names are not affected', async () => {
    const [subscriptionId, old, next, own] = [await subscription(), newHash(), newHash(), newHash()];
    await create(subscriptionId, 'own', own);
    await keys.replaceByName(subscriptionId, 'bootstrap', old);

    await keys.replaceByName(subscriptionId, 'bootstrap', next);

    const found = [await keys.findLive(old), await keys.findLive(next), await keys.findLive(own)];
    expect(found.map((key) => key?.name)).toEqual([undefined, 'bootstrap', 'own']);
  });

  it('do not affect keys with the same name in other subscriptions', async () => {
    const [subscriptionId, other, hash] = [await subscription(), await subscription(), newHash()];
    await create(other, 'bootstrap', hash);

    await keys.replaceByName(subscriptionId, 'bootstrap', newHash());

    expect(await keys.findLive(hash)).toMatchObject({ subscriptionId: other });
  });

  it('are accepted again after they were revoked or replaced', async () => {
    const [subscriptionId, first, second] = [await subscription(), newHash(), newHash()];
    await keys.replaceByName(subscriptionId, 'bootstrap', first);
    await keys.replaceByName(subscriptionId, 'bootstrap', second);

    await keys.replaceByName(subscriptionId, 'bootstrap', first);

    const found = [await keys.findLive(first), await keys.findLive(second)];
    expect(found.map((key) => key?.name)).toEqual(['bootstrap', undefined]);
  });

  it('are rejected if they belong to another subscription, and nothing changes', async () => {
    const [subscriptionId, other, taken, current] = [await subscription(), await subscription(), newHash(), newHash()];
    await create(other, 'theirs', taken);
    await keys.replaceByName(subscriptionId, 'bootstrap', current);

    const admitted = await keys.replaceByName(subscriptionId, 'bootstrap', taken);

    expect(admitted).toBe(false);
    expect(await keys.findLive(taken)).toMatchObject({ subscriptionId: other, name: 'theirs' });
    expect(await keys.findLive(current)).toMatchObject({ subscriptionId, name: 'bootstrap' });
  });

  it('stay revoked if they are revoked keys of another subscription', async () => {
    const [subscriptionId, other, hash] = [await subscription(), await subscription(), newHash()];
    await keys.revoke(await create(other, 'theirs', hash));

    const admitted = await keys.replaceByName(subscriptionId, 'bootstrap', hash);

    expect([admitted, await keys.findLive(hash)]).toEqual([false, null]);
  });
});
