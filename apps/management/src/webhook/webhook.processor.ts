import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { JobProcessor, QUEUES, webhookJobSchema, WORKER_OPTIONS, type WebhookJob } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { PushWorkerService } from '../shared-signals/push-worker.service.js';
import { WebhookWorkerService } from './webhook-worker.service.js';

/** Receivers take seconds of waiting, and hardly any work: many at a time. */
const CONCURRENCY = 100;

/** Delivers what is pending of a webhook, or of a stream that pushes. */
@Injectable()
@Processor(QUEUES.webhook, { concurrency: CONCURRENCY, ...WORKER_OPTIONS })
export class WebhookProcessor extends JobProcessor<WebhookJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly webhooks: WebhookWorkerService,
    private readonly streams: PushWorkerService,
  ) {
    super(webhookJobSchema, logger, metrics);
  }

  protected work(job: WebhookJob): Promise<void> {
    const { domainId } = job;
    if ('streamId' in job) return this.streams.deliver({ domainId, id: job.streamId }, this.ending.signal);
    return this.webhooks.deliver({ domainId, id: job.webhookId }, this.ending.signal);
  }
}
