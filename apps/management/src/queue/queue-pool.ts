import { retryOutages } from '@latchkey/persistence';
import { runMigrations } from 'bullmq';
import { Pool, type ClientBase, type QueryConfig } from 'pg';
import { QUEUES } from './queues.js';

const SCHEMA = 'bullmq';
/** The number of connections for all queues and workers of a process. Each worker keeps one, which BullMQ opens to name it; all share the others. */
export const MAX_QUEUE_CONNECTIONS = Object.keys(QUEUES).length + 2;
/** The number of connections of a process that only adds jobs. */
const MAX_PRODUCER_CONNECTIONS = 2;
/** One listener of this class, and one of each queue and each worker. With more, Node.js warns of a leak. */
const MAX_ERROR_LISTENERS = 1 + 2 * Object.keys(QUEUES).length;
/** Timeout in milliseconds for opening a connection. */
const CONNECTION_TIMEOUT_MS = 5_000;
/**
 * Milliseconds until a statement of the queue times out. Workers wait for signals and not in the database, so none of its statements should
 * take long.
 */
const QUERY_TIMEOUT_MS = 5_000;
/** Idle milliseconds after which the kernel probes a connection. */
const KEEPALIVE_DELAY_MS = 10_000;
/**
 * The timeout of each statement that creates the tables, because another process may be creating them, and an upgrade may have to read a
 * large one.
 */
const TABLES_TIMEOUT_MS = 60_000;

export interface QueuePoolOptions {
  databaseUrl: string;
  /** Whether the process runs jobs instead of only adding them. */
  hasWorkers: boolean;
}

/**
 * Opens the connections with which BullMQ keeps queues in PostgreSQL, and creates missing tables. Waits for the database, because a queue
 * that once found none would never check again.
 */
export async function openQueuePool({ databaseUrl, hasWorkers }: QueuePoolOptions, onWait: (error: unknown) => void): Promise<Pool> {
  const pool = new Pool({
    connectionString: databaseUrl,
    // Set by SQL, because PgBouncer rejects it as a startup parameter.
    onConnect: setSearchPath as (client: ClientBase) => void,
    max: hasWorkers ? MAX_QUEUE_CONNECTIONS : MAX_PRODUCER_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    // Also closes a connection whose statement has failed.
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    application_name: 'latchkey jobs',
  });
  // Without a listener, an error of a connection that BullMQ has checked out would end the process, because BullMQ listens only to
  // connections that it opened.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  pool.setMaxListeners(MAX_ERROR_LISTENERS);
  await retryOutages(() => createTables(pool), onWait);
  return pool;
}

/** The pool awaits it, although its type does not say so. */
async function setSearchPath(client: ClientBase): Promise<void> {
  await client.query(`SET search_path TO "${SCHEMA}"`);
}

/** Runs for one caller at a time, because BullMQ takes an advisory lock. */
async function createTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(
      { query: (text, values = []) => client.query(withTablesTimeout(text, values)) as Promise<{ rows: never[] }> },
      SCHEMA,
    );
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function withTablesTimeout(text: string, values: readonly unknown[]): QueryConfig {
  return { text, values: [...values], query_timeout: TABLES_TIMEOUT_MS } as QueryConfig;
}
