import { Injectable } from '@nestjs/common';
import { LogQueryRepository, WebhookLeaseRepository, type LeasedWebhook, type PendingWebhookDelivery } from '@latchkey/persistence';
import { createTestEvent, createWebhookEvent, type WebhookEvent } from './webhook-event.js';

/** A delivery with its event; null if that is no longer in the log. */
export interface LoadedDelivery {
  delivery: PendingWebhookDelivery;
  event: WebhookEvent | null;
}

/** Reads what is to be delivered. */
@Injectable()
export class WebhookEventService {
  constructor(
    private readonly leases: WebhookLeaseRepository,
    private readonly entries: LogQueryRepository,
  ) {}

  /** The next deliveries of a webhook, in order. */
  async loadNext(webhook: LeasedWebhook, limit: number): Promise<LoadedDelivery[]> {
    const pending = await this.leases.listPending(webhook, limit);
    const keys = pending.flatMap(({ entryId }) => (entryId === null ? [] : [{ domainId: webhook.domainId, id: entryId }]));
    const entries = new Map((await this.entries.listByKeys(keys)).map((entry) => [entry.id, entry]));
    return pending.map((delivery) => {
      if (delivery.entryId === null) return { delivery, event: createTestEvent(delivery.occurredAt, webhook.domain) };
      const entry = entries.get(delivery.entryId);
      return { delivery, event: entry ? createWebhookEvent(entry, webhook.domain) : null };
    });
  }
}
