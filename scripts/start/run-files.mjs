import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { isAlive, signal } from '../process.mjs';
import { replaceFile } from './replace-file.mjs';
import { StartError } from './start-error.mjs';
import { DATA_DIR } from './variable.mjs';

/** Files of a running `npm start` in DATA_DIR: for the operator CLI, and for the next start if this one is killed. */
const ENVIRONMENT = join(DATA_DIR, 'env');
const PROCESSES = join(DATA_DIR, 'processes.json');
/** Contains the process id of the `npm start` that uses DATA_DIR. */
const LOCK = join(DATA_DIR, 'start.pid');
/** Contains the process id of the `npm start` that is replacing the lock of a killed one. */
const TAKEOVER = join(DATA_DIR, 'start.takeover');

/** @typedef {'first-key' | 'hello-secret'} ShownOnce a secret that is printed once */

/** @type {readonly ShownOnce[]} */
const SHOWN_ONCE = ['first-key', 'hello-secret'];

/** Longer than an application takes to finish its requests. */
const ORPHAN_MS = 30_000;

/** @typedef {Record<'DATABASE_URL' | 'MANAGEMENT_URL' | 'MANAGEMENT_ISSUERS' | 'AUTH_URL', string>} LeftSettings */

/**
 * In a format that a shell can also read: `. .data/env; psql "$DATABASE_URL"`.
 *
 * @param {LeftSettings} settings that the operator CLI needs
 */
export function leaveSettings(settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  replaceFile(ENVIRONMENT, lines.join(''));
}

/** @returns {Partial<LeftSettings>} empty if nothing runs */
export function findSettings() {
  return existsSync(ENVIRONMENT) ? parseEnv(readFileSync(ENVIRONMENT, 'utf8')) : {};
}

/**
 * Lets one `npm start` at a time use DATA_DIR. The lock of a killed process no longer counts.
 *
 * @throws {StartError} if another one uses it
 */
export function lockDataDirectory() {
  const ours = `${LOCK}.${process.pid}`;
  writeFileSync(ours, String(process.pid));
  try {
    if (isStale(LOCK)) replaceStaleLock(ours);
    else create(LOCK, ours);
  } finally {
    rmSync(ours, { force: true });
  }
}

/**
 * Runs one at a time, because another start that also found the lock stale would remove the new one.
 *
 * @param {string} ours
 */
function replaceStaleLock(ours) {
  if (isStale(TAKEOVER)) throw new StartError(`DATA_DIR: "npm start" was killed while it locked ${DATA_DIR}: remove ${TAKEOVER}`);
  create(TAKEOVER, ours);
  try {
    if (isStale(LOCK)) rmSync(LOCK, { force: true });
    create(LOCK, ours);
  } finally {
    rmSync(TAKEOVER, { force: true });
  }
}

/**
 * Uses a link, which appears with its content, unlike a file that is created and then written.
 *
 * @param {string} lock
 *
 * @param {string} ours the file with this process's id
 */
function create(lock, ours) {
  try {
    linkSync(ours, lock);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const other = findStarter(lock) ?? findStarter(LOCK);
    throw new StartError(
      `DATA_DIR: another "npm start", the process ${other}, uses ${DATA_DIR}: stop it (kill ${other}), or set DATA_DIR to another directory`,
    );
  }
}

/**
 * @param {string} lock
 * @returns {boolean} whether the process that created it was killed
 */
function isStale(lock) {
  const starter = findStarter(lock);
  return starter !== undefined && !isRunning(starter, 'start.mjs');
}

/**
 * @param {string} lock
 * @returns {number | undefined} the process id in it
 */
function findStarter(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number[]} applications process ids */
export function leaveProcesses(applications) {
  replaceFile(PROCESSES, JSON.stringify({ starter: process.pid, applications }));
}

/**
 * Waits for applications whose parent was killed. They notice this and end, but occupy their ports until then. One that was still loading
 * may have missed it, so each also gets a signal.
 */
export async function awaitOrphans() {
  if (!existsSync(PROCESSES)) return;
  const { starter, applications } = JSON.parse(readFileSync(PROCESSES, 'utf8'));
  if (isRunning(starter, 'start.mjs')) return;
  const isOrphan = (/** @type {number} */ pid) => isRunning(pid, 'main.js') || isRunning(pid, 'server.mjs');
  for (const pid of applications.filter(isOrphan)) if (commandLine(pid)) signal(pid, 'SIGTERM');
  for (const end = Date.now() + ORPHAN_MS; Date.now() < end && applications.some(isOrphan); await delay(50));
}

/** @param {ShownOnce} name */
export function markUnseen(name) {
  replaceFile(unseen(name), '');
}

export function markAllSeen() {
  for (const name of SHOWN_ONCE) rmSync(unseen(name), { force: true });
}

/**
 * @param {ShownOnce} name
 * @returns {boolean} whether a start created the secret, or was about to, but ended before it showed it
 */
export function isUnseen(name) {
  return existsSync(unseen(name));
}

/**
 * A file that exists while a secret has been created but not shown.
 *
 * @param {ShownOnce} name
 */
function unseen(name) {
  return join(DATA_DIR, `${name}-unseen`);
}

export function removeTraces() {
  for (const path of [ENVIRONMENT, PROCESSES, LOCK]) rmSync(path, { force: true });
}

/**
 * Process ids are reused.
 *
 * @param {number} pid
 *
 * @param {string} script
 */
function isRunning(pid, script) {
  return isAlive(pid) && (commandLine(pid)?.includes(`/${script}\0`) ?? true);
}

/**
 * @param {number} pid
 * @returns {string | undefined} absent if the system does not provide it
 */
function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined;
  }
}
