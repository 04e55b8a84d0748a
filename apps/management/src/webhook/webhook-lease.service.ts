import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookLeaseRepository,
  type LeasedWebhook,
  type WebhookAttempt,
} from '@latchkey/persistence';
import { LogService } from '../log/log.service.js';
import type { LoadedDelivery } from './webhook-event.service.js';

const GIVE_UP_BATCH_SIZE = 2_000;
/** The receiver wants no more events: Standard Webhooks, "Delivery status". */
const GONE = 410;

/** `failed`: the attempt is repeated; `disabled`: the webhook was. */
export type FailureOutcome = 'failed' | 'disabled';

/** Ends the leases of webhooks, with what follows: the next delivery, the next attempt, or the end of the webhook. */
@Injectable()
export class WebhookLeaseService {
  constructor(
    private readonly database: Database,
    private readonly leases: WebhookLeaseRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: LogService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Ends a lease without a failure, unless it is lost. */
  async end(webhook: LeasedWebhook): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.leases.lock(webhook)) await this.leases.end(webhook);
    });
  }

  /** Records a failed attempt, and ends the lease. @returns null if the lease is lost: nothing is recorded then */
  async fail(webhook: LeasedWebhook, { delivery, event }: LoadedDelivery, attempt: WebhookAttempt): Promise<FailureOutcome | null> {
    const outcome = await this.database.transaction(async () => {
      const state = await this.leases.lock(webhook);
      if (!state) return null;
      await this.leases.recordFailure(webhook, delivery.id, attempt);
      if (!event) return this.skip(webhook, delivery.id);
      if (!state.isOverdue && attempt.responseStatus !== GONE) return this.retry(webhook);
      return this.disable(webhook, describeReason(attempt));
    });
    if (outcome === 'disabled') while ((await this.deliveries.giveUp(webhook, GIVE_UP_BATCH_SIZE)) === GIVE_UP_BATCH_SIZE);
    return outcome;
  }

  /** There is nothing to send: the next delivery follows. */
  private async skip(webhook: LeasedWebhook, deliveryId: string): Promise<FailureOutcome> {
    await this.leases.giveUp(webhook, deliveryId);
    await this.leases.end(webhook);
    return 'failed';
  }

  private async retry(webhook: LeasedWebhook): Promise<FailureOutcome> {
    await this.leases.endFailed(webhook);
    return 'failed';
  }

  private async disable(webhook: LeasedWebhook, reason: string): Promise<FailureOutcome> {
    await this.leases.disable(webhook, reason);
    await this.log.record(webhook.domainId, { type: 'webhook.disabled', data: { webhook: webhook.id } });
    this.logger.warn({ domain: webhook.domainId, webhook: webhook.id }, 'webhook disabled');
    return 'disabled';
  }
}

function describeReason({ responseStatus, error }: WebhookAttempt): string {
  if (responseStatus === GONE) return 'The receiver answered with the status 410: it wants no more events.';
  return `Every attempt failed for three days. The last time: ${error}`;
}
