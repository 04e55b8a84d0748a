/** Seconds. */
const MIN_DELAY_SECONDS = 2;
const MAX_DELAY_SECONDS = 60;

/**
 * Seconds until the next attempt. Doubles each time, plus a random part of up to half, so that messages that failed together are not
 * retried together.
 *
 * @param attempts made so far
 *
 * @param retryAfter requested by the server
 * @param jitter from 0 to 1
 */
export function computeRetryDelaySeconds(attempts: number, retryAfter: number | null, jitter: number): number {
  const backoffSeconds = Math.min(MAX_DELAY_SECONDS, MIN_DELAY_SECONDS * 2 ** Math.min(attempts - 1, 10));
  return Math.max(backoffSeconds, retryAfter ?? 0) * (1 + jitter / 2);
}
