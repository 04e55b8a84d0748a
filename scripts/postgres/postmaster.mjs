import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataPath, serverEnvironment } from './cluster.mjs';
import { isAlive, signal } from '../process.mjs';

/** @typedef {import('./account.mjs').Account} Account */
/** @typedef {{ pid: number, port: number }} Postmaster */
/** @typedef {{ account: Account | undefined, durable: boolean, port: number, options: Record<string, string> }} ServerOptions */

/** The time limit until the server is ready, which includes recovery from a crash. */
const READY_MS = 120_000;
const STOP_MS = 60_000;
const LOG_BYTES = 1024 * 1024;

/** For disposable data, the server does not wait for anything that matters only after a power failure. */
const THROW_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
/** Each test worker uses up to 40. All servers have the same limit, because a standby must not have fewer than its primary. */
const CONNECTIONS = ['max_connections=1000'];
/** In the server's working directory, which is the data directory. */
const SOCKET = process.platform === 'win32' ? [] : ['unix_socket_directories=.'];

/**
 * The running server of a data directory, even if its parent process is gone. Removes a lock file whose process is dead, a zombie or
 * another program, because the server would assume a running server. (Process ids repeat, in containers at every start.) If parts of a
 * killed server still run, the next server detects their shared memory.
 *
 * @param {string} data
 *
 * @returns {Postmaster | undefined}
 */
export function findPostmaster(data) {
  const lock = readLock(data);
  if (!lock) return undefined;
  if (isAlive(lock.pid) && isServerOf(lock.pid, data)) return lock;
  rmSync(join(data, 'postmaster.pid'), { force: true });
  return undefined;
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param {string} data
 *
 * @param {ServerOptions & { binaries: string, log: string }} settings
 * @returns {Promise<Postmaster>}
 * @throws {Error} with the server's last output
 */
export async function launch(data, settings) {
  const { account, binaries, durable, log } = settings;
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const output = openSync(log, size > LOG_BYTES ? 'w' : 'a', 0o600);
  const child = spawn(join(binaries, 'bin', 'postgres'), serverArguments(data, settings), {
    ...account,
    cwd: data,
    // Ctrl-C in a terminal must reach the applications first; a disposable server may stop with them.
    detached: durable,
    env: serverEnvironment(),
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = new AbortController();
  child.once('error', (error) => ended.abort(error));
  child.once('exit', (code) => ended.abort(new Error(`PostgreSQL exited with code ${code}: ${tail(log)}`)));
  const pid = await untilReady(data, child.pid, ended.signal);
  child.removeAllListeners();
  child.unref();
  return { pid, port: settings.port };
}

/**
 * Stops a server, by default with every committed transaction on disk, and waits until it is gone.
 *
 * @param {string} data
 *
 * @param {Postmaster} postmaster
 * @param {{ force: boolean }} options `force` leaves the clean-up to the next start
 */
export async function stopPostmaster(data, { pid }, { force }) {
  signal(pid, force ? 'SIGQUIT' : 'SIGINT');
  if (await isGone(data, pid)) return;
  signal(pid, 'SIGQUIT');
  if (!(await isGone(data, pid))) throw new Error(`PostgreSQL (process ${pid}) does not stop`);
}

/**
 * @param {string} data
 * @param {ServerOptions} options
 */
function serverArguments(data, { account, durable, port, options }) {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'log_checkpoints=off',
    // Statements can contain personal values.
    'log_min_error_statement=panic',
    marker(data),
    ...(durable ? [] : [...THROW_AWAY, ...CONNECTIONS, ...SOCKET]),
    ...Object.entries(options).map(([name, value]) => `${name}=${value}`),
  ];
  return ['-D', dataPath(data, account), ...settings.flatMap((setting) => ['-c', setting])];
}

/**
 * Marks the server's process with the inode of its directory, which stays the same when a checkout is moved.
 *
 * @param {string} data
 */
function marker(data) {
  return `latchkey.data_inode=${statSync(data).ino}`;
}

/**
 * @param {number} pid
 * @param {string} data
 */
function isServerOf(pid, data) {
  if (!existsSync('/proc/self/cmdline')) return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(marker(data));
  } catch {
    return false;
  }
}

/**
 * @param {string} data
 * @returns {(Postmaster & { ready: boolean }) | undefined}
 */
function readLock(data) {
  const path = join(data, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/**
 * @param {string} data
 * @param {number | undefined} pid
 * @param {AbortSignal} ended
 */
async function untilReady(data, pid, ended) {
  for (const end = Date.now() + READY_MS; Date.now() < end; await delay(10)) {
    ended.throwIfAborted();
    const lock = readLock(data);
    if (lock?.ready && lock.pid === pid) return lock.pid;
  }
  throw new Error(`PostgreSQL is not ready after ${READY_MS / 1000} seconds`);
}

/**
 * @param {string} data
 * @param {number} pid
 */
async function isGone(data, pid) {
  for (const end = Date.now() + STOP_MS; Date.now() < end; await delay(10)) {
    if (!isAlive(pid) || !isServerOf(pid, data)) return true;
  }
  return false;
}

/** @param {string} log */
function tail(log) {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-5).join(' | ');
}
