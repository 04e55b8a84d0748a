import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { JobsOptions, Queue } from 'bullmq';
import { EnqueueLimiter } from './enqueue-limiter.js';
import { QUEUES, type MessageJob } from './queues.js';

/** The row stores the time of the next attempt, at which a sweeper enqueues it again. */
const JOB_OPTIONS: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
/** The number of batches of one sweeper, which waits for each. */
const MAX_UNSETTLED = 10;

/** Enqueues due messages. If a job is lost, a sweeper enqueues it again. */
@Injectable()
export class MessageQueue {
  private readonly limiter = new EnqueueLimiter(MAX_UNSETTLED);

  constructor(
    @InjectQueue(QUEUES.message) private readonly queue: Queue<MessageJob>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    queue.on('error', (error) => this.logger.warn({ queue: queue.name, error }, 'queue'));
  }

  /**
   * Enqueueing a waiting message again adds no job.
   *
   * @param messages with the trace that each job continues
   *
   * @throws the queue's error
   */
  async enqueue(messages: readonly (MessageJob & { traceparent: string | null })[]): Promise<void> {
    const jobs = messages.map(({ traceparent, ...data }) => {
      const trace = traceparent === null ? {} : { telemetry: { metadata: traceparent } };
      return { name: 'send', data, opts: { ...JOB_OPTIONS, jobId: `send-${data.messageId}`, ...trace } };
    });
    await this.limiter.run(() => this.queue.addBulk(jobs));
  }
}
