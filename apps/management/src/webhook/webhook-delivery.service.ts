import { Injectable } from '@nestjs/common';
import {
  WebhookDeliveryRepository,
  WebhookRepository,
  type TimeSpan,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryStatus,
} from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { WebhookChangeService, type WebhookPath } from './webhook-change.service.js';
import { TEST_EVENT_TYPE } from './webhook-event.js';

const MAX_LISTED = 100;

/** Deliveries to repeat, selected by id or by the time of their events. */
export type ReplaySelection = { ids: readonly string[] } | TimeSpan;

/** Deliveries as operators see and repeat them. */
@Injectable()
export class WebhookDeliveryService {
  constructor(
    private readonly changes: WebhookChangeService,
    private readonly webhooks: WebhookRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The last deliveries of a webhook, newest first. @throws Problem webhook-not-found */
  async list(path: WebhookPath, status: WebhookDeliveryStatus | null): Promise<WebhookDelivery[]> {
    return this.deliveries.list(await this.changes.get(path), status, MAX_LISTED);
  }

  /** Sends a test event after the pending ones. @throws Problem domain-not-found, webhook-not-found, webhook-conflict */
  async test(path: WebhookPath): Promise<void> {
    await this.changes.change(path, async (webhook) => {
      requireEnabled(webhook);
      const { domainId, id: webhookId } = webhook;
      await this.deliveries.create([{ domainId, webhookId, entryId: null, eventType: TEST_EVENT_TYPE, occurredAt: new Date() }]);
      await this.webhooks.wake(webhook);
    });
  }

  /** Repeats deliveries. @throws Problem domain-not-found, webhook-not-found, webhook-conflict, invalid-request */
  async replay(path: WebhookPath, selected: ReplaySelection): Promise<void> {
    await this.changes.change(path, async (webhook) => {
      requireEnabled(webhook);
      if ('ids' in selected) await this.replayByIds(webhook, selected.ids);
      else await this.deliveries.replaySpan(webhook, selected);
      await this.webhooks.wake(webhook);
      await this.log.record(webhook.domainId, { type: 'webhook.replayed', data: { webhook: webhook.id } });
    });
  }

  private async replayByIds(webhook: Webhook, ids: readonly string[]): Promise<void> {
    const existing = await this.deliveries.findExisting(webhook, ids);
    const violations = ids.flatMap((id, index): Violation[] => {
      const isKnown = existing.includes(id.toLowerCase());
      return isKnown ? [] : [{ pointer: `/deliveryIds/${index}`, detail: 'is not a delivery of this webhook, or is too old' }];
    });
    if (violations.length > 0) throw new Problem('invalid-request', 'The body is invalid; nothing was changed.', { errors: violations });
    await this.deliveries.replay(webhook, ids);
  }
}

function requireEnabled({ enabled }: Webhook): void {
  if (!enabled) throw new Problem('webhook-conflict', 'The webhook is disabled, so nothing is sent. Enable it with PUT first.');
}
