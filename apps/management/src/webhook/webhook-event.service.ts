import { Injectable } from '@nestjs/common';
import type { TraceContext } from '@latchkey/observability';
import { LogQueryRepository, WebhookLeaseRepository, type LeasedWebhook, type PendingWebhookDelivery } from '@latchkey/persistence';
import { readEntryTrace } from '../delivery/entry-trace.js';
import { createTestEvent, createWebhookEvent, type WebhookEvent } from './webhook-event.js';

/** A delivery with its event; null if that is no longer in the log. */
export interface LoadedDelivery {
  delivery: PendingWebhookDelivery;
  event: WebhookEvent | null;
  /** The trace of the request that caused it; null if there is none. */
  trace: TraceContext | null;
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
      if (delivery.entryId === null) return { delivery, event: createTestEvent(delivery.occurredAt, webhook.domain), trace: null };
      const entry = entries.get(delivery.entryId);
      if (!entry) return { delivery, event: null, trace: null };
      return { delivery, event: createWebhookEvent(entry, webhook.domain), trace: readEntryTrace(entry) };
    });
  }
}
