import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { JobProcessor, QUEUES, webhookJobSchema, WORKER_OPTIONS, type WebhookJob } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { SlowReceivers } from './slow-receivers.js';
import { WebhookWorkerService } from './webhook-worker.service.js';

/** Receivers take seconds of waiting, and hardly any work: many at a time. */
const CONCURRENCY = 100;

/** Delivers what is pending of a webhook. */
@Injectable()
@Processor(QUEUES.webhook, { concurrency: CONCURRENCY, ...WORKER_OPTIONS })
export class WebhookProcessor extends JobProcessor<WebhookJob> {
  private readonly slow = new SlowReceivers((error) => this.logger.error({ queue: QUEUES.webhook, error }, 'slow webhook'));

  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly deliveries: WebhookWorkerService,
  ) {
    super(webhookJobSchema, logger, metrics);
  }

  protected work({ domainId, webhookId }: WebhookJob): Promise<void> {
    const { signal } = this.ending;
    return this.slow.run((awaitReceiver) => this.deliveries.deliver({ domainId, id: webhookId }, { signal, awaitReceiver }));
  }

  /** Leaves what is pending to another process, once the attempts under way have ended. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.slow.settle();
  }
}
