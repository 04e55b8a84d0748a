import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { WebhookLeaseRepository, type LeasedWebhook } from '@latchkey/persistence';
import { DeliveryWorker, type AttemptEnd, type DeliveryBatch, type DeliveryTurn } from '../delivery/delivery.worker.js';
import { WebhookEventService, type LoadedDelivery } from './webhook-event.service.js';
import { WebhookLeaseService } from './webhook-lease.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';

/** Delivers the pending events of a webhook. */
@Injectable()
export class WebhookWorkerService extends DeliveryWorker<LeasedWebhook, LoadedDelivery> {
  constructor(
    private readonly leases: WebhookLeaseRepository,
    private readonly events: WebhookEventService,
    private readonly sender: WebhookSenderService,
    private readonly endings: WebhookLeaseService,
    private readonly metrics: Metrics,
  ) {
    super(leases);
    // Initialized at the start, because an alert sees an increase only in existing series.
    for (const outcome of ['delivered', 'failed', 'disabled']) metrics.webhookAttempts.inc({ outcome }, 0);
  }

  protected async loadNext(webhook: LeasedWebhook, limit: number): Promise<DeliveryBatch<LoadedDelivery>> {
    const items = await this.events.loadNext(webhook, limit);
    return { items, hasMore: items.length === limit };
  }

  protected async attempt(webhook: LeasedWebhook, loaded: LoadedDelivery, { awaitReceiver }: DeliveryTurn): Promise<AttemptEnd> {
    const { id, occurredAt } = loaded.delivery;
    const attempt = await awaitReceiver(this.sender.send(webhook, loaded));
    if (attempt.error !== null) {
      const { outcome, retryInSeconds } = await this.endings.fail(webhook, loaded, attempt);
      if (outcome) this.metrics.webhookAttempts.inc({ outcome });
      return { hasTurn: false, retryInSeconds };
    }
    if (!(await this.leases.recordSuccess(webhook, id, attempt))) return { hasTurn: false, retryInSeconds: null };
    this.metrics.webhookAttempts.inc({ outcome: 'delivered' });
    this.metrics.webhookDeliveryAge.observe((Date.now() - occurredAt.getTime()) / 1_000);
    return { hasTurn: true, retryInSeconds: null };
  }
}
