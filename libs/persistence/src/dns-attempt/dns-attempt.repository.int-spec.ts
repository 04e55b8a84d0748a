import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { DomainProvisioningRepository } from '../domain/domain-provisioning.repository.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DnsAttemptRepository } from './dns-attempt.repository.js';

const MANY = 1_000;

let persistence: PersistenceFixture;
let rows: Rows;
let attempts: DnsAttemptRepository;
let provisioning: DomainProvisioningRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  const { database } = persistence;
  attempts = new DnsAttemptRepository(database);
  provisioning = new DomainProvisioningRepository(database);
});

beforeEach(() => rows.query('DELETE FROM dns_attempt').then(() => undefined));

afterAll(() => persistence.end());

/** A due attempt that started the given seconds ago. */
function attempt(age: number, values: Row = {}): Promise<Row> {
  const now = Date.now();
  const common = { owner: randomUUID(), begun_at: new Date(now - age * 1_000), next_look_at: new Date(now), is_unanswered: true };
  return rows.insert('dns_attempt', { ...common, ...values });
}

describe('DNS attempts', () => {
  it('are stored from their start until each has ended', async () => {
    const name = 'label.sandbox.example.test';
    const id = await rows.domain({ kind: 'sandbox', name });

    const [first, second] = [await provisioning.begin(id, 'CNAME/edge'), await provisioning.begin(id, 'CNAME/edge')];

    expect(await rows.query('SELECT owner, name FROM dns_attempt')).toEqual([
      { owner: id, name },
      { owner: id, name },
    ]);
    await attempts.end(second!);
    expect(await rows.query('SELECT begun_at::text AS "begunAt" FROM dns_attempt')).toEqual([{ begunAt: first!.begunAt }]);
    expect(first).toEqual({ owner: id, name, begunAt: expect.any(String) });
    expect(await attempts.leaseDue(MANY)).toEqual([]);
    await attempts.end(first!);
    expect(await rows.count('dns_attempt')).toBe(0);
  });

  it('do not begin without records to create', async () => {
    for (const values of [{ kind: 'custom' }, { status: 'deleting' }, { dns_target: 'CNAME/edge' }]) {
      const id = await rows.domain({ kind: 'sandbox', ...values });
      expect(await provisioning.begin(id, 'CNAME/edge')).toBeNull();
    }
    expect(await rows.count('dns_attempt')).toBe(0);
  });
});

describe('checks of the outcome of an attempt', () => {
  it.each([
    ['without an answer', 10, 5, false],
    ['without an answer', 100, 50, false],
    ['without an answer', 2_000, 1_000, false],
    ['without an answer', 3_000, 600, false],
    ['without an answer', 3_600, 60, true],
    ['without an answer', 90_000, 60, true],
    ['after a kill', 10, 5, false],
    ['after a kill', 18, 2, false],
    ['after a kill', 20, 60, true],
  ])('schedule the next check of an attempt %s, %d seconds old: in %d seconds, and last: %s', async (fate, age, pause, isLast) => {
    const { owner } = await attempt(age, { is_unanswered: fate === 'without an answer' });

    expect(await attempts.leaseDue(MANY)).toMatchObject([{ owner, isLast, isOrphaned: true }]);

    const [row] = await rows.query<{ pause: number }>('SELECT extract(epoch FROM next_look_at - now())::float AS pause FROM dns_attempt');
    expect(row!.pause).toBeGreaterThan(pause - 5);
    expect(row!.pause).toBeLessThan(pause + 5);
  });

  it('get more time if no server answered, even if they seemed to be over', async () => {
    const { owner, begunAt, name } = (await provisioning.begin(await rows.domain({ kind: 'sandbox' }), 'CNAME/edge'))!;
    await attempts.markUnanswered({ owner, begunAt, name });
    expect(await rows.query('SELECT is_unanswered FROM dns_attempt')).toEqual([{ is_unanswered: true }]);
    await attempts.end({ owner, begunAt });
    await attempts.markUnanswered({ owner, begunAt, name });
    expect(await attempts.leaseDue(MANY)).toMatchObject([{ owner, begunAt, name, isLast: false, isOrphaned: false }]);
  });

  it.each([
    ['active', false],
    ['deleting', true],
  ])('report whether the domain of the records exists: %s', async (status, isOrphaned) => {
    await attempt(60, { owner: await rows.domain({ kind: 'sandbox', status }) });

    expect(await attempts.leaseDue(MANY)).toMatchObject([{ isOrphaned }]);
  });

  it('are each given to only one of many concurrent callers', async () => {
    const owners = await Promise.all(Array.from({ length: 40 }, async () => (await attempt(60))['owner']));

    const claimed = await Promise.all(Array.from({ length: 8 }, () => attempts.leaseDue(5)));

    expect(claimed.map((some) => some.length)).toEqual(Array(8).fill(5));
    expect(
      claimed
        .flat()
        .map(({ owner }) => owner)
        .toSorted(),
    ).toEqual(owners.toSorted());
    expect(await attempts.leaseDue(MANY)).toEqual([]);
  });

  it('are counted if they could not be completed', async () => {
    await attempt(3_700);
    await attempt(4_300);

    expect(await attempts.countOverdue()).toBe(1);
  });
});
