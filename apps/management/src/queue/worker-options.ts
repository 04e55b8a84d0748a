/** The options of all workers. */
export const WORKER_OPTIONS = {
  /** JobProcessor starts them after it has limited their waits. */
  autorun: false,
  /**
   * A killed worker counts as dead within 20 seconds. Another one then starts its job again, finds nothing to do if the domain is gone, and
   * the queue forgets the job, which contains the domain's id. Jobs may take longer, because live workers renew their locks.
   */
  lockDuration: 10_000,
  stalledInterval: 5_000,
  /** Seconds until a worker without jobs looks for some itself, without a signal. Redis has a shorter time (see limitWait). */
  drainDelay: 300,
  /** Milliseconds until a worker tries again after losing its queue. */
  runRetryDelay: 1_000,
};
