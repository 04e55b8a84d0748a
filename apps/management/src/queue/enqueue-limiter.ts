/** Milliseconds that a queue may take to accept jobs. */
export const ENQUEUE_TIMEOUT_MS = 5_000;

/** Limits how long callers wait for a queue, and how many jobs wait for it: while it cannot be reached, jobs must not pile up in memory. */
export class EnqueueLimiter {
  private unsettled = 0;

  /** @param maxUnsettled calls that the queue may have neither accepted nor refused, those included that are no longer waited for */
  constructor(private readonly maxUnsettled: number) {}

  /** @throws Error if the queue does not answer in time or owes too many answers, or for the reason of its refusal */
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
