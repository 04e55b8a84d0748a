import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@latchkey/observability';
import type { Queue } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { fingerprint } from '@latchkey/crypto';
import { EnqueueLimiter } from './enqueue-limiter.js';
import { createTraceOption } from './job-trace.js';
import type { DomainJob } from './queues.js';

/** Milliseconds that a stopping process waits for a queue. */
const SHUTDOWN_TIMEOUT_MS = 500;
/** Twice the number of jobs that a sweeper enqueues in one run. */
const MAX_UNSETTLED = 1_000;

/** Enqueues the job of a domain according to its state. If a job is lost, a sweeper enqueues it again. */
export abstract class DomainQueue implements OnModuleDestroy {
  /** Pending calls by domain. */
  private readonly pendingJobs = new Map<string, Promise<void>>();
  private readonly limiter = new EnqueueLimiter(MAX_UNSETTLED);
  private isFailing = false;

  constructor(
    private readonly queue: Queue<DomainJob>,
    private readonly logger: Logger,
    private readonly job: string,
  ) {
    queue.on('error', (error) => this.logger.warn({ queue: queue.name, error }, 'queue'));
  }

  /**
   * Neither waits nor fails, because the caller is done once its state is committed. A waiting domain gets no second job; a sweeper
   * replaces a job that the queue does not accept in time.
   */
  enqueue(domainId: string): void {
    if (this.pendingJobs.has(domainId)) return;
    this.pendingJobs.set(
      domainId,
      this.addJob(domainId).finally(() => this.pendingJobs.delete(domainId)),
    );
  }

  /** Logs only the first of several failures, because an unavailable queue fails for each domain and sweep. */
  private async addJob(domainId: string): Promise<void> {
    // Runs before the wait for the limiter, which continues in the trace of another request.
    const options = { jobId: getJobId(this.queue.name, domainId), ...createTraceOption() };
    try {
      await this.limiter.run(() => this.queue.add(this.job, { domainId }, options));
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn({ queue: this.queue.name, error }, 'the job could not be queued; the sweeper will');
      this.isFailing = true;
    }
  }

  /** Waits for calls in progress, but not for an unavailable queue, because the sweeper repeats them. */
  async onModuleDestroy(): Promise<void> {
    await Promise.race([Promise.all(this.pendingJobs.values()), delay(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

/** The id of a domain's only job in a queue. Queues keep the ids of finished jobs for a while, so the id does not reveal the domain. */
function getJobId(queue: string, domainId: string): string {
  return fingerprint('job', queue, domainId).toString('base64url');
}
