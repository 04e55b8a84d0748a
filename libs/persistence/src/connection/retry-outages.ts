import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseOutage } from './database-error.js';

const RETRY_INTERVAL_MS = 1_000;

/** Does something that must survive a short outage of the database: it is repeated until it succeeds or fails for another reason. */
export async function retryOutages<T>(work: () => Promise<T>, onWait: (error: unknown) => void): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      onWait(error);
    }
    await delay(RETRY_INTERVAL_MS);
  }
}
