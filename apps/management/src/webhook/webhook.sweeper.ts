import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { SsfPushRepository, WebhookLeaseRepository } from '@latchkey/persistence';
import { DueTask } from '../due-work/due-task.js';
import { WebhookQueue } from '../queue/webhook.queue.js';
import { listDueTargets } from '../delivery/due-targets.js';
import { WebhookOutboxService } from './webhook-outbox.service.js';

/** Assigns new events to webhooks and streams, and enqueues those with a due delivery. */
@Injectable()
export class WebhookSweeper extends DueTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly outbox: WebhookOutboxService,
    private readonly webhooks: WebhookLeaseRepository,
    private readonly streams: SsfPushRepository,
    private readonly queue: WebhookQueue,
  ) {
    super(['outbox', 'webhook', 'stream'], logger);
  }

  protected async run(): Promise<void> {
    // Events that are already assigned are delivered anyway.
    await this.attempt(() => this.outbox.distribute(this.ending.signal));
    const webhooks = await listDueTargets(this.webhooks);
    const streams = await listDueTargets(this.streams);
    const jobs = [
      ...webhooks.map(({ domainId, id, leases }) => ({ domainId, webhookId: id, attempt: leases + 1 })),
      ...streams.map(({ domainId, id, leases }) => ({ domainId, streamId: id, attempt: leases + 1 })),
    ];
    if (jobs.length > 0) await this.queue.enqueue(jobs);
  }
}
