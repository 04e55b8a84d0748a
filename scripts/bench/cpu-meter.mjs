import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { childrenOf } from './pinning.mjs';

/** Whether the kernel reports the time that each thread ran, in nanoseconds. Elsewhere the process reports it, see usage-probe.mjs. */
export const hasScheduleStatistics = existsSync('/proc/self/schedstat');

/**
 * CPU time of a process since its start, user and system, all threads.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} microseconds
 */
export async function readCpu(child) {
  if (hasScheduleStatistics) return cpuOf(/** @type {number} */ (child.pid));
  return (await askProbe(child)).cpuMicroseconds;
}

/**
 * @typedef {{ current: number, peak: number }} Memory resident, in MB (1,000,000 bytes)
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<Memory>}
 */
export async function readMemory(child) {
  if (!hasScheduleStatistics) return (await askProbe(child)).memory;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return { current: kilobytes(status, 'VmRSS'), peak: kilobytes(status, 'VmHWM') };
}

/** CPU time of a process and its children, for PostgreSQL: one process per connection. What a child used that has ended since the last look counts. */
export class TreeCpuMeter {
  /** @type {Map<number, number>} by process id, microseconds */
  #used = new Map();

  /** @param {number} pid */
  constructor(pid) {
    this.pid = pid;
  }

  /** @returns {number} microseconds; NaN where the kernel does not tell */
  read() {
    if (!hasScheduleStatistics) return Number.NaN;
    for (const pid of [this.pid, ...childrenOf(this.pid)]) this.#used.set(pid, Math.max(cpuOf(pid), this.#used.get(pid) ?? 0));
    return [...this.#used.values()].reduce((sum, each) => sum + each, 0);
  }
}

/** @param {number} pid */
function cpuOf(pid) {
  let nanoseconds = 0;
  for (const thread of list(`/proc/${pid}/task`)) {
    const text = read(`/proc/${pid}/task/${thread}/schedstat`);
    nanoseconds += Number(text.slice(0, text.indexOf(' ')));
  }
  return nanoseconds / 1000;
}

/** A thread or child may end between listing and reading. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '0 ';
  }
}

/** @param {string} path */
function list(path) {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * @param {string} status
 * @param {string} field
 */
function kilobytes(status, field) {
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024) / 1e6;
}

/**
 * Collects the garbage of a process that was started with `probing`.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<import('./usage-probe.mjs').SurvivingMemory>}
 */
export async function readSurvivingMemory(child) {
  return /** @type {import('./usage-probe.mjs').SurvivingMemory} */ (await ask(child, 'surviving memory'));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<import('./usage-probe.mjs').Usage>}
 */
async function askProbe(child) {
  return /** @type {import('./usage-probe.mjs').Usage} */ (await ask(child, 'usage'));
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} message
 * @returns {Promise<unknown>} the answer of usage-probe.mjs
 */
function ask(child, message) {
  return new Promise((resolve) => {
    child.once('message', resolve);
    child.send(message);
  });
}
