import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { ApiKeyRepository } from './api-key.repository.js';

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
  return (await keys.list(subscriptionId)).filter(({ revokedAt }) => revokedAt === null).map(({ name }) => name);
}

/** @returns its id */
function create(subscriptionId: string, name: string, hash: Buffer): Promise<string> {
  return keys.create({ subscriptionId, name, hash, permissions: ['client:write'], expiresInDays: null });
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

  it('do nothing but read at replicas of the previous release unless they may do everything', async () => {
    const subscriptionId = await subscription();
    const ids = [await create(subscriptionId, 'limited', newHash())];
    ids.push(await keys.create({ subscriptionId, name: 'all', hash: newHash(), permissions: ['*'], expiresInDays: null }));

    const stored = await rows.query<{ role: string }>('SELECT role FROM api_key WHERE id = ANY ($1) ORDER BY name DESC', [ids]);

    expect(stored.map(({ role }) => role)).toEqual(['read-only', 'admin']);
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

    const [first, ...others] = await keys.list(subscriptionId);

    expect(first).toEqual({
      id: expect.any(String),
      subscriptionId,
      name: 'revoked',
      role: 'admin',
      permissions: ['*'],
      domains: null,
      networks: null,
      createdAt: at(1).created_at,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: new Date(0),
    });
    expect(others.map(({ name }) => name)).toEqual(['of day 2', 'of day 3', 'of day 4', 'of day 5']);
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
    expect((await keys.list(subscriptionId)).map(({ revokedAt }) => revokedAt)).toEqual([new Date(0)]);
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
    expect(await keys.list(subscriptionId)).toHaveLength(1);
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
