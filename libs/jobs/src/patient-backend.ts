import { createPostgresBackend } from 'bullmq';

/** What remembers how a look for BullMQ's tables ended: BullMQ has no name for it outside. */
interface Looking {
  readyPromise: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

/**
 * BullMQ on PostgreSQL, whose queues and workers look for their tables again if they could not. BullMQ's own remember a failure for ever: one that
 * is made at the moment at which the database goes away would fail by it until its process ends.
 */
export const createPatientBackend: typeof createPostgresBackend = (...parameters) => {
  const backend = createPostgresBackend(...parameters);
  const looking = backend as unknown as Looking & { connection: Looking };
  forgetFailures(looking.connection);
  forgetFailures(looking);
  return backend;
};

function forgetFailures(looking: Looking): void {
  const look = looking.waitUntilReady.bind(looking);
  looking.waitUntilReady = () => {
    const ended = look();
    const remembered = looking.readyPromise;
    ended.catch(() => {
      if (looking.readyPromise === remembered) looking.readyPromise = undefined;
    });
    return ended;
  };
}
