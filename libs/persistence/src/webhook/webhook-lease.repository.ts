import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { DeliveryLeaseRepository, type DeliveryAttempt, type LeasedTarget } from '../delivery-lease.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { HAS_PENDING, type Webhook } from './webhook.entity.js';
import type { WebhookKey } from './webhook.repository.js';

/** A webhook that one worker serves. */
export type LeasedWebhook = LeasedTarget &
  Pick<Webhook, 'url' | 'secret' | 'previousSecret' | 'privateKey'> & {
    /** The name of the domain. */
    domain: string;
  };

export type PendingWebhookDelivery = Pick<WebhookDelivery, 'id' | 'entryId' | 'checkpointSequence' | 'eventType' | 'occurredAt'>;

/** How long failed attempts are repeated. */
const RETRIED_FOR = `interval '3 days'`;

const TABLE = {
  name: 'webhook',
  hasPending: HAS_PENDING,
  isActive: 'enabled',
  // control: a replaced secret of a webhook signs for a day only
  leasedColumns: `url, secret, private_key AS "privateKey",
    CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS "previousSecret"`,
};

/** A success resets the failure count. */
const RECORD_SUCCESS = `
  WITH held AS (
    UPDATE webhook SET failures = 0, failing_since = NULL WHERE domain_id = $1 AND id = $2 AND leases = $3 RETURNING id
  )
  UPDATE webhook_delivery SET status = 'delivered', attempts = attempts + 1, last_attempt_at = now(), response_status = $5, duration_ms = $6,
    error = NULL
  FROM held WHERE domain_id = $1 AND webhook_id = held.id AND webhook_delivery.id = $4 RETURNING webhook_delivery.id`;

const RECORD_FAILURE = `
  UPDATE webhook_delivery SET attempts = attempts + 1, last_attempt_at = now(), response_status = $3, duration_ms = $4, error = $5
  WHERE domain_id = $1 AND id = $2`;

/** Determines which worker serves which webhook, and how that ends. */
@Injectable()
export class WebhookLeaseRepository extends DeliveryLeaseRepository<LeasedWebhook> {
  constructor(database: Database) {
    super(database, TABLE);
  }

  /** The next deliveries in order. */
  listPending({ domainId, id }: WebhookKey, limit: number): Promise<PendingWebhookDelivery[]> {
    return this.database.manager.query(
      `SELECT id, entry_id AS "entryId", checkpoint_sequence AS "checkpointSequence", event_type AS "eventType", occurred_at AS "occurredAt" FROM webhook_delivery
       WHERE domain_id = $1 AND webhook_id = $2 AND status = 'pending' ORDER BY position LIMIT $3`,
      [domainId, id, limit],
    );
  }

  /** Records a delivery. @returns false if the lease is lost */
  async recordSuccess({ domainId, id, lease }: LeasedWebhook, deliveryId: string, attempt: DeliveryAttempt): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.database.manager.query(RECORD_SUCCESS, [
      domainId,
      id,
      lease,
      deliveryId,
      attempt.responseStatus,
      attempt.durationMs,
    ]);
    return rows.length === 1;
  }

  /** Records a failed attempt, within a transaction that holds the lease. */
  async recordFailure({ domainId }: WebhookKey, deliveryId: string, attempt: DeliveryAttempt): Promise<void> {
    await this.database.manager.query(RECORD_FAILURE, [domainId, deliveryId, attempt.responseStatus, attempt.durationMs, attempt.error]);
  }

  /** Whether failures have lasted so long that the service gives up on the webhook. */
  async isOverdue({ domainId, id }: WebhookKey): Promise<boolean> {
    const [row]: { isOverdue: boolean }[] = await this.database.manager.query(
      `SELECT coalesce(failing_since < now() - ${RETRIED_FOR}, false) AS "isOverdue" FROM webhook WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
    return row!.isOverdue;
  }

  /** Gives up one delivery of a locked webhook. */
  async giveUp({ domainId }: WebhookKey, deliveryId: string): Promise<void> {
    await this.database.manager.query(`UPDATE webhook_delivery SET status = 'failed' WHERE domain_id = $1 AND id = $2`, [
      domainId,
      deliveryId,
    ]);
  }

  /** Disables a locked webhook, and ends its lease. */
  async disable({ domainId, id }: WebhookKey, reason: string): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET enabled = false, disabled_reason = $3, leased_until = NULL, next_attempt_at = NULL WHERE domain_id = $1 AND id = $2`,
      [domainId, id, reason],
    );
  }
}
