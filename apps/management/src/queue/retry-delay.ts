import type { BackoffOptions, Job } from 'bullmq';

/** The number of attempts before a queue gives up. */
export const MAX_ATTEMPTS = 5;
/** Milliseconds until the second attempt. Each further one waits twice as long, minus a random part of up to half. */
const FIRST_DELAY_MS = 500;
/** The minimum and maximum of the seconds after the queue has given up. */
const MIN_DELAY_SECONDS = 15;
const MAX_DELAY_SECONDS = 3_600;

export const BACKOFF: BackoffOptions = { type: 'exponential', delay: FIRST_DELAY_MS, jitter: 0.5 };

/** The maximum number of seconds until the queue retries. */
export function getBackoffSeconds({ attemptsMade, opts }: Pick<Job, 'attemptsMade' | 'opts'>): number {
  const backoff = opts.backoff as BackoffOptions | undefined;
  return (2 ** attemptsMade * (backoff?.delay ?? 0)) / 1_000;
}

/**
 * Seconds until a sweeper enqueues a job again that its queue has given up. Doubles each time, plus a random part of up to half, so that
 * jobs that failed together are not retried together.
 *
 * @param attempts made in total
 *
 * @param chance from 0 to 1
 */
export function getFailureDelaySeconds(attempts: number, chance: number): number {
  const rounds = Math.max(1, Math.floor(attempts / MAX_ATTEMPTS));
  return Math.min(MAX_DELAY_SECONDS, MIN_DELAY_SECONDS * 2 ** Math.min(rounds - 1, 20)) * (1 + chance / 2);
}
