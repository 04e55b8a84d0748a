import type { Worker } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';

/** The part of BullMQ from which a worker fetches jobs, which BullMQ does not export. */
interface JobFetcher {
  moveToActive(...parameters: unknown[]): Promise<unknown>;
}

/**
 * Makes a worker pause after each failure to fetch a job. BullMQ pauses only when a connection breaks. After any other failure (no
 * connections left, no privilege on the tables, a dropped database) it retries immediately, thousands of times per second.
 *
 * @param pause milliseconds
 */
export function pauseAfterFailures(worker: Worker, pause: number): void {
  const { backend } = worker as unknown as { backend: JobFetcher };
  const fetch = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...parameters) => {
    try {
      return await fetch(...parameters);
    } catch (error) {
      await delay(pause, undefined, { ref: false });
      throw error;
    }
  };
}
