/** The options of all workers. */
export const WORKER_OPTIONS = {
  /** JobProcessor starts them, once they have learnt to wait. */
  autorun: false,
  /**
   * A killed worker counts as dead within 20 seconds: another one starts its job again, finds nothing to do if the domain is gone by then,
   * and the queue forgets the job, which contains the domain's id. Jobs may take longer: live workers renew their locks.
   */
  lockDuration: 10_000,
  stalledInterval: 5_000,
  /** Milliseconds until a worker tries again after it lost its queue. */
  runRetryDelay: 1_000,
};
