import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import {
  Database,
  WebhookDeliveryRepository,
  WebhookLeaseRepository,
  type DeliveryAttempt,
  type LeasedWebhook,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import type { LoadedDelivery } from './webhook-event.service.js';

const GIVE_UP_BATCH_SIZE = 2_000;
/** The receiver no longer accepts events: Standard Webhooks, "Delivery status". */
const GONE = 410;

/** `failed`: the attempt is repeated; `disabled`: the webhook was disabled. */
export type FailureOutcome = 'failed' | 'disabled';

/** How a failed attempt has ended. */
export interface FailureEnd {
  /** Null if the lease is lost, so that nothing is recorded. */
  outcome: FailureOutcome | null;
  /** Seconds until the next attempt; null if none follows. */
  retryInSeconds: number | null;
}

/** Ends leases of webhooks after a failure, and continues with the next delivery, the next attempt, or the end of the webhook. */
@Injectable()
export class WebhookLeaseService {
  constructor(
    private readonly database: Database,
    private readonly leases: WebhookLeaseRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: AuditLogService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records a failed attempt, and ends the lease. */
  async fail(webhook: LeasedWebhook, { delivery, event }: LoadedDelivery, attempt: DeliveryAttempt): Promise<FailureEnd> {
    const end = await this.database.transaction(async (): Promise<FailureEnd> => {
      if (!(await this.leases.lock(webhook))) return { outcome: null, retryInSeconds: null };
      await this.leases.recordFailure(webhook, delivery.id, attempt);
      if (!event) return this.skip(webhook, delivery.id);
      // control: a receiver that wants no more events gets none
      const isGivenUp = attempt.responseStatus === GONE || (await this.leases.isOverdue(webhook));
      if (isGivenUp) return this.disable(webhook, describeReason(attempt));
      return { outcome: 'failed', retryInSeconds: await this.leases.endFailed(webhook, attempt.retryAfter) };
    });
    if (end.outcome === 'disabled') while ((await this.deliveries.giveUp(webhook, GIVE_UP_BATCH_SIZE)) === GIVE_UP_BATCH_SIZE);
    return end;
  }

  /** Nothing is left to send, so the next delivery follows. */
  private async skip(webhook: LeasedWebhook, deliveryId: string): Promise<FailureEnd> {
    await this.leases.giveUp(webhook, deliveryId);
    await this.leases.end(webhook);
    return { outcome: 'failed', retryInSeconds: 0 };
  }

  private async disable(webhook: LeasedWebhook, reason: string): Promise<FailureEnd> {
    await this.leases.disable(webhook, reason);
    await this.log.record(webhook.domainId, { type: 'webhook.disabled', data: { webhook: webhook.id } });
    this.logger.warn({ domain: webhook.domainId, webhook: webhook.id }, 'webhook disabled');
    return { outcome: 'disabled', retryInSeconds: null };
  }
}

function describeReason({ responseStatus, error }: DeliveryAttempt): string {
  if (responseStatus === GONE) return 'The receiver answered with the status 410: it no longer accepts events.';
  return `Every attempt failed for three days. The last time: ${error}`;
}
