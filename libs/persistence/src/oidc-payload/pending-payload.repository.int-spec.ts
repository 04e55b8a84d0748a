import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf, type Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { OidcPayloadRepository } from './oidc-payload.repository.js';
import { PendingPayloadRepository } from './pending-payload.repository.js';

const LIFETIME_SECONDS = 600;
const TOUCHED_LIFETIME_SECONDS = 3_600;

let persistence: PersistenceFixture;
let rows: Rows;
let pending: PendingPayloadRepository;
let payloads: OidcPayloadRepository;
let domainId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  pending = new PendingPayloadRepository(persistence.database);
  payloads = new OidcPayloadRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
});

const key = (id: string, domain = domainId) => ({ domainId: domain, model: 'Interaction' as const, hash: hashOf(id) });
const create = (id: string, limit: number, touched = false) =>
  pending.create(key(id), { id }, { lifetime: LIFETIME_SECONDS, touched, limit });
const touch = (id: string) => pending.touch(key(id), TOUCHED_LIFETIME_SECONDS);
const countRows = () => rows.count('oidc_payload', `domain_id = '${domainId}'`);

/** @returns the stored ones among these ids */
async function found(...ids: string[]): Promise<string[]> {
  const stored = await Promise.all(ids.map((id) => payloads.find(key(id))));
  return ids.filter((_id, index) => stored[index] !== undefined);
}

async function age(id: string, seconds: number): Promise<void> {
  await rows.query(
    `UPDATE oidc_payload SET expires_at = expires_at - make_interval(secs => $2), untouched_since = untouched_since - make_interval(secs => $2)
     WHERE domain_id = $3 AND hash = $1`,
    [hashOf(id), seconds, domainId],
  );
}

describe('limit of pending records in a domain', () => {
  it('evicts the oldest unused record', async () => {
    for (const id of ['first', 'second', 'third']) await create(id, 3);
    await touch('first');

    const created = await create('fourth', 3);

    expect([created, await found('first', 'second', 'third', 'fourth')]).toEqual([true, ['first', 'third', 'fourth']]);
  });

  it('rejects a record if all are in use, until one is deleted', async () => {
    for (const id of ['first', 'second']) await create(id, 2, true);

    const refused = await create('third', 2);
    await payloads.delete(key('first'));

    expect([refused, await create('fourth', 2), await found('first', 'second', 'third', 'fourth')]).toEqual([
      false,
      true,
      ['second', 'fourth'],
    ]);
  });

  it('holds for concurrent requests', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => create(`many-${n}`, 20)));

    expect(await countRows()).toBe(20);
  });

  it('evicts a record for each of ten concurrent requests', async () => {
    const [old, young] = ['old', 'young'].map((name) => Array.from({ length: 10 }, (_, n) => `${name}-${n}`)) as [string[], string[]];
    for (const id of old) await create(id, 10);

    const created = await Promise.all(young.map((id) => create(id, 10)));

    expect([created, await found(...old), await found(...young)]).toEqual([young.map(() => true), [], young]);
  });

  it('applies separately to each domain and model', async () => {
    await create('first', 1);
    const other = await rows.domain();

    await pending.create(key('first', other), {}, { lifetime: LIFETIME_SECONDS, touched: false, limit: 1 });
    await pending.create(
      { ...key('pushed'), model: 'PushedAuthorizationRequest' },
      {},
      { lifetime: LIFETIME_SECONDS, touched: false, limit: 1 },
    );

    expect([await found('first'), await countRows()]).toEqual([['first'], 2]);
  });

  it('holds during a flood of an hour, which spares a record in use', async () => {
    const limit = 15;
    await create('jane', limit);
    await touch('jane');
    // More concurrent calls than there are slots, for an hour.
    for (let minute = 0; minute < 60; minute += 2) {
      await Promise.all(Array.from({ length: 20 }, (_, n) => create(`${minute}-${n}`, limit)));
      await rows.query(`UPDATE oidc_payload SET untouched_since = untouched_since - interval '2 minutes' WHERE domain_id = $1`, [domainId]);
    }

    expect([await countRows(), await found('jane', '0-0')]).toEqual([limit, ['jane']]);
  }, 30_000);
});

describe('lifetime of a pending record', () => {
  it('is longer once the record is used, counted from its creation', async () => {
    for (const id of ['abandoned', 'opened']) await create(id, 10);
    for (const id of ['abandoned', 'opened']) await age(id, 590);
    await touch('opened');
    for (const id of ['abandoned', 'opened']) await age(id, 20);

    expect(await found('abandoned', 'opened')).toEqual(['opened']);
    await touch('opened');
    await age('opened', TOUCHED_LIFETIME_SECONDS - 620);
    expect(await found('opened')).toEqual(['opened']);
    await age('opened', 20);
    expect(await found('opened')).toEqual([]);
  });

  it('cannot be extended after it has expired', async () => {
    await create('late', 10);
    await age('late', 610);

    await touch('late');

    expect(await found('late')).toEqual([]);
  });

  it('is extended by a replacement', async () => {
    await create('first', 1);

    const replaced = [await pending.replace(key('first'), { new: true }, 60), await pending.replace(key('other'), {}, 60)];

    expect([replaced, await payloads.find(key('first')), await create('second', 1)]).toEqual([[true, false], { new: true }, false]);
  });
});
