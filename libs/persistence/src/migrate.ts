import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { createDataSourceOptions, type DatabaseTimeouts } from './connection/data-source.js';
import { Database } from './connection/database.js';
import { isTransactionConflict } from './connection/database-error.js';
import { MasterKeyProofRepository } from './master-key-proof/master-key-proof.repository.js';
import { initializeWithSessions } from './connection/session-pooling.js';

/** An arbitrary constant with which replicas that start together wait for each other. */
const MIGRATION_LOCK = 7_261_946_015;
const HOUR_MS = 3_600_000;
const TIMEOUTS: DatabaseTimeouts = { connectionTimeout: 10_000, statementTimeout: HOUR_MS, queryTimeout: HOUR_MS };

/** How long a statement waits for a lock. Requests that need the table wait behind it, for less than the 1,800 ms after which they fail. */
const LOCK_TIMEOUT_MS = 1_000;
/** The pause before a migration that did not get its locks is retried, and the limit of all retries. */
const RETRY_INTERVAL_MS = 500;
const MAX_RETRY_MS = 300_000;

/** Milliseconds between PostgreSQL's checks, during a statement, whether its client still exists. */
const CLIENT_CHECK_INTERVAL_MS = 1_000;

/**
 * Applies every missing migration, one caller at a time.
 *
 * @param proveMasterKey stores the proof of the master key, or throws if another one encrypted the database
 */
export async function migrate(databaseUrl: string, proveMasterKey?: (proofs: MasterKeyProofRepository) => Promise<void>): Promise<void> {
  const source = await initializeWithSessions(createMigrationSource(databaseUrl));
  try {
    await using lock = source.createQueryRunner();
    await lock.query('SET lock_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(source);
    await proveMasterKey?.(new MasterKeyProofRepository(new Database(source)));
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await source.destroy();
  }
}

/** Retries a migration if requests of running services interfered: a lock was not granted in time, or a deadlock ended it. */
async function runMigrations(source: DataSource): Promise<void> {
  for (const end = performance.now() + MAX_RETRY_MS; ; await delay(RETRY_INTERVAL_MS)) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if (!isTransactionConflict(error) || performance.now() > end) throw error;
    }
  }
}

function createMigrationSource(url: string): DataSource {
  const options = createDataSourceOptions({ url, poolSize: 2, ...TIMEOUTS });
  const onConnect = async (client: ClientBase): Promise<void> => {
    await options.extra.onConnect(client);
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await checkClient(client);
  };
  return new DataSource({ ...options, extra: { ...options.extra, onConnect } });
}

/**
 * Makes PostgreSQL cancel a statement soon after its process has ended. Otherwise a migration would continue until its statement is done,
 * and keep the lock. A server on Windows rejects the setting.
 */
async function checkClient(client: ClientBase): Promise<void> {
  await client.query(`SET client_connection_check_interval = ${CLIENT_CHECK_INTERVAL_MS}`).catch(() => undefined);
}
