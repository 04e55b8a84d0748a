/** A lease lasts 5 seconds, so two renewals may fail. */
const INTERVAL_MS = 1_500;

/** Renews the leases of all targets that this process serves, together. */
export class LeaseRenewal<Target> {
  private readonly held = new Set<Target>();
  private timer: NodeJS.Timeout | undefined;

  /** @param renew may fail, because a lost lease is noticed when its attempt is recorded */
  constructor(private readonly renew: (targets: readonly Target[]) => Promise<void>) {}

  /** Renews the lease of a target until the work has ended. */
  async during<T>(target: Target, work: () => Promise<T>): Promise<T> {
    this.held.add(target);
    this.timer ??= setInterval(() => void this.renew([...this.held]).catch(() => undefined), INTERVAL_MS).unref();
    try {
      return await work();
    } finally {
      this.held.delete(target);
      if (this.held.size === 0) this.stop();
    }
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
