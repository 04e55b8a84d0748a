import { Processor } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { JobProcessor, QUEUES, webhookJobSchema, WORKER_OPTIONS, type WebhookJob } from '@latchkey/jobs';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { WebhookWorkerService } from './webhook-worker.service.js';

/** Receivers take seconds of waiting, and hardly any work: many at a time. */
const CONCURRENCY = 100;

/** Delivers what is pending of a webhook. */
@Injectable()
@Processor(QUEUES.webhook, { concurrency: CONCURRENCY, ...WORKER_OPTIONS })
export class WebhookProcessor extends JobProcessor<WebhookJob> {
  constructor(
    @Inject(LOGGER) logger: Logger,
    metrics: Metrics,
    private readonly deliveries: WebhookWorkerService,
  ) {
    super(webhookJobSchema, logger, metrics);
  }

  protected work({ domainId, webhookId }: WebhookJob): Promise<void> {
    return this.deliveries.deliver({ domainId, id: webhookId }, this.ending.signal);
  }
}
