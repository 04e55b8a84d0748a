import { createRedisBackend, type RedisQueueBackend } from 'bullmq';
import { limitWait, MAX_WAIT_SECONDS } from './limit-wait.js';

/** Milliseconds that BullMQ adds to a worker's wait before it replaces the connection. */
const BULLMQ_MARGIN_MS = 1_000;
const PING_INTERVAL_MS = 2_000;

const CONNECTION_OPTIONS = {
  connectTimeout: 5_000,
  /** Idle milliseconds after which the kernel probes a connection. */
  keepAlive: 10_000,
  /**
   * Milliseconds without data after which a connection with a pending response is closed and opened again; its commands are then sent
   * again. A worker sends a command as a ping on each of its two connections every MAX_WAIT_SECONDS.
   */
  socketTimeout: MAX_WAIT_SECONDS * 1_000 + 2 * BULLMQ_MARGIN_MS,
};

/**
 * For processes that add jobs. A job that is not accepted in time must not be buffered, because a sweeper enqueues it again, and jobs would
 * accumulate while Redis is down. Workers have no such limits: a job assigned by a response after the limit would have no worker.
 */
const PRODUCER_OPTIONS = { commandTimeout: 5_000, enableOfflineQueue: false };

/** BullMQ on Redis with queues and workers that detect connections lost without being closed. */
export const createRetryingRedisBackend: typeof createRedisBackend = (name, options, kind) => {
  const isWorker = kind?.withBlockingConnection === true;
  const connection = { ...options.connection, ...CONNECTION_OPTIONS, ...(isWorker ? {} : PRODUCER_OPTIONS) };
  const backend = createRedisBackend(name, { ...options, connection }, kind);
  limitWait(backend);
  if (!isWorker) pingRegularly(backend);
  return backend;
};

/** A process that only adds jobs can be idle for hours. A ping without an answer ends the connection (see socketTimeout). */
function pingRegularly(backend: RedisQueueBackend): void {
  const timer = setInterval(() => {
    if (backend.closing) clearInterval(timer);
    else ping(backend).catch(() => undefined);
  }, PING_INTERVAL_MS).unref();
}

async function ping(backend: RedisQueueBackend): Promise<void> {
  const client = await backend.client;
  await client.runCommand('ping', []);
}
