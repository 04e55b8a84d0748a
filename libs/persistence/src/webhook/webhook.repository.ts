import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { Webhook, HAS_PENDING } from './webhook.entity.js';

export type WebhookKey = Pick<Webhook, 'domainId' | 'id'>;
/** The part of a webhook that its operator sets. */
export type WebhookConfiguration = Pick<Webhook, 'url' | 'eventTypes' | 'enabled' | 'description'>;
export type NewWebhook = WebhookKey & WebhookConfiguration & Pick<Webhook, 'secret' | 'privateKey' | 'publicKey'>;

/** How long a replaced secret still signs. */
const SECRET_OVERLAP = `interval '24 hours'`;

/** Ends the lease of a worker that delivers with the old configuration. Its result is ignored. */
const REPLACE_WEBHOOK = `
  UPDATE webhook SET url = $3, event_types = $4, enabled = $5, description = $6, disabled_reason = NULL, failures = 0, failing_since = NULL,
    leases = leases + 1, leased_until = NULL, next_attempt_at = CASE WHEN $5 AND ${HAS_PENDING} THEN now() END
  WHERE domain_id = $1 AND id = $2`;

/** The webhooks of domains. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  async create(webhook: NewWebhook): Promise<Webhook> {
    const created = this.rows.create({ ...webhook, disabledReason: null });
    await this.rows.insert(created);
    return created;
  }

  /** Oldest first. */
  list(domainId: string): Promise<Webhook[]> {
    return this.rows.find({ where: { domainId }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  count(domainId: string): Promise<number> {
    return this.rows.countBy({ domainId });
  }

  find({ domainId, id }: WebhookKey): Promise<Webhook | null> {
    // control: a webhook belongs to its domain
    return this.rows.findOneBy({ domainId, id });
  }

  /** Locks the webhook until the transaction ends against changes and new deliveries. @returns null if there is none */
  lock({ domainId, id }: WebhookKey): Promise<Webhook | null> {
    return this.rows.findOne({ where: { domainId, id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Replaces the configuration. Pending deliveries become due if it is enabled, whatever has failed before. */
  async replace({ domainId, id }: WebhookKey, { url, eventTypes, enabled, description }: WebhookConfiguration): Promise<void> {
    await this.database.manager.query(REPLACE_WEBHOOK, [domainId, id, url, eventTypes, enabled, description]);
  }

  /** Creates a new secret. The previous one signs for another 24 hours. */
  async replaceSecret({ domainId, id }: WebhookKey, secret: Buffer): Promise<void> {
    await this.database.manager.query(
      `UPDATE webhook SET secret = $3, previous_secret = secret, previous_secret_expires_at = now() + ${SECRET_OVERLAP}
       WHERE domain_id = $1 AND id = $2`,
      [domainId, id, secret],
    );
  }

  /** Makes the next pending delivery due. */
  async wake({ domainId, id }: WebhookKey): Promise<void> {
    await this.database.manager.query('UPDATE webhook SET next_attempt_at = now() WHERE domain_id = $1 AND id = $2 AND enabled', [
      domainId,
      id,
    ]);
  }

  /** Removes a webhook with its deliveries. */
  async delete({ domainId, id }: WebhookKey): Promise<void> {
    await this.rows.delete({ domainId, id });
  }

  private get rows() {
    return this.database.manager.getRepository(Webhook);
  }
}
