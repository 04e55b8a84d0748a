import { Injectable } from '@nestjs/common';
import type { TraceContext } from '@latchkey/observability';
import {
  AuditLogChainRepository,
  AuditLogQueryRepository,
  WebhookLeaseRepository,
  type LeasedWebhook,
  type PendingWebhookDelivery,
} from '@latchkey/persistence';
import { readEntryTrace } from '../delivery/entry-trace.js';
import { createCheckpointEvent, createTestEvent, createWebhookEvent, type WebhookEvent } from './webhook-event.js';

/** A delivery with its event; null if the event is no longer in the log. */
export interface LoadedDelivery {
  delivery: PendingWebhookDelivery;
  event: WebhookEvent | null;
  /** The trace of the request that caused it; null if there is none. */
  trace: TraceContext | null;
}

/** Reads the events to deliver. */
@Injectable()
export class WebhookEventService {
  constructor(
    private readonly leases: WebhookLeaseRepository,
    private readonly entries: AuditLogQueryRepository,
    private readonly chains: AuditLogChainRepository,
  ) {}

  /** The next deliveries of a webhook, in order. */
  async loadNext(webhook: LeasedWebhook, limit: number): Promise<LoadedDelivery[]> {
    const pending = await this.leases.listPending(webhook, limit);
    const keys = pending.flatMap(({ entryId }) => (entryId === null ? [] : [{ domainId: webhook.domainId, id: entryId }]));
    const checkpoints = await this.loadCheckpoints(webhook, pending);
    const entries = new Map((await this.entries.listByKeys(keys)).map((entry) => [entry.id, entry]));
    return pending.map((delivery) => {
      if (delivery.checkpointSequence !== null)
        return { delivery, event: checkpoints.get(Number(delivery.checkpointSequence)) ?? null, trace: null };
      if (delivery.entryId === null) return { delivery, event: createTestEvent(delivery.occurredAt, webhook.domain), trace: null };
      const entry = entries.get(delivery.entryId);
      if (!entry) return { delivery, event: null, trace: null };
      return { delivery, event: createWebhookEvent(entry, webhook.domain), trace: readEntryTrace(entry) };
    });
  }

  private async loadCheckpoints(
    { domainId, domain }: LeasedWebhook,
    pending: readonly PendingWebhookDelivery[],
  ): Promise<Map<number, WebhookEvent>> {
    const sequences = pending.map(({ checkpointSequence }) => checkpointSequence).filter((each) => each !== null);
    const checkpoints = sequences.length === 0 ? [] : await this.chains.findCheckpoints(domainId, sequences);
    return new Map(checkpoints.map((checkpoint) => [checkpoint.sequence, createCheckpointEvent(checkpoint, domain)]));
  }
}
