import type { Worker } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';

/** What a worker fetches jobs from: BullMQ has no name for it outside. */
interface JobFetcher {
  moveToActive(...parameters: unknown[]): Promise<unknown>;
}

/**
 * Has a worker wait after each failure to fetch a job. BullMQ does so only when a connection breaks: by any other failure (no connections
 * left, no right to the tables, a database that was dropped) it tries again at once, for ever, and thousands of times a second.
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
