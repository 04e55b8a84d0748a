import { createPostgresBackend, type PostgresConnection } from 'bullmq';
import type { PoolClient } from 'pg';
import { limitWait } from './limit-wait.js';

/** The state of BullMQ's check for its tables, which BullMQ does not export. */
interface TableCheck {
  readyPromise: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

/**
 * BullMQ on PostgreSQL, whose queues and workers check for their tables again after a failure. BullMQ itself caches the failure, so a queue
 * created while the database is down would fail until its process ends.
 */
export const createRetryingPostgresBackend: typeof createPostgresBackend = (...parameters) => {
  const backend = createPostgresBackend(...parameters);
  const tableCheck = backend as unknown as TableCheck & { connection: TableCheck };
  clearFailedChecks(tableCheck.connection);
  clearFailedChecks(tableCheck);
  limitWait(backend);
  pingBeforeWait(backend);
  return backend;
};

/**
 * Queries the notification connection before each wait, because a connection that only listens would not notice its loss. BullMQ replaces a
 * connection that reports an error.
 */
function pingBeforeWait(backend: ReturnType<typeof createPostgresBackend>): void {
  const wait = backend.waitForJob.bind(backend);
  backend.waitForJob = async (seconds) => {
    await ping(backend.connection);
    return wait(seconds);
  };
}

async function ping(connection: PostgresConnection): Promise<void> {
  const client = (await connection.getListenClient()) as PoolClient;
  await client.query('SELECT 1').catch((error: unknown) => client.emit('error', error));
}

function clearFailedChecks(tableCheck: TableCheck): void {
  const look = tableCheck.waitUntilReady.bind(tableCheck);
  tableCheck.waitUntilReady = () => {
    const ended = look();
    const remembered = tableCheck.readyPromise;
    ended.catch(() => {
      if (tableCheck.readyPromise === remembered) tableCheck.readyPromise = undefined;
    });
    return ended;
  };
}
