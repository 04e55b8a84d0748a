import { retryOutages } from '@latchkey/persistence';
import { runMigrations } from 'bullmq';
import { Pool } from 'pg';
import { QUEUES } from './queues.js';

const SCHEMA = 'bullmq';
/** Connections for all queues and workers of a process: each worker keeps one to be told of new jobs, and the others serve all of them. */
const SIZE = Object.keys(QUEUES).length + 2;
/** Milliseconds that a connection may take to be there. */
const CONNECTION_TIMEOUT = 5_000;

/**
 * Opens the connections on which BullMQ keeps queues in PostgreSQL, and makes its tables if they are missing. Waits for as long as the
 * database is not there: a queue that once found none would never look again.
 */
export async function openQueuePool(databaseUrl: string, onWait: (error: unknown) => void): Promise<Pool> {
  const pool = new Pool({
    connectionString: databaseUrl,
    options: `-c search_path="${SCHEMA}"`,
    max: SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    keepAlive: true,
    application_name: 'latchkey jobs',
  });
  // A connection that breaks while BullMQ has it in hand would else end the process: it listens to those of its own making only.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  await retryOutages(() => makeTables(pool), onWait);
  return pool;
}

/** One caller at a time: BullMQ takes an advisory lock. */
async function makeTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
