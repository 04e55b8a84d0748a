import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks in a second: Linux tells all programs this number. */
const TICKS = 100;

/**
 * @typedef {object} Times of a process, in seconds of CPU
 * @property {number} parent its id
 * @property {number} own
 * @property {number} children those that have ended
 */

/** @returns {number} seconds of CPU of this process and of those that it has started and that have ended; 0 without /proc */
export function cpuSeconds() {
  const times = timesOf('self');
  return times ? times.own + times.children : 0;
}

/** @returns {number} as `cpuSeconds`, with the processes that still run, and theirs */
export function cpuSecondsOfTree() {
  return cpuSeconds() + secondsBelow(process.pid, allProcesses());
}

/**
 * @param {number} pid
 * @param {Map<number, Times>} running
 * @returns {number}
 */
function secondsBelow(pid, running) {
  const children = [...running].filter(([, { parent }]) => parent === pid);
  return children.reduce((sum, [child, times]) => sum + times.own + times.children + secondsBelow(child, running), 0);
}

/** @returns {Map<number, Times>} by id; empty without /proc */
function allProcesses() {
  /** @type {Map<number, Times>} */
  const found = new Map();
  if (!timesOf('self')) return found;
  for (const name of readdirSync('/proc')) {
    const times = /^\d+$/.test(name) && timesOf(name);
    if (times) found.set(Number(name), times);
  }
  return found;
}

/**
 * @param {string} pid
 * @returns {Times | undefined} absent if it has ended
 */
function timesOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // pid (name) state parent ...: the name may hold anything, brackets too
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: (user + system) / TICKS, children: (userOfChildren + systemOfChildren) / TICKS };
  } catch {
    return undefined;
  }
}
