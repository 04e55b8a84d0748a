import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.mjs';
import { builtMigrate } from './built.mjs';
import { StartError } from './start-error.mjs';
import { DATA_DIR, variable } from './variable.mjs';

/** An arbitrary number that never changes. */
const START_LOCK = 7_261_946_016;
const LOCK_MS = 1500;

/**
 * Starts the embedded PostgreSQL, or reuses one that still runs because an earlier start was killed.
 *
 * @param {import('./running.mjs').Running} running
 *
 * @returns {Promise<string>} its URL
 * @throws {StartError} if it does not start, or another `npm start` uses the same DATA_DIR
 */
export async function startDatabase(running) {
  const server = await startPostgres({ dataDir: join(DATA_DIR, 'postgres'), durable: true }).catch(explain('PostgreSQL'));
  const lock = await holdDataDirectory(server.url);
  running.add({
    stop: async () => {
      await lock.end().catch(() => undefined);
      await server.stop();
    },
    force: () => server.stop({ force: true }),
  });
  return server.url;
}

/** @param {string} url */
export async function migrateDatabase(url) {
  const { migrate } = await builtMigrate();
  await migrate(url).catch(explain(variable('DATABASE_URL') ? 'DATABASE_URL' : 'PostgreSQL'));
}

/**
 * A connection holds the lock, which therefore ends with this process in any case.
 *
 * @param {string} url
 */
async function holdDataDirectory(url) {
  const client = new pg.Client({ connectionString: url, application_name: 'npm start' });
  client.on('error', () => undefined);
  await client.connect();
  // The connection of a process that was killed a moment ago may still exist.
  for (const end = Date.now() + LOCK_MS; Date.now() < end; await delay(50)) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS held', [START_LOCK]);
    if (rows[0].held) return client;
  }
  await client.end();
  throw new StartError(`DATA_DIR: another "npm start" uses ${DATA_DIR}: stop it, or set DATA_DIR to another directory`);
}

/**
 * @param {string} subject
 * @returns {(error: NodeJS.ErrnoException) => never}
 */
function explain(subject) {
  return (error) => {
    throw new StartError(`${subject}: ${error.message || error.code}`, { cause: error });
  };
}
