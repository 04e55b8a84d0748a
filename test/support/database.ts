import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from './sql.js';

/** How long tests wait for the database, in milliseconds: on a busy machine a race of many requests is slow, but must still be decided. */
export const TEST_TIMEOUTS = { connectionTimeout: 20_000, statementTimeout: 20_000, queryTimeout: 20_000 };

/** A process that has not stopped yet may open new connections again and again. */
const LOOKS = 20;
const LOOK_INTERVAL_MS = 5;

/** A migrated, empty database for one test file. */
export interface TestDatabase {
  /** The URL with a Unix socket, if there is one; its host, port and password then have no effect. */
  url: string;
  /** The URL for TCP with a password, as in production, for tests of these and of networks. */
  tcpUrl: string;
  /** Removes it, along with any remaining connections. */
  drop(): Promise<void>;
}

/**
 * Clones the template that test/runner/global-setup.mjs has migrated. It takes about 10 ms in memory, where its files are copied and
 * nothing is logged.
 */
export function createTestDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE latchkey_template STRATEGY FILE_COPY');
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('TEMPLATE template0');
}

async function create(options: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await sql(adminUrl(), `CREATE DATABASE ${name} ${options}`);
  const url = new URL(adminUrl());
  url.pathname = `/${name}`;
  const tcpUrl = new URL(url);
  tcpUrl.searchParams.delete('host');
  return {
    url: url.href,
    tcpUrl: tcpUrl.href,
    drop: () => drop(name),
  };
}

/** First waits some milliseconds until its connections have ended. If one is about to end, PostgreSQL itself waits a tenth of a second. */
async function drop(name: string): Promise<void> {
  const endConnections = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`;
  for (let look = 0; look < LOOKS && (await sql(adminUrl(), endConnections, [name])).length > 0; look += 1) await delay(LOOK_INTERVAL_MS);
  await sql(adminUrl(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function adminUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run tests by "npm test" or jest, whose global set-up starts a PostgreSQL');
  return url;
}
