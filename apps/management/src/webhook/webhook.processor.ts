import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { JobProcessor } from '../queue/job-processor.js';
import { QUEUES, webhookJobSchema, type WebhookJob } from '../queue/queues.js';
import { WebhookQueue } from '../queue/webhook.queue.js';
import { WORKER_OPTIONS } from '../queue/worker-options.js';
import type { DeliveryTurn, Retry } from '../delivery/delivery.worker.js';
import { SlowReceivers } from '../delivery/slow-receivers.js';
import { PushWorkerService } from '../shared-signals/push-worker.service.js';
import { WebhookWorkerService } from './webhook-worker.service.js';

/** Workers mostly wait for receivers, so many run at a time. */
const CONCURRENCY = 100;
/** Seconds. The worker enqueues retries that are due so soon, the sweeper all others. */
const SOON_SECONDS = 5;

/** Delivers the pending events of a webhook or of a push stream. */
@Injectable()
@Processor(QUEUES.webhook, { concurrency: CONCURRENCY, ...WORKER_OPTIONS })
export class WebhookProcessor extends JobProcessor<WebhookJob> {
  private readonly slow = new SlowReceivers((error) => this.logger.error({ queue: QUEUES.webhook, error }, 'slow webhook'));

  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly webhooks: WebhookWorkerService,
    private readonly streams: PushWorkerService,
    private readonly queue: WebhookQueue,
  ) {
    super(webhookJobSchema, logger, metrics);
  }

  protected work(job: WebhookJob): Promise<void> {
    const { signal } = this.ending;
    return this.slow.run(async (awaitReceiver) => {
      const retry = await this.deliver(job, { signal, awaitReceiver });
      if (retry && retry.inSeconds <= SOON_SECONDS) await this.queue.enqueue([{ ...job, attempt: retry.lease + 1 }], retry.inSeconds);
    });
  }

  private deliver(job: WebhookJob, turn: DeliveryTurn): Promise<Retry | null> {
    const { domainId } = job;
    if ('streamId' in job) return this.streams.deliver({ domainId, id: job.streamId }, turn);
    return this.webhooks.deliver({ domainId, id: job.webhookId }, turn);
  }

  /** Leaves pending events to another process once the current attempts have ended. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await this.slow.settle();
  }
}
