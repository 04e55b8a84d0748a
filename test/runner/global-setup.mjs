import { generateKeyPair } from 'node:crypto';
import { existsSync, statfsSync } from 'node:fs';
import { availableMemory } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { startCluster } from '../support/cluster.mjs';
import { onTeardown, tearDown } from './global-teardown.mjs';
import { offerBrowser } from '../support/browser/shared-browser.mjs';

const TEMPLATE = 'latchkey_template';
/** Linux keeps its files in memory. */
const MEMORY = '/dev/shm';
/** Ten times the bytes that a run needs. */
const ROOM = 3 * 1024 ** 3;
/** RSA key pairs shared by all domains of in-process servers, because generating one takes 200 ms, longer than most tests. */
const RSA_KEYS = 4;

/**
 * One PostgreSQL for the whole run. Every test clones its migrated database, which includes the tables of the queue
 * (test/support/database.ts).
 *
 * TEST_DATABASE_URL names a server to use instead of the embedded one. Its user must be allowed to create databases, and it must allow 40
 * connections for each worker; `latchkey_template` on it is replaced. Workers read TEST_POSTGRES_URL.
 */
export default async function globalSetup() {
  if (isRoomInMemory()) process.env['TMPDIR'] ??= MEMORY;
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const parts = [preparePostgres(), prepareRsaKeys(), prepareBrowser()];
  for (const part of await Promise.allSettled(parts)) {
    if (part.status === 'fulfilled') continue;
    await tearDown();
    throw part.reason;
  }
}

async function preparePostgres() {
  const { TEST_DATABASE_URL: givenUrl } = process.env;
  if (givenUrl) await createTemplate(givenUrl);
  process.env['TEST_POSTGRES_URL'] = givenUrl || (await startOwnCluster());
}

/** Encoded as PKCS #8 in base64, separated by commas. */
async function prepareRsaKeys() {
  const pairs = await Promise.all(Array.from({ length: RSA_KEYS }, () => promisify(generateKeyPair)('rsa', { modulusLength: 2_048 })));
  const keys = pairs.map(({ privateKey }) => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'));
  process.env['TEST_RSA_KEYS'] = keys.join();
}

async function prepareBrowser() {
  const { url, stop } = await offerBrowser();
  onTeardown(stop);
  process.env['TEST_BROWSER_URL'] = url;
}

/** Whether the files of the run, mainly those of many databases, fit in memory, which halves the time. */
function isRoomInMemory() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, availableMemory()) >= ROOM;
}

/** Creates the template, and a copy of the cluster for tests with their own server (test/support/own-postgres.ts). */
async function startOwnCluster() {
  const cluster = await startCluster();
  onTeardown(cluster.remove);
  await createTemplate(cluster.adminUrl);
  process.env['TEST_POSTGRES_COPY'] = await cluster.copy(TEMPLATE);
  return cluster.adminUrl;
}

/** @param {string} adminUrl */
async function createTemplate(adminUrl) {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${TEMPLATE}`;
  /** @type {typeof import('@latchkey/persistence')} */
  const persistence = await import(new URL('../../build/libs/persistence/src/index.js', import.meta.url).href);
  await persistence.migrate(url.href);
  /** @type {typeof import('../../apps/management/src/queue/queue-pool.js')} */
  const jobs = await import(new URL('../../build/apps/management/src/queue/queue-pool.js', import.meta.url).href);
  const pool = await jobs.openQueuePool({ databaseUrl: url.href, hasWorkers: false }, () => undefined);
  await pool.end();
}
