import type { IQueueBackend } from 'bullmq';

/** Seconds that a worker waits for a job before it checks for jobs itself. */
export const MAX_WAIT_SECONDS = 5;

/**
 * Makes a worker on Redis wait no longer than MAX_WAIT_SECONDS at a time. BullMQ would let a worker that waits for a job's next attempt rely
 * on a connection for 10 seconds. If the connection is lost silently, no job of its queue runs until then.
 */
export function limitWait(backend: Pick<IQueueBackend, 'waitForJob'>): void {
  const wait = backend.waitForJob.bind(backend);
  backend.waitForJob = (seconds) => wait(Math.min(seconds, MAX_WAIT_SECONDS));
}
