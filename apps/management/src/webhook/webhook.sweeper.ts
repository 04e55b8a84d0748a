import { Inject, Injectable } from '@nestjs/common';
import { WebhookQueue } from '@latchkey/jobs';
import { LOGGER, type Logger } from '@latchkey/observability';
import { WebhookLeaseRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { WebhookOutboxService } from './webhook-outbox.service.js';

const INTERVAL_MS = 1_000;
const BATCH_SIZE = 500;
/** Failing webhooks that are tried at a time, so that those that do not answer leave the workers to the others. */
const MAX_FAILING = 20;

/** Assigns new events to webhooks, and enqueues every webhook with a due delivery. */
@Injectable()
export class WebhookSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly outbox: WebhookOutboxService,
    private readonly leases: WebhookLeaseRepository,
    private readonly queue: WebhookQueue,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.outbox.distribute(this.ending.signal);
    const sound = await this.leases.listDue({ isFailing: false, limit: BATCH_SIZE });
    const room = Math.max(0, MAX_FAILING - (await this.leases.countLeasedFailing()));
    const due = [...sound, ...(await this.leases.listDue({ isFailing: true, limit: room }))];
    if (due.length > 0) await this.queue.enqueue(due.map(({ domainId, id, leases }) => ({ domainId, webhookId: id, attempt: leases + 1 })));
  }
}
