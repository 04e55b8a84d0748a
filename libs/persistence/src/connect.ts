import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isDatabaseOutage } from './database-fault.js';

const RETRY_EVERY = 1_000;

/** Connects, and waits for as long as the database is not there: services may be started in any order. */
export async function connect(source: DataSource, onWait: (error: unknown) => void): Promise<DataSource> {
  for (;;) {
    try {
      return await source.initialize();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      onWait(error);
      await delay(RETRY_EVERY);
    }
  }
}
