import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import type { JobsOptions, Queue } from 'bullmq';
import { EnqueueLimiter } from './enqueue-limiter.js';
import { QUEUES, type LogoutNoticeJob } from './queues.js';

/** The row stores the time of the next attempt, at which a sweeper enqueues it again. */
const JOB_OPTIONS: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
/** The number of batches of one sweeper, which waits for each. */
const MAX_UNSETTLED = 10;

/** Enqueues due logout notices. If a job is lost, the sweeper enqueues it again. */
@Injectable()
export class LogoutNoticeQueue {
  private readonly limiter = new EnqueueLimiter(MAX_UNSETTLED);

  constructor(
    @InjectQueue(QUEUES.logoutNotice) private readonly queue: Queue<LogoutNoticeJob>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    queue.on('error', (error) => this.logger.warn({ queue: queue.name, error }, 'queue'));
  }

  /**
   * Enqueueing the same attempt twice adds one job. The next attempt has its own job, so it need not wait until the queue detects that a
   * worker was killed.
   *
   * @param attempts with the trace that each job continues
   *
   * @throws the queue's error
   */
  async enqueue(attempts: readonly (LogoutNoticeJob & { traceparent: string | null })[]): Promise<void> {
    const jobs = attempts.map(({ traceparent, ...data }) => {
      const trace = traceparent === null ? {} : { telemetry: { metadata: traceparent } };
      return { name: 'tell', data, opts: { ...JOB_OPTIONS, jobId: `tell-${data.noticeId}-${data.attempt}`, ...trace } };
    });
    await this.limiter.run(() => this.queue.addBulk(jobs));
  }
}
