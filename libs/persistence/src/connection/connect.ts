import { SettingsError } from '@latchkey/config';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { isDatabaseOutage, isDatabaseAccessDenied } from './database-error.js';
import { hasEveryMigration } from './has-every-migration.js';
import { initializeWithSessions } from './session-pooling.js';

const RETRY_INTERVAL_MS = 1_000;

/**
 * Connects, and waits while the database is missing or not migrated, because services may be started in any order.
 *
 * @throws SettingsError if the server rejects this account, has no such database, or is behind a pooler that shares sessions
 */
export async function connect(source: DataSource, onWait: (error: unknown) => void): Promise<DataSource> {
  for (;;) {
    try {
      if (!source.isInitialized) await initializeWithSessions(source);
      if (await hasEveryMigration(source)) return source;
      onWait(new Error('the database lacks migrations of this release: run npm run migrate'));
    } catch (error) {
      if (isDatabaseAccessDenied(error)) throw new SettingsError([`DATABASE_URL: ${error.message}`]);
      if (!isDatabaseOutage(error)) throw error;
      onWait(error);
    }
    await delay(RETRY_INTERVAL_MS);
  }
}
