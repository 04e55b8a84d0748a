import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import { WebhookDelivery, type WebhookDeliveryStatus } from './webhook-delivery.entity.js';
import type { WebhookKey } from './webhook.repository.js';

export type NewWebhookDelivery = Pick<WebhookDelivery, 'domainId' | 'webhookId' | 'entryId' | 'eventType' | 'occurredAt'>;

/** A time span from its start, up to but not including its end. */
export interface TimeSpan {
  from: Date;
  to: Date;
}

const CREATE_DELIVERIES = `
  INSERT INTO webhook_delivery (domain_id, webhook_id, entry_id, event_type, occurred_at)
  SELECT domain_id, webhook_id, entry_id, event_type, occurred_at
  FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[])
    WITH ORDINALITY AS created (domain_id, webhook_id, entry_id, event_type, occurred_at, n) ORDER BY n`;

/** The delivery ended long ago. */
const IS_EXPIRED = `status <> 'pending' AND occurred_at < now() - interval '7 days' AND (status = 'delivered' OR occurred_at < now() - interval '30 days')`;

/** The pending and ended deliveries of webhooks. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly database: Database) {}

  /** Appends deliveries to those of their webhooks, in this order. The caller has locked the webhooks, and wakes them. */
  async create(deliveries: readonly NewWebhookDelivery[]): Promise<void> {
    await this.database.manager.query(CREATE_DELIVERIES, [
      deliveries.map(({ domainId }) => domainId),
      deliveries.map(({ webhookId }) => webhookId),
      deliveries.map(({ entryId }) => entryId),
      deliveries.map(({ eventType }) => eventType),
      deliveries.map(({ occurredAt }) => occurredAt),
    ]);
  }

  /** The newest deliveries of a webhook, newest first. */
  list({ domainId, id }: WebhookKey, status: WebhookDeliveryStatus | null, limit: number): Promise<WebhookDelivery[]> {
    const where = { domainId, webhookId: id, ...(status && { status }) };
    return this.rows.find({ where, order: { position: 'DESC' }, take: limit });
  }

  /** @returns the ids among these that are deliveries of the webhook */
  async findExisting({ domainId, id }: WebhookKey, ids: readonly string[]): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      'SELECT id FROM webhook_delivery WHERE domain_id = $1 AND webhook_id = $2 AND id = ANY ($3)',
      [domainId, id, ids],
    );
    return rows.map((row) => row.id);
  }

  /** Makes ended deliveries pending again, at their positions in the order. The caller has locked the webhook, and wakes it. */
  async replay({ domainId, id }: WebhookKey, ids: readonly string[]): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook_delivery SET status = 'pending' WHERE domain_id = $1 AND webhook_id = $2 AND id = ANY ($3) AND status <> 'pending'`,
      [domainId, id, ids],
    );
  }

  /** The same for all events in a time span. */
  async replaySpan({ domainId, id }: WebhookKey, { from, to }: TimeSpan): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook_delivery SET status = 'pending'
       WHERE domain_id = $1 AND webhook_id = $2 AND occurred_at >= $3 AND occurred_at < $4 AND status <> 'pending'`,
      [domainId, id, from, to],
    );
  }

  /** Gives up pending deliveries of a webhook that the service has disabled. @returns their number */
  async giveUp({ domainId, id }: WebhookKey, limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `UPDATE webhook_delivery SET status = 'failed' WHERE domain_id = $1 AND id IN (
         SELECT delivery.id FROM webhook_delivery AS delivery JOIN webhook ON webhook.domain_id = delivery.domain_id AND webhook.id = webhook_id
         WHERE delivery.domain_id = $1 AND webhook_id = $2 AND status = 'pending' AND disabled_reason IS NOT NULL LIMIT $3)`,
      [domainId, id, limit],
    );
    return count;
  }

  /** Deletes old deliveries: successful ones after a week, the others after 30 days. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'webhook_delivery', where: IS_EXPIRED }, limit);
  }

  private get rows() {
    return this.database.manager.getRepository(WebhookDelivery);
  }
}
