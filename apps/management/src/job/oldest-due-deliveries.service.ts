import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { LogoutNoticeRepository, MessageRepository, SsfPushRepository, WebhookLeaseRepository } from '@latchkey/persistence';
import { QUEUES } from '../queue/queues.js';
import { SETTINGS } from '../settings/settings.module.js';

type DeliveryQueue = (typeof QUEUES)['message' | 'logoutNotice' | 'webhook'];

/** How long the oldest due delivery of each queue has waited. */
@Injectable()
export class OldestDueDeliveriesService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly messages: MessageRepository,
    private readonly notices: LogoutNoticeRepository,
    private readonly webhooks: WebhookLeaseRepository,
    private readonly streams: SsfPushRepository,
  ) {}

  /** In seconds. */
  async measure(): Promise<Record<DeliveryQueue, number>> {
    return {
      // In the development outbox, messages wait to be read.
      [QUEUES.message]: this.settings.outbox ? 0 : await this.messages.oldestDueSeconds(),
      [QUEUES.logoutNotice]: await this.notices.oldestDueSeconds(),
      [QUEUES.webhook]: Math.max(await this.webhooks.oldestDueSeconds(), await this.streams.oldestDueSeconds()),
    };
  }
}
