import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseOutage } from './database-error.js';

const RETRY_INTERVAL_MS = 1_000;

/**
 * Runs work that must survive a short outage of the database. It is repeated until it succeeds or fails for another reason.
 *
 * @param attempts the maximum; the last failure is thrown
 */
export async function retryOutages<T>(work: () => Promise<T>, onWait: (error: unknown) => void, attempts = Infinity): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error) || attempt >= attempts) throw error;
      onWait(error);
    }
    await delay(RETRY_INTERVAL_MS);
  }
}
