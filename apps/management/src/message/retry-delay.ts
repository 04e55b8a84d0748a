/** Seconds. */
const MIN_DELAY_SECONDS = 2;
const MAX_DELAY_SECONDS = 60;

/**
 * Seconds until the next attempt: twice as long each time, and up to half as long again by chance, so that what failed at once does not
 * come back at once.
 *
 * @param attempts that there have been
 * @param retryAfter what the server asks for
 * @param jitter from 0 to 1
 */
export function computeRetryDelaySeconds(attempts: number, retryAfter: number | null, jitter: number): number {
  const backoffSeconds = Math.min(MAX_DELAY_SECONDS, MIN_DELAY_SECONDS * 2 ** Math.min(attempts - 1, 10));
  return Math.max(backoffSeconds, retryAfter ?? 0) * (1 + jitter / 2);
}
