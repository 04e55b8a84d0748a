import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UserRepository } from '../user/user.repository.js';
import { MessageRepository, type MessageLease } from './message.repository.js';

const ENCRYPTED = Buffer.from('encrypted');
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let persistence: PersistenceFixture;
let rows: Rows;
let messages: MessageRepository;
let users: UserRepository;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  [messages, users] = [new MessageRepository(database), new UserRepository(database)];
});

afterAll(() => persistence.end());

beforeEach(async () => {
  await rows.query('DELETE FROM message');
  domainId = await rows.domain();
  sub = (await users.create(domainId, { identityProvider: 'local', attributes: { preferred_username: 'jane.doe.10' } }))!;
});

async function create(lifetime = 600): Promise<MessageLease> {
  const id = randomUUID();
  await messages.create({ domainId, id, sub, channel: 'email', encrypted: ENCRYPTED, traceparent: TRACEPARENT }, lifetime);
  return { domainId, id, leaseId: randomUUID() };
}

async function stateOf({ domainId: domain, id }: MessageLease): Promise<unknown> {
  return (await rows.query('SELECT state, attempts, encrypted FROM message WHERE domain_id = $1 AND id = $2', [domain, id]))[0];
}

describe('messages', () => {
  it('are due immediately, and leased to one of fifty concurrent workers', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = await create();
      expect(await messages.listDue(10)).toEqual([{ domainId, id: key.id, traceparent: TRACEPARENT }]);

      const claims = await Promise.all(Array.from({ length: 50 }, () => messages.lease(key, 60)));

      expect(claims.filter(Boolean)).toEqual([{ channel: 'email', encrypted: ENCRYPTED, attempts: 1 }]);
      expect(await messages.listDue(10)).toEqual([]);
      await messages.finish(key, 'sent');
    }
  });

  it('are due again when their lease ends, or after their delay', async () => {
    const key = await create();
    await messages.lease(key, 0);
    expect(await messages.listDue(10)).toEqual([{ domainId, id: key.id, traceparent: TRACEPARENT }]);

    await messages.postpone(key, 60);
    expect(await messages.listDue(10)).toEqual([]);
    expect(await messages.lease(key, 60)).toBeNull();

    await messages.postpone(key, 0);
    expect(await messages.lease(key, 60)).toMatchObject({ attempts: 2 });
  });

  it('are postponed only by the lease holder', async () => {
    const key = await create();
    await messages.lease(key, 60);

    await messages.postpone({ ...key, leaseId: randomUUID() }, 0);
    expect(await messages.listDue(10)).toEqual([]);

    await messages.postpone(key, 0);
    expect(await messages.listDue(10)).toHaveLength(1);
  });

  it('wait for at most one message of every other domain, however many that domain has', async () => {
    const many = { domain_id: domainId, sub, next_attempt_at: new Date(Date.now() - 60_000) };
    for (let n = 0; n < 3; n += 1) await rows.insert('message', many);
    const otherDomain = await rows.domain();
    const { sub: other } = await rows.insert<{ sub: string }>('end_user', { domain_id: otherDomain });
    const { id } = await rows.insert<{ id: string }>('message', { domain_id: otherDomain, sub: other });

    const due = await messages.listDue(3);

    expect(due.map((key) => key.domainId)).toEqual([domainId, otherDomain, domainId]);
    expect(due[1]).toEqual({ domainId: otherDomain, id, traceparent: null });
  });

  it.each(['sent', 'failed'] as const)('are neither read nor sent again once they are %s', async (state) => {
    const key = await create();

    await messages.finish(key, state);

    expect(await stateOf(key)).toEqual({ state, attempts: 0, encrypted: null });
    expect(await messages.lease(key, 60)).toBeNull();
  });

  it('are neither sent nor read once they have expired', async () => {
    const [late, fresh] = [await create(0), await create()];
    expect(await messages.lease(late, 60)).toBeNull();

    expect(await messages.expire(100)).toBe(1);

    expect(await stateOf(late)).toEqual({ state: 'expired', attempts: 0, encrypted: null });
    expect(await stateOf(fresh)).toMatchObject({ state: 'waiting' });
  });

  it('are removed a day after they expired, whatever their state', async () => {
    await create(-90_000);
    const young = await create(-80_000);

    expect(await messages.deleteExpired(100)).toBe(1);

    expect(await stateOf(young)).toBeDefined();
  });

  it('are not sent for a domain that is being deleted', async () => {
    const key = await create();
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domainId]);

    expect(await messages.lease(key, 60)).toBeNull();
  });

  it('are deleted with their user', async () => {
    const key = await create();

    await users.delete(domainId, sub);

    expect(await stateOf(key)).toBeUndefined();
  });

  it('are not stored for an unknown user', async () => {
    sub = randomUUID();

    expect(await stateOf(await create())).toBeUndefined();
  });

  it('cannot be leased or finished under another domain', async () => {
    const lease = await create();
    const elsewhere = { ...lease, domainId: await rows.domain() };

    expect(await messages.lease(elsewhere, 60)).toBeNull();
    await messages.finish(elsewhere, 'sent');

    expect(await stateOf(lease)).toMatchObject({ state: 'waiting' });
  });
});

describe('waiting messages', () => {
  it('are listed for the subscription that owns the domain, newest first', async () => {
    const keys = [await create(), await create()];
    const [{ subscription }] = (await rows.query('SELECT subscription_id AS subscription FROM domain WHERE id = $1', [domainId])) as [
      { subscription: string },
    ];
    domainId = await rows.domain();

    const listed = await messages.listWaiting(subscription, 10);

    expect(listed).toEqual(
      keys
        .toReversed()
        .map(({ id }) => ({ domainId: keys[0]!.domainId, id, channel: 'email', encrypted: ENCRYPTED, createdAt: expect.any(Date) })),
    );
  });
});
