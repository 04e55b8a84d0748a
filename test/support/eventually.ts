import { setTimeout as delay } from 'node:timers/promises';

export interface PollOptions {
  /** Milliseconds after which the condition counts as never met. */
  timeoutMs?: number;
  /** Milliseconds between two checks. */
  intervalMs?: number;
}

/**
 * Repeats a check until it returns something.
 *
 * @returns the first value from `look` that is not false, null or undefined
 *
 * @throws Error once `timeoutMs` have passed
 */
export async function eventually<T>(look: () => Promise<T> | T, { timeoutMs: within = 10_000, intervalMs: every = 25 }: PollOptions = {}) {
  const deadline = performance.now() + within;
  for (;;) {
    const found = await look();
    if (found !== false && found !== null && found !== undefined) return found as Exclude<T, false | null | undefined>;
    if (performance.now() > deadline) throw new Error(`not within ${within} ms: ${look.toString()}`);
    await delay(every);
  }
}
