import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The servers under test run on one core; their clients and helpers (load generator, PostgreSQL, log reader) on another. */
export const SERVER_CORE = 0;
export const FEEDING_CORE = 1;

/** Whether processes can be pinned here: `taskset` exists and there are two cores. */
export const canPin = availableParallelism() >= 2 && hasTaskset();

function hasTaskset() {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts this Node with a program, pinned where that is possible.
 *
 * @param {string[]} args
 * @param {{ core: number, env: Record<string, string>, stdio: import('node:child_process').StdioOptions }} options
 *   `env` is all that the process sees, PATH aside
 */
export function spawnPinned(args, { core, env, stdio }) {
  const command = canPin ? ['taskset', '-c', String(core), process.execPath, ...args] : [process.execPath, ...args];
  return spawn(/** @type {string} */ (command[0]), command.slice(1), { env: { PATH: process.env['PATH'], ...env }, stdio });
}

/**
 * Pins a running process with all its threads and children; future children inherit it.
 *
 * @param {number} pid
 * @param {number} core
 */
export function pin(pid, core) {
  if (!canPin) return;
  for (const each of [pid, ...childrenOf(pid)]) {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(each)], { stdio: 'ignore' });
  }
}

/**
 * Lets a process use all cores, to measure how several share them.
 *
 * @param {number} pid
 */
export function unpin(pid) {
  if (!canPin) return;
  const all = `0-${availableParallelism() - 1}`;
  for (const each of [pid, ...childrenOf(pid)]) execFileSync('taskset', ['-a', '-c', '-p', all, String(each)], { stdio: 'ignore' });
}

/**
 * @param {number} pid
 * @returns {number[]} its direct children, none without /proc
 */
export function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => numbers(readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')));
  } catch {
    return [];
  }
}

/** @param {string} text */
function numbers(text) {
  return text.split(' ').filter(Boolean).map(Number);
}
