import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { JobsOptions, Queue } from 'bullmq';
import { EnqueueLimiter } from './enqueue-limiter.js';
import { QUEUES, type WebhookJob } from './queues.js';

/** The row stores the time of the next attempt, at which a sweeper enqueues it again. */
const JOB_OPTIONS: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
/** The number of batches of one sweeper, which waits for each. */
const MAX_UNSETTLED = 10;

/** Enqueues webhooks with due deliveries, and push streams. If a job is lost, the sweeper enqueues it again. */
@Injectable()
export class WebhookQueue {
  private readonly limiter = new EnqueueLimiter(MAX_UNSETTLED);

  constructor(
    @InjectQueue(QUEUES.webhook) private readonly queue: Queue<WebhookJob>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    queue.on('error', (error) => this.logger.warn({ queue: queue.name, error }, 'queue'));
  }

  /** Enqueueing the same lease twice adds one job. @param inSeconds until a worker may start it @throws the queue's error */
  async enqueue(targets: readonly WebhookJob[], inSeconds = 0): Promise<void> {
    const jobs = targets.map((data) => ({
      name: 'deliver',
      data,
      opts: {
        ...JOB_OPTIONS,
        delay: Math.ceil(inSeconds * 1_000),
        jobId: `deliver-${'webhookId' in data ? data.webhookId : data.streamId}-${data.attempt}`,
      },
    }));
    await this.limiter.run(() => this.queue.addBulk(jobs));
  }
}
