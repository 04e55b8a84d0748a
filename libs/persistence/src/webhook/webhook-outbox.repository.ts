import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { WebhookOutboxEntry } from './webhook-outbox-entry.entity.js';
import type { Webhook } from './webhook.entity.js';

export type OutboxEntryKey = Pick<WebhookOutboxEntry, 'domainId' | 'entryId'>;
/** A webhook that takes events. */
export type Subscriber = Pick<Webhook, 'domainId' | 'id' | 'eventTypes'>;

/** The number is arbitrary, but no other kind of lock has it. */
const DISTRIBUTION_LOCK = 1_684_367_215;

/** The event type of checkpoints, and what else selects it. */
export type CheckpointSelectors = readonly [string, ...string[]];

/** The lock keeps the order of the deliveries of a webhook, and wakes a worker that has just found none. */
const ANNOUNCE_CHECKPOINTS = `
  WITH subscriber AS MATERIALIZED (
    SELECT domain_id, id FROM webhook WHERE domain_id = ANY ($1::uuid[]) AND enabled AND event_types && $4::text[]
    ORDER BY domain_id, id FOR NO KEY UPDATE
  ), created AS (
    INSERT INTO webhook_delivery (domain_id, webhook_id, checkpoint_sequence, event_type)
    SELECT domain_id, subscriber.id, signed.sequence, $3 FROM subscriber JOIN unnest($1::uuid[], $2::bigint[]) AS signed (domain_id, sequence) USING (domain_id)
  )
  UPDATE webhook SET next_attempt_at = now() FROM subscriber
  WHERE webhook.domain_id = subscriber.domain_id AND webhook.id = subscriber.id AND webhook.next_attempt_at IS NULL`;

/** Log entries that webhooks may be waiting for. A row becomes visible with its entry, whenever that is: none is ever passed over. */
@Injectable()
export class WebhookOutboxRepository {
  constructor(private readonly database: Database) {}

  /**
   * Entries that are chained, each domain's in the order of its chain, for the one caller that distributes them until its transaction ends: two
   * would mix up their order.
   *
   * @returns null if another one does so
   */
  async take(limit: number): Promise<OutboxEntryKey[] | null> {
    const [row]: { locked: boolean }[] = await this.database.manager.query(
      `SELECT pg_try_advisory_xact_lock(${DISTRIBUTION_LOCK}) AS locked`,
    );
    if (!row!.locked) return null;
    return this.database.manager.query(
      `SELECT outbox.domain_id AS "domainId", outbox.entry_id AS "entryId"
       FROM webhook_outbox AS outbox LEFT JOIN log_entry AS entry ON entry.domain_id = outbox.domain_id AND entry.id = outbox.entry_id
       WHERE entry.id IS NULL OR entry.sequence IS NOT NULL ORDER BY entry.sequence NULLS FIRST, outbox.entry_id LIMIT $1`,
      [limit],
    );
  }

  /**
   * Locks the enabled webhooks of domains until the transaction ends. A worker that has just found nothing to deliver thus either sees the
   * new deliveries, or is waited for and the webhook woken.
   */
  lockSubscribers(domainIds: readonly string[]): Promise<Subscriber[]> {
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
   * Creates deliveries of new checkpoints, within the transaction that stores these.
   *
   * @param selectors what selects them: a webhook has one of these
   */
  async announceCheckpoints(checkpoints: readonly { domainId: string; sequence: number }[], selectors: CheckpointSelectors): Promise<void> {
    await this.database.manager.query(ANNOUNCE_CHECKPOINTS, [
      checkpoints.map(({ domainId }) => domainId),
      checkpoints.map(({ sequence }) => sequence),
      selectors[0],
      selectors,
    ]);
  }

  /** Removes distributed entries. */
  async delete(entries: readonly OutboxEntryKey[]): Promise<void> {
    await this.database.manager.query(
      'DELETE FROM webhook_outbox WHERE (domain_id, entry_id) IN (SELECT * FROM unnest($1::uuid[], $2::bigint[]))',
      [entries.map(({ domainId }) => domainId), entries.map(({ entryId }) => entryId)],
    );
  }

  /** The age of the oldest entry, in seconds; 0 without one. */
  async getLagSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      'SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds FROM webhook_outbox ORDER BY entry_id LIMIT 1',
    );
    return row?.seconds ?? 0;
  }
}
