/** What all workers have in common. */
export const WORKER_OPTIONS = {
  /** JobProcessor starts them, once they have learnt to wait. */
  autorun: false,
  /**
   * A worker that was killed is taken for dead within 20 seconds: another one begins its job again, finds nothing to do if the domain is gone by
   * then, and the queue forgets the job, which names the domain by its id. What a job does may take longer: workers that live renew their locks.
   */
  lockDuration: 10_000,
  stalledInterval: 5_000,
  /** Milliseconds until a worker whose queue was away looks again. */
  runRetryDelay: 1_000,
};
