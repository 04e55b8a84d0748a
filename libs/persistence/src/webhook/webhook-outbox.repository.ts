import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { WebhookOutboxEntry } from './webhook-outbox-entry.entity.js';
import type { Webhook } from './webhook.entity.js';

export type OutboxEntryKey = Pick<WebhookOutboxEntry, 'domainId' | 'entryId'>;
/** A webhook that accepts events. */
export type Subscriber = Pick<Webhook, 'domainId' | 'id' | 'eventTypes'>;

/** The number is arbitrary, but no other kind of lock has it. */
const DISTRIBUTION_LOCK = 1_684_367_215;
/** Sorts before every id. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The maximum number of entries in one batch. */
const MAX_ENTRIES = 500;
/** The maximum number of entries of one domain in a batch. */
const MAX_DOMAIN_ENTRIES = 100;
/**
 * The maximum number of rows that a batch's entries become if every webhook and stream of their domains gets them. One entry is always
 * taken.
 */
const MAX_ROWS = 5_000;
/** Maximum octets of a batch's entries. */
const MAX_BYTES = 4_194_304;

/** Reads one index row per domain, however many entries wait. */
const LIST_DOMAINS = `
  WITH RECURSIVE found AS (
    (SELECT domain_id, 1 AS n FROM webhook_outbox WHERE set_aside_at IS NULL AND domain_id > $1 ORDER BY domain_id LIMIT 1)
    UNION ALL
    SELECT following.domain_id, n + 1 FROM found CROSS JOIN LATERAL (
      SELECT domain_id FROM webhook_outbox WHERE set_aside_at IS NULL AND domain_id > found.domain_id ORDER BY domain_id LIMIT 1) AS following
    WHERE n < $2
  )
  SELECT domain_id AS "domainId" FROM found`;

/**
 * The first entry of each domain, then the second of each. Sequence numbers follow the ids, except for entries that were committed late.
 * Those wait until no earlier entry can be outside the page.
 */
const TAKE = `
  WITH page AS (
    SELECT waiting.* FROM unnest($1::uuid[]) AS domain (id) CROSS JOIN LATERAL (
      SELECT domain_id, entry_id, encrypted_changes, row_number() OVER (ORDER BY entry_id) AS place FROM webhook_outbox
      WHERE domain_id = domain.id AND set_aside_at IS NULL ORDER BY entry_id LIMIT ${MAX_DOMAIN_ENTRIES}) AS waiting
    ORDER BY place LIMIT ${MAX_ENTRIES}
  ), chained AS (
    SELECT page.domain_id, page.entry_id, entry.sequence,
      coalesce(octet_length(encrypted_changes), 0) + coalesce(octet_length(entry.encrypted_data), 0) + coalesce(octet_length(entry.data::text), 0) AS bytes,
      last_value(entry.sequence) OVER (PARTITION BY page.domain_id ORDER BY page.entry_id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
        AS last_sequence
    FROM page LEFT JOIN log_entry AS entry ON entry.domain_id = page.domain_id AND entry.id = page.entry_id
    WHERE entry.id IS NULL OR entry.sequence IS NOT NULL
  ), subscribed AS (
    SELECT domain_id, (SELECT count(*) FROM webhook WHERE webhook.domain_id = known.domain_id AND enabled)
      + (SELECT count(*) FROM ssf_stream AS stream WHERE stream.domain_id = known.domain_id AND status <> 'disabled') AS receivers
    FROM (SELECT DISTINCT domain_id FROM chained) AS known
  ), in_turn AS (
    SELECT *, row_number() OVER (PARTITION BY domain_id ORDER BY sequence NULLS FIRST, entry_id) AS turn FROM chained JOIN subscribed USING (domain_id)
    WHERE sequence IS NULL OR last_sequence IS NULL OR sequence <= last_sequence
  ), counted AS (
    SELECT domain_id, entry_id, row_number() OVER by_turn AS n, sum(receivers) OVER by_turn AS rows, sum(bytes) OVER by_turn AS bytes FROM in_turn
    WINDOW by_turn AS (ORDER BY turn, domain_id ROWS UNBOUNDED PRECEDING)
  )
  SELECT domain_id AS "domainId", entry_id AS "entryId" FROM counted
  WHERE n = 1 OR (rows <= ${MAX_ROWS} AND bytes <= ${MAX_BYTES}) ORDER BY n`;

/** The event type of checkpoints, and other filters that select it. */
export type CheckpointSelectors = readonly [string, ...string[]];

const LOCK_CHECKPOINT_SUBSCRIBERS = `
  SELECT domain_id AS "domainId", id FROM webhook WHERE domain_id = ANY ($1::uuid[]) AND enabled AND event_types && $2::text[]
  ORDER BY domain_id, id FOR NO KEY UPDATE`;
const CREATE_CHECKPOINT_DELIVERIES = `
  INSERT INTO webhook_delivery (domain_id, webhook_id, checkpoint_sequence, event_type)
  SELECT domain_id, subscriber.id, signed.sequence, $5
  FROM unnest($1::uuid[], $2::uuid[]) AS subscriber (domain_id, id) JOIN unnest($3::uuid[], $4::bigint[]) AS signed (domain_id, sequence) USING (domain_id)`;

/** Log entries for which webhooks may be waiting. A row becomes visible with its entry, so that none is ever skipped. */
@Injectable()
export class WebhookOutboxRepository {
  constructor(private readonly database: Database) {}

  /** Domains with waiting entries, sorted by id. @param after null to start with the first one */
  async listDomains(after: string | null, limit: number): Promise<string[]> {
    const rows: { domainId: string }[] = await this.database.manager.query(LIST_DOMAINS, [after ?? NIL_UUID, limit]);
    return rows.map(({ domainId }) => domainId);
  }

  /**
   * Chained entries of domains, each domain's in the order of its chain. Only one caller distributes entries until its transaction ends,
   * because two would mix up the order. No domain blocks others, and both number and size of the entries are limited.
   *
   * @returns null if another caller distributes entries
   */
  async take(domainIds: readonly string[]): Promise<OutboxEntryKey[] | null> {
    if (!(await this.lock())) return null;
    return this.database.manager.query(TAKE, [domainIds]);
  }

  /** Takes the given entries that still wait, in the given order. @returns null if another caller distributes entries */
  async takeAgain(keys: readonly OutboxEntryKey[]): Promise<OutboxEntryKey[] | null> {
    if (!(await this.lock())) return null;
    return this.database.manager.query(
      `SELECT outbox.domain_id AS "domainId", outbox.entry_id AS "entryId"
       FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS taken (domain_id, entry_id, place)
       JOIN webhook_outbox AS outbox ON outbox.domain_id = taken.domain_id AND outbox.entry_id = taken.entry_id AND set_aside_at IS NULL
       ORDER BY place`,
      [keys.map(({ domainId }) => domainId), keys.map(({ entryId }) => entryId)],
    );
  }

  private async lock(): Promise<boolean> {
    // control: entries for webhooks are distributed by one worker
    const [row]: { locked: boolean }[] = await this.database.manager.query(
      `SELECT pg_try_advisory_xact_lock(${DISTRIBUTION_LOCK}) AS locked`,
    );
    return row!.locked;
  }

  /**
   * Locks the enabled webhooks of domains until the transaction ends. A worker that has just found nothing to deliver either sees the new
   * deliveries, or finishes first and the webhook is woken.
   */
  lockSubscribers(domainIds: readonly string[]): Promise<Subscriber[]> {
    // control: deliveries are added while no worker ends the lease of the webhook
    return this.database.manager.query(
      `SELECT domain_id AS "domainId", id, event_types AS "eventTypes" FROM webhook
       WHERE domain_id = ANY ($1) AND enabled ORDER BY domain_id, id FOR NO KEY UPDATE`,
      [domainIds],
    );
  }

  /** Makes the next pending deliveries of locked webhooks due, unless an earlier one waits for its next attempt. */
  async wake(webhooks: readonly Pick<Webhook, 'domainId' | 'id'>[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET next_attempt_at = now() FROM unnest($1::uuid[], $2::uuid[]) AS woken (domain_id, id)
       WHERE webhook.domain_id = woken.domain_id AND webhook.id = woken.id AND next_attempt_at IS NULL`,
      [webhooks.map(({ domainId }) => domainId), webhooks.map(({ id }) => id)],
    );
  }

  /**
   * Creates deliveries of new checkpoints within the transaction that stores these. The lock keeps the order of a webhook's deliveries. It
   * is a separate statement, so that the last one sees what a worker stored during the wait.
   *
   * @param selectors the filters that select checkpoints, one of which the webhook must have
   */
  async announceCheckpoints(checkpoints: readonly { domainId: string; sequence: number }[], selectors: CheckpointSelectors): Promise<void> {
    const domainIds = checkpoints.map(({ domainId }) => domainId);
    const subscribers: Pick<Webhook, 'domainId' | 'id'>[] = await this.database.manager.query(LOCK_CHECKPOINT_SUBSCRIBERS, [
      domainIds,
      selectors,
    ]);
    if (subscribers.length === 0) return;
    await this.database.manager.query(CREATE_CHECKPOINT_DELIVERIES, [
      subscribers.map(({ domainId }) => domainId),
      subscribers.map(({ id }) => id),
      domainIds,
      checkpoints.map(({ sequence }) => sequence),
      selectors[0],
    ]);
    await this.wake(subscribers);
  }

  /** Removes distributed entries. */
  async delete(entries: readonly OutboxEntryKey[]): Promise<void> {
    await this.database.manager.query(
      'DELETE FROM webhook_outbox WHERE (domain_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[]))',
      [entries.map(({ domainId }) => domainId), entries.map(({ entryId }) => entryId)],
    );
  }

  /** The age in seconds of the oldest entry that was not set aside; 0 without one. */
  async getLagSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      'SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds FROM webhook_outbox WHERE set_aside_at IS NULL ORDER BY entry_id LIMIT 1',
    );
    return row?.seconds ?? 0;
  }
}
