import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { WebhookOutboxFailureRepository } from './webhook-outbox-failure.repository.js';
import { WebhookOutboxRepository, type OutboxEntryKey } from './webhook-outbox.repository.js';

const MIB = 1_048_576;

let persistence: PersistenceFixture;
let outbox: WebhookOutboxRepository;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  outbox = new WebhookOutboxRepository(persistence.database);
});

beforeEach(() => persistence.rows.query('DELETE FROM webhook_outbox'));

afterAll(() => persistence.end());

/** A domain with webhooks, and chained entries that wait for them. @param bytes of the changed values of each entry */
async function addDomain({ webhooks = 1, entries, bytes = 0 }: { webhooks?: number; entries: number; bytes?: number }): Promise<string> {
  const domain_id = await persistence.rows.domain();
  for (let n = 0; n < webhooks; n += 1) await persistence.rows.insert('webhook', { domain_id });
  await persistence.rows.query(
    `INSERT INTO log_entry (domain_id, type, actor_type) SELECT $1, 'client.created', 'service' FROM generate_series(1, $2::integer)`,
    [domain_id, entries],
  );
  await persistence.rows.query(
    `UPDATE log_entry AS entry SET sequence = numbered.place, hash = sha256('a'), previous_hash = sha256('b')
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM log_entry WHERE domain_id = $1) AS numbered
     WHERE entry.domain_id = $1 AND entry.id = numbered.id`,
    [domain_id],
  );
  // The log's trigger has added them to the outbox without values.
  await persistence.rows.query(
    `UPDATE webhook_outbox SET encrypted_changes = convert_to(repeat('v', $2::integer), 'UTF8'), changes_commitment = 'c', key_month = '2026-11-01'
     WHERE domain_id = $1 AND $2 > 0`,
    [domain_id, bytes],
  );
  return domain_id;
}

const take = (...domainIds: string[]) => persistence.database.transaction(async () => (await outbox.take(domainIds)) ?? []);
const countOf = (taken: readonly OutboxEntryKey[], domainId: string): number => taken.filter((key) => key.domainId === domainId).length;

describe('event batches', () => {
  it('contain the first entry of each domain before the second of any', async () => {
    const [many, few] = [await addDomain({ entries: 600 }), await addDomain({ entries: 2 })];

    const taken = await take(many, few);

    expect([countOf(taken, many), countOf(taken, few)]).toEqual([100, 2]);
    expect(new Set(taken.slice(0, 2).map(({ domainId }) => domainId))).toEqual(new Set([many, few]));
  });

  it('are limited to 5,000 rows to write: a domain with many receivers gets fewer entries, but no other domain does', async () => {
    const [many, few] = [await addDomain({ webhooks: 200, entries: 100 }), await addDomain({ entries: 5 })];

    const taken = await take(many, few);

    expect([countOf(taken, many), countOf(taken, few)]).toEqual([24, 5]);
  });

  it('are limited to 4 MiB', async () => {
    const domainId = await addDomain({ entries: 6, bytes: 1.5 * MIB });

    expect(await take(domainId)).toHaveLength(2);
  });

  it("are limited to 4 MiB of the entries' own content, as a process receives it", async () => {
    const domainId = await addDomain({ entries: 6 });
    await persistence.rows.query(`UPDATE log_entry SET data = jsonb_build_object('text', repeat('x', $2::integer)) WHERE domain_id = $1`, [
      domainId,
      1.5 * MIB,
    ]);

    expect(await take(domainId)).toHaveLength(2);
  });

  it('contain a single entry if that alone is larger', async () => {
    const domainId = await addDomain({ entries: 2, bytes: 5 * MIB });

    expect(await take(domainId)).toHaveLength(1);
  });
});

it('entries taken again keep their order although a failure moves its row', async () => {
  const { database } = persistence;
  const taken = await take(await addDomain({ entries: 30 }));
  await addDomain({ entries: 2_000 });
  await persistence.rows.query('ANALYZE webhook_outbox');
  await new WebhookOutboxFailureRepository(database).record(taken[3]!, 'poisonous');

  const again = await database.transaction(async () => {
    // The plan that reads the rows as they lie in the table.
    await database.manager.query('SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_indexscan = off');
    return outbox.takeAgain(taken);
  });

  expect(again).toEqual(taken);
});

describe('checkpoint events', () => {
  it('wake a webhook whose worker stores at the same moment that nothing is due', async () => {
    const { rows, database } = persistence;
    const domainId = await rows.domain();
    const { id } = await rows.insert('webhook', { domain_id: domainId, next_attempt_at: new Date(), event_types: ['log.*'] });
    let announced: Promise<void> | undefined;

    await rows.inTransaction(async (query) => {
      await query(`UPDATE webhook SET next_attempt_at = NULL WHERE id = '${id}'`);
      const announce = () => outbox.announceCheckpoints([{ domainId, sequence: 1 }], ['log.checkpoint.created', 'log.*']);
      announced = database.transaction(announce);
      await rows.untilBlocked(1);
    });
    await announced;

    expect(await rows.count('webhook', `id = '${id}' AND next_attempt_at <= now()`)).toBe(1);
    expect(await rows.count('webhook_delivery', `webhook_id = '${id}'`)).toBe(1);
  });
});
