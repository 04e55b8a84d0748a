import { createPostgresBackend, Queue } from 'bullmq';
import { eventually } from './eventually.js';
import { Redis } from './redis.js';
import { findTablesContaining } from './leftovers.js';
import type { Settings } from './service-process.js';
import { sql } from './sql.js';

/** The SQLSTATE of a deadlock. */
const DEADLOCK = '40P01';

export type TestQueue = Pick<Queue, 'add' | 'promoteJobs' | 'close'>;

/** The storage of a test's queues. */
export interface QueueBackend {
  /** The settings that a process needs to use it. */
  settings: Settings;
  /** Opens a queue without the services' knowledge. */
  open(name: string): TestQueue;
  /** Loses the contents of every queue. */
  flush(): Promise<void>;
  /** Whether a word occurs anywhere in its stored data. */
  remembers(word: string): Promise<boolean>;
  stop(): Promise<void>;
}

type Start = (databaseUrl: string) => Promise<QueueBackend>;

async function startPostgresBackend(databaseUrl: string): Promise<QueueBackend> {
  const connection = { connectionString: databaseUrl, schema: 'bullmq', max: 2, migrate: true };
  return {
    settings: {},
    open: (name) => {
      const queue = new Queue(name, { connection }, createPostgresBackend);
      // Its idle connections may end with the database. Calls report their own errors.
      queue.on('error', () => undefined);
      return queue as unknown as TestQueue;
    },
    flush: () => truncate(databaseUrl),
    remembers: async (word) => (await findTablesContaining(databaseUrl, word)).some((table) => table.startsWith('bullmq.')),
    stop: async () => undefined,
  };
}

/**
 * Empties all its tables except the list of migrations, which the queue does not read. Workers lock them in a different order, and a
 * deadlock ends one of the two.
 */
async function truncate(databaseUrl: string): Promise<void> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'bullmq' AND tablename !~ 'migration|schema'`,
  );
  await eventually(() => sql(databaseUrl, `TRUNCATE ${tables.map(({ name }) => name).join(', ')}`).catch(awaitNextTry));
}

/** @throws any error that is not a deadlock */
function awaitNextTry(error: { code?: string }): null {
  if (error.code === DEADLOCK) return null;
  throw error;
}

/** Uses a new Redis, because jobs of another database would count as jobs of this one. */
async function startRedisBackend(): Promise<QueueBackend> {
  const redis = await Redis.start();
  const { hostname: host, port } = new URL(redis.url);
  return {
    settings: { REDIS_URL: redis.url },
    open: (name) => new Queue(name, { connection: { host, port: Number(port) } }),
    flush: () => redis.flush(),
    remembers: (word) => redis.remembers(word),
    stop: () => redis.stop(),
  };
}

/**
 * Every kind of queue, for tests that apply to each. Redis comes first, so that what it keeps open for some seconds is gone at the end of
 * a file.
 */
export const QUEUE_BACKENDS: [name: string, start: Start][] = [
  ['Redis', startRedisBackend],
  ['PostgreSQL', startPostgresBackend],
];
