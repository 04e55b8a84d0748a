import { DataSource } from 'typeorm';
import { createDataSourceOptions, type DatabaseTimeouts } from './connection/data-source.js';
import { Database } from './connection/database.js';
import { MasterKeyProofRepository } from './master-key-proof/master-key-proof.repository.js';
import { requireSessionPooling } from './connection/session-pooling.js';

/** An arbitrary number that stays the same: replicas that start together wait for one another with it. */
const MIGRATION_LOCK = 7_261_946_015;
const HOUR_MS = 3_600_000;
const TIMEOUTS: DatabaseTimeouts = { connectionTimeout: 10_000, statementTimeout: HOUR_MS, queryTimeout: HOUR_MS };

/**
 * Applies every migration that the database lacks, one caller at a time.
 *
 * @param proveMasterKey stores the proof of the master key, or throws if another one encrypted the database
 */
export async function migrate(databaseUrl: string, proveMasterKey?: (proofs: MasterKeyProofRepository) => Promise<void>): Promise<void> {
  const source = new DataSource(createDataSourceOptions({ url: databaseUrl, poolSize: 2, ...TIMEOUTS }));
  await requireSessionPooling(source);
  await source.initialize();
  try {
    await using lock = source.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await source.runMigrations({ transaction: 'each' });
    await proveMasterKey?.(new MasterKeyProofRepository(new Database(source)));
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await source.destroy();
  }
}
