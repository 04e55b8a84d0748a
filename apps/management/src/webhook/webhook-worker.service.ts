import { Injectable } from '@nestjs/common';
import { Metrics } from '@latchkey/observability';
import { WebhookLeaseRepository, type LeasedWebhook, type WebhookKey } from '@latchkey/persistence';
import type { AwaitReceiver } from './slow-receivers.js';
import { WebhookEventService, type LoadedDelivery } from './webhook-event.service.js';
import { WebhookLeaseService } from './webhook-lease.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';

/** Deliveries read together. */
const BATCH_SIZE = 20;
/** After this time no further delivery begins under a lease, so that webhooks take turns. */
const TURN_MS = 5_000;

/** The time of a worker for one webhook. */
export interface WebhookTurn {
  /** Ends it early. */
  signal: AbortSignal;
  awaitReceiver: AwaitReceiver;
}

/**
 * Delivers what is pending of a webhook, in order: an event waits until the one before is delivered or given up. One worker at a time does
 * so. A receiver can get an event twice if its answer was lost.
 */
@Injectable()
export class WebhookWorkerService {
  constructor(
    private readonly leases: WebhookLeaseRepository,
    private readonly events: WebhookEventService,
    private readonly sender: WebhookSenderService,
    private readonly endings: WebhookLeaseService,
    private readonly metrics: Metrics,
  ) {
    // Shown from the start: an alert sees an increase only of what was there before.
    for (const outcome of ['delivered', 'failed', 'disabled']) metrics.webhookAttempts.inc({ outcome }, 0);
  }

  /** Delivers to a webhook, if something is due and no other worker does. */
  async deliver(key: WebhookKey, { signal, awaitReceiver }: WebhookTurn): Promise<void> {
    const webhook = await this.leases.lease(key);
    if (!webhook) return;
    const turn = { signal: AbortSignal.any([signal, AbortSignal.timeout(TURN_MS)]), awaitReceiver };
    while (await this.deliverBatch(webhook, turn));
  }

  /** @returns whether more may follow; if not, the lease has ended */
  private async deliverBatch(webhook: LeasedWebhook, turn: WebhookTurn): Promise<boolean> {
    const batch = await this.events.loadNext(webhook, BATCH_SIZE);
    for (const loaded of batch) {
      if (turn.signal.aborted) break;
      if (!(await this.attempt(webhook, loaded, turn))) return false;
    }
    if (batch.length === BATCH_SIZE && !turn.signal.aborted) return true;
    await this.endings.end(webhook);
    return false;
  }

  /** @returns whether it was delivered; if not, the lease has ended */
  private async attempt(webhook: LeasedWebhook, loaded: LoadedDelivery, { awaitReceiver }: WebhookTurn): Promise<boolean> {
    const { id, occurredAt } = loaded.delivery;
    const attempt = await awaitReceiver(this.sender.send(webhook, id, loaded.event));
    if (attempt.error !== null) {
      const outcome = await this.endings.fail(webhook, loaded, attempt);
      if (outcome) this.metrics.webhookAttempts.inc({ outcome });
      return false;
    }
    if (!(await this.leases.recordSuccess(webhook, id, attempt))) return false;
    this.metrics.webhookAttempts.inc({ outcome: 'delivered' });
    this.metrics.webhookDeliveryAge.observe((Date.now() - occurredAt.getTime()) / 1_000);
    return true;
  }
}
