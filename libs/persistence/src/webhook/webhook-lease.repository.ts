import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { HAS_PENDING } from './has-pending.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { Webhook } from './webhook.entity.js';
import type { WebhookKey } from './webhook.repository.js';

/** @property leases that have begun, without the one that is due */
export type DueWebhook = WebhookKey & Pick<Webhook, 'leases'>;

/** A webhook that one worker delivers to, until it ends the lease or the lease expires. */
export type LeasedWebhook = WebhookKey &
  Pick<Webhook, 'url' | 'secret' | 'previousSecret' | 'privateKey'> & {
    /** The number of this lease. */
    lease: number;
    /** The name of the domain. */
    domain: string;
  };

export type PendingWebhookDelivery = Pick<WebhookDelivery, 'id' | 'entryId' | 'eventType' | 'occurredAt'>;

/** How an attempt ended. */
export interface WebhookAttempt {
  /** Null without an answer. */
  responseStatus: number | null;
  durationMs: number;
  /** Null if it succeeded. */
  error: string | null;
}

/** Longer than a worker delivers under one lease. */
const LEASE = `interval '30 seconds'`;
/** For how long failed attempts are repeated. */
const RETRIED_FOR = `interval '3 days'`;
/** From 5 seconds to 6 hours, and up to half as long again at random. */
const RETRY_DELAY = 'make_interval(secs => least(21600, 5 * 2 ^ least(failures, 20)) * (1 + random() / 2))';
const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

/** Webhooks that fail share few workers, so that those that do not answer keep none from the others. */
const LIST_DUE = `
  SELECT domain_id AS "domainId", id, leases FROM (
    SELECT *, row_number() OVER (PARTITION BY domain_id ORDER BY next_attempt_at) AS turn FROM webhook
    WHERE next_attempt_at <= now() AND ${IS_FREE} AND (failures > 0) = $1) AS due
  ORDER BY turn, next_attempt_at LIMIT $2`;

const LEASE_WEBHOOK = `
  UPDATE webhook SET leases = leases + 1, leased_until = now() + ${LEASE}
  FROM domain
  WHERE webhook.domain_id = $1 AND webhook.id = $2 AND enabled AND next_attempt_at <= now() AND ${IS_FREE}
    AND domain.id = webhook.domain_id AND domain.status <> 'deleting'
  RETURNING webhook.domain_id AS "domainId", webhook.id, url, secret, private_key AS "privateKey", leases AS lease, domain.name AS domain,
    CASE WHEN previous_secret_expires_at > now() THEN previous_secret END AS "previousSecret"`;

/** A success ends the count of failures. */
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

/** Who delivers to which webhook, and how that ends. All times are the database's. */
@Injectable()
export class WebhookLeaseRepository {
  constructor(private readonly database: Database) {}

  /** Webhooks with a due delivery and no worker: the most overdue of each domain, then the second of each. */
  listDue({ isFailing, limit }: { isFailing: boolean; limit: number }): Promise<DueWebhook[]> {
    return this.database.manager.query(LIST_DUE, [isFailing, limit]);
  }

  /** The number of failing webhooks that workers deliver to now. */
  async countLeasedFailing(): Promise<number> {
    const [row]: { webhooks: number }[] = await this.database.manager.query(
      `SELECT count(*)::integer AS webhooks FROM webhook WHERE next_attempt_at <= now() AND failures > 0 AND leased_until > now()`,
    );
    return row!.webhooks;
  }

  /** Leases the webhook to one caller. @returns null if there is nothing to deliver now, or another worker does it */
  async lease({ domainId, id }: WebhookKey): Promise<LeasedWebhook | null> {
    const [rows]: [LeasedWebhook[], number] = await this.database.manager.query(LEASE_WEBHOOK, [domainId, id]);
    return rows[0] ?? null;
  }

  /** The next deliveries, in their order. */
  listPending({ domainId, id }: WebhookKey, limit: number): Promise<PendingWebhookDelivery[]> {
    return this.database.manager.query(
      `SELECT id, entry_id AS "entryId", event_type AS "eventType", occurred_at AS "occurredAt" FROM webhook_delivery
       WHERE domain_id = $1 AND webhook_id = $2 AND status = 'pending' ORDER BY position LIMIT $3`,
      [domainId, id, limit],
    );
  }

  /** Records a delivery. @returns false if the lease is lost */
  async recordSuccess({ domainId, id, lease }: LeasedWebhook, deliveryId: string, attempt: WebhookAttempt): Promise<boolean> {
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
  async recordFailure({ domainId }: WebhookKey, deliveryId: string, attempt: WebhookAttempt): Promise<void> {
    await this.database.manager.query(RECORD_FAILURE, [domainId, deliveryId, attempt.responseStatus, attempt.durationMs, attempt.error]);
  }

  /**
   * Locks the webhook until the transaction ends.
   * @returns whether failures have lasted for so long that it is given up; null if the lease is lost
   */
  async lock({ domainId, id, lease }: LeasedWebhook): Promise<{ isOverdue: boolean } | null> {
    const rows: { isOverdue: boolean }[] = await this.database.manager.query(
      `SELECT coalesce(failing_since < now() - ${RETRIED_FOR}, false) AS "isOverdue" FROM webhook
       WHERE domain_id = $1 AND id = $2 AND leases = $3 FOR NO KEY UPDATE`,
      [domainId, id, lease],
    );
    return rows[0] ?? null;
  }

  /** Gives up one delivery of a locked webhook. */
  async giveUp({ domainId }: WebhookKey, deliveryId: string): Promise<void> {
    await this.database.manager.query(`UPDATE webhook_delivery SET status = 'failed' WHERE domain_id = $1 AND id = $2`, [
      domainId,
      deliveryId,
    ]);
  }

  /** Ends the lease of a locked webhook. If more is pending, it is due. */
  async end({ domainId, id }: WebhookKey): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET leased_until = NULL, next_attempt_at = CASE WHEN ${HAS_PENDING} THEN now() END WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
  }

  /** Ends the lease of a locked webhook after a failure: the next attempt waits twice as long as the one before. */
  async endFailed({ domainId, id }: WebhookKey): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET leased_until = NULL, failures = failures + 1, failing_since = coalesce(failing_since, now()),
         next_attempt_at = now() + ${RETRY_DELAY} WHERE domain_id = $1 AND id = $2`,
      [domainId, id],
    );
  }

  /** Disables a locked webhook, and ends its lease. */
  async disable({ domainId, id }: WebhookKey, reason: string): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET enabled = false, disabled_reason = $3, leased_until = NULL, next_attempt_at = NULL WHERE domain_id = $1 AND id = $2`,
      [domainId, id, reason],
    );
  }

  /** For how many seconds the webhook that has waited longest has been due, without those that fail; 0 if none is. */
  async oldestDueSeconds(): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT extract(epoch FROM now() - next_attempt_at)::float8 AS seconds FROM webhook JOIN domain ON domain.id = webhook.domain_id
       WHERE next_attempt_at <= now() AND ${IS_FREE} AND failures = 0 AND domain.status <> 'deleting'
       ORDER BY next_attempt_at LIMIT 1`,
    );
    return row?.seconds ?? 0;
  }
}
