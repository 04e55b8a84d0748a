import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** @typedef {import('./account.mjs').Account} Account */
/** @typedef {{ data: string, password: string }} Cluster */

export const SUPERUSER = 'latchkey';

const DURABLE = ['--auth-local=scram-sha-256'];
/**
 * For disposable data, to which tests connect thousands of times. A single hash iteration makes its password no easier to guess. The Unix
 * socket needs no password, but only the owner of the data and root can reach it.
 */
const THROW_AWAY = ['--auth-local=trust', '--no-sync', '--set=scram_iterations=1'];

/**
 * If started by root on Linux, the server finds its data through its working directory, which root enters for it. So the data may be where
 * the server's account has no access (below /root, or in a directory of `mktemp -d`).
 *
 * @param {string} data
 *
 * @param {Account | undefined} account
 * @returns {string}
 */
export function dataPath(data, account) {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : data;
}

/**
 * @param {string} directory
 * @returns {string}
 */
export function dataOf(directory) {
  return join(directory, 'cluster', 'data');
}

/**
 * @param {string} directory
 * @returns {Account | undefined} the owner of the existing data
 */
export function clusterOwner(directory) {
  const found = statSync(dataOf(directory), { throwIfNoEntry: false });
  return found && { uid: found.uid, gid: found.gid };
}

/**
 * Opens the cluster of a directory, and creates it if needed. It is created elsewhere and then renamed, so that a killed first start leaves
 * no incomplete cluster.
 *
 * @param {string} directory
 *
 * @param {{ binaries: string, account: Account | undefined, durable: boolean }} options
 * @returns {Promise<Cluster>}
 * @throws {Error} with the output of initdb
 */
export async function openCluster(directory, options) {
  const cluster = join(directory, 'cluster');
  if (!existsSync(cluster)) await createCluster(directory, cluster, options);
  const data = dataOf(directory);
  if (options.account) takeOver(data, options.account);
  if (statSync(data).mode & 0o077) chmodSync(data, 0o700);
  return { data, password: readFileSync(join(cluster, 'password'), 'utf8') };
}

/**
 * @param {string} directory
 * @param {string} cluster
 * @param {{ binaries: string, account: Account | undefined, durable: boolean }} options
 */
async function createCluster(directory, cluster, options) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(directory)) {
    if (name.startsWith('cluster-')) rmSync(join(directory, name), { recursive: true, force: true });
  }
  const fresh = mkdtempSync(join(directory, 'cluster-'));
  const password = join(fresh, 'password');
  mkdirSync(join(fresh, 'data'), { mode: 0o700 });
  writeFileSync(password, randomBytes(32).toString('base64url'), { mode: 0o600 });
  if (options.account) {
    for (const path of [join(fresh, 'data'), password]) chownSync(path, options.account.uid, options.account.gid);
  }
  await initdb(join(fresh, 'data'), password, options);
  renameSync(fresh, cluster);
}

/**
 * @param {string} data
 * @param {string} password a file; passed as standard input, because the server's account may not reach its path
 * @param {{ binaries: string, account: Account | undefined, durable: boolean }} options
 */
async function initdb(data, password, { binaries, account, durable }) {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, '--pwfile=/dev/stdin', '--auth-host=scram-sha-256'];
  const target = ['--pgdata', dataPath(data, account), ...(durable ? DURABLE : THROW_AWAY)];
  const input = openSync(password, 'r');
  const child = spawn(join(binaries, 'bin', 'initdb'), [...locale, ...access, ...target], {
    ...account,
    cwd: data,
    detached: true,
    env: serverEnvironment(),
    stdio: [input, 'ignore', 'pipe'],
  });
  closeSync(input);
  const [complaint, [code]] = await Promise.all([text(/** @type {import('node:stream').Readable} */ (child.stderr)), once(child, 'exit')]);
  if (code !== 0) throw new Error(`initdb failed (${code}): ${complaint.trim()}`);
}

/** @returns {NodeJS.ProcessEnv} without PG* variables, which would redirect the server, and without the caller's secrets */
export function serverEnvironment() {
  return { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
}

/**
 * Files that root copied, unpacked or received belong to root, but the server must own them.
 *
 * @param {string} data
 *
 * @param {Account} account
 */
function takeOver(data, { uid, gid }) {
  if (statSync(data).uid === uid) return;
  lchownSync(data, uid, gid);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) lchownSync(join(entry.parentPath, entry.name), uid, gid);
}
