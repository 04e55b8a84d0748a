import { createPostgresBackend } from 'bullmq';
import { waitForSignals } from './wait-for-signals.js';

/** The state of BullMQ's check for its tables, which BullMQ does not export. */
interface TableCheck {
  readyPromise: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

/**
 * BullMQ on PostgreSQL, whose queues and workers check for their tables again after a failure. BullMQ itself caches the failure, so a queue
 * created while the database is down would fail until its process ends.
 */
export const createRetryingPostgresBackend: typeof createPostgresBackend = (name, ...options) => {
  const backend = createPostgresBackend(name, ...options);
  const tableCheck = backend as unknown as TableCheck & { connection: TableCheck };
  clearFailedChecks(tableCheck.connection);
  clearFailedChecks(tableCheck);
  waitForSignals(name, backend);
  return backend;
};

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
