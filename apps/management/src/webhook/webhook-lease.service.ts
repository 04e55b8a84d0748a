import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookLeaseRepository,
  type DeliveryAttempt,
  type LeasedWebhook,
} from '@latchkey/persistence';
import { LogService } from '../log/log.service.js';
import type { LoadedDelivery } from './webhook-event.service.js';

const GIVE_UP_BATCH_SIZE = 2_000;
/** The receiver wants no more events: Standard Webhooks, "Delivery status". */
const GONE = 410;

/** `failed`: the attempt is repeated; `disabled`: the webhook was. */
export type FailureOutcome = 'failed' | 'disabled';

/** Ends the leases of webhooks after a failure, with what follows: the next delivery, the next attempt, or the end of the webhook. */
@Injectable()
export class WebhookLeaseService {
  constructor(
    private readonly database: Database,
    private readonly leases: WebhookLeaseRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: LogService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records a failed attempt, and ends the lease. @returns null if the lease is lost: nothing is recorded then */
  async fail(webhook: LeasedWebhook, { delivery, event }: LoadedDelivery, attempt: DeliveryAttempt): Promise<FailureOutcome | null> {
    const outcome = await this.database.transaction(async () => {
      if (!(await this.leases.lock(webhook))) return null;
      await this.leases.recordFailure(webhook, delivery.id, attempt);
      if (!event) return this.skip(webhook, delivery.id);
      const isGivenUp = attempt.responseStatus === GONE || (await this.leases.isOverdue(webhook));
      return isGivenUp ? this.disable(webhook, describeReason(attempt)) : this.retry(webhook);
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

function describeReason({ responseStatus, error }: DeliveryAttempt): string {
  if (responseStatus === GONE) return 'The receiver answered with the status 410: it wants no more events.';
  return `Every attempt failed for three days. The last time: ${error}`;
}
