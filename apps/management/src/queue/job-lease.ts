import type { Logger } from '@latchkey/observability';
import { isDatabaseOutage, type JobKey, type JobStateRepository } from '@latchkey/persistence';
import type { Job } from 'bullmq';
import { PublicJobError } from './public-job.error.js';
import { getBackoffSeconds, getFailureDelaySeconds } from './retry-delay.js';

/** Seconds without a heartbeat after which a worker counts as dead, and seconds between two heartbeats. */
const LEASE_SECONDS = 6;
const RENEW_INTERVAL_SECONDS = 2;

/** The row of a domain's job during an attempt: started, alive, ended or failed. */
export class JobLease {
  private readonly renewalTimer: NodeJS.Timeout;

  private constructor(
    private readonly states: JobStateRepository,
    private readonly key: JobKey,
    private readonly attempts: number,
    private readonly logger: Logger,
  ) {
    this.renewalTimer = setInterval(() => void this.logFailure(states.renew(key, LEASE_SECONDS)), RENEW_INTERVAL_SECONDS * 1_000).unref();
  }

  /** Stores the start of an attempt. */
  static async begin(states: JobStateRepository, key: JobKey, logger: Logger): Promise<JobLease> {
    return new JobLease(states, key, await states.begin(key, LEASE_SECONDS), logger);
  }

  /** Removes the row, because nothing is left to do. */
  async end(): Promise<void> {
    clearInterval(this.renewalTimer);
    await this.states.end(this.key);
  }

  /** Stores the reason and the time of the next attempt: soon by the queue, or later by a sweeper if the queue has given up. */
  async fail(error: unknown, job: Job): Promise<void> {
    clearInterval(this.renewalTimer);
    const hasFailed = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
    const delay = hasFailed ? getFailureDelaySeconds(this.attempts, Math.random()) : getBackoffSeconds(job);
    await this.logFailure(this.states.fail(this.key, { state: hasFailed ? 'failed' : 'waiting', lastError: describeError(error), delay }));
  }

  /** A failure to store it has no further effect, because the next attempt stores it. */
  private async logFailure(writing: Promise<void>): Promise<void> {
    await writing.catch((error: unknown) => this.logger.warn({ ...this.key, error }, 'the state of a job could not be written down'));
  }
}

/** The error that callers of the API see, without anything that belongs only in the log. */
export function describeError(error: unknown): string {
  if (error instanceof PublicJobError) return error.message;
  if (isDatabaseOutage(error)) return 'The database was unavailable or too slow to answer.';
  return 'Something failed that was not expected to. The log of the service says what.';
}
