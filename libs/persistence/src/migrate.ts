import { createDataSource, type Timeouts } from './data-source.js';

/** Any number will do, as long as it stays the same: replicas that start together queue up behind it. */
const MIGRATION_LOCK = 7_261_946_015;
const HOUR = 3_600_000;
const TIMEOUTS: Timeouts = { connectionTimeout: 10_000, statementTimeout: HOUR, queryTimeout: HOUR };

/** Applies every migration that the database lacks, one caller at a time. */
export async function migrate(databaseUrl: string): Promise<void> {
  const source = createDataSource({ url: databaseUrl, poolSize: 2, ...TIMEOUTS });
  await source.initialize();
  try {
    await using lock = source.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations({ transaction: 'each' });
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await source.destroy();
  }
}
