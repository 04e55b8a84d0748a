/** Milliseconds that a queue may take to accept jobs. */
export const ENQUEUE_TIMEOUT_MS = 5_000;

/**
 * Limits how long callers wait for a queue, and how many jobs wait for it. While the queue is unreachable, jobs must not accumulate in
 * memory.
 */
export class EnqueueLimiter {
  private unsettled = 0;

  /** @param maxUnsettled calls that the queue may have neither accepted nor rejected, including those that callers no longer wait for */
  constructor(private readonly maxUnsettled: number) {}

  /** @throws Error if the queue does not answer in time, has too many pending responses, or rejects the job */
  async run(enqueue: () => Promise<unknown>): Promise<void> {
    if (this.unsettled >= this.maxUnsettled) throw new Error(`the queue has not answered ${this.unsettled} calls`);
    this.unsettled += 1;
    const answer = enqueue().finally(() => (this.unsettled -= 1));
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`timeout: the queue did not answer within ${ENQUEUE_TIMEOUT_MS} ms`)),
      ENQUEUE_TIMEOUT_MS,
    );
    try {
      await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
