/** Milliseconds after which the worker no longer waits for a response. */
const SLOW_AFTER_MS = 100;
/** The maximum number of slow receivers in one process. Another one keeps its worker. */
const MAX_SLOW = 1_000;

/** Awaits a request to a receiver. */
export type AwaitReceiver = <T>(request: Promise<T>) => Promise<T>;

/**
 * Lets deliveries continue without a worker once their receivers are slow, so that receivers that never respond leave workers to the
 * others.
 */
export class SlowReceivers {
  private readonly deliveries = new Set<Promise<void>>();

  /** @param onError receives the failure of a delivery that continues without a worker */
  constructor(private readonly onError: (error: unknown) => void) {}

  /**
   * Runs a delivery in a worker.
   *
   * @returns once the delivery has ended, or continues without the worker
   *
   * @throws the error of a delivery that ends with its worker
   */
  run(deliver: (awaitReceiver: AwaitReceiver) => Promise<void>): Promise<void> {
    const released = Promise.withResolvers<void>();
    const release = (): void => {
      if (this.deliveries.has(delivery) || this.deliveries.size >= MAX_SLOW) return;
      this.deliveries.add(delivery);
      void delivery.catch(this.onError).finally(() => this.deliveries.delete(delivery));
      released.resolve();
    };
    const delivery = deliver((request) => awaitOrRelease(request, release));
    return Promise.race([delivery, released.promise]);
  }

  /** Waits for the deliveries that continue without a worker. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.deliveries);
  }
}

async function awaitOrRelease<T>(request: Promise<T>, release: () => void): Promise<T> {
  const timer = setTimeout(release, SLOW_AFTER_MS);
  try {
    return await request;
  } finally {
    clearTimeout(timer);
  }
}
