/** Seconds. */
const MIN_DELAY_SECONDS = 2;
const MAX_DELAY_SECONDS = 60;

/**
 * Seconds until the next attempt: doubles each time, plus up to half at random, so that messages that failed together do not return
 * together.
 *
 * @param attempts so far
 * @param retryAfter the server's wish
 * @param jitter from 0 to 1
 */
export function computeRetryDelaySeconds(attempts: number, retryAfter: number | null, jitter: number): number {
  const backoffSeconds = Math.min(MAX_DELAY_SECONDS, MIN_DELAY_SECONDS * 2 ** Math.min(attempts - 1, 10));
  return Math.max(backoffSeconds, retryAfter ?? 0) * (1 + jitter / 2);
}
