/** CPU time, memory and cores of processes from /proc, because benches run on Linux. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** The measured server runs on one core, its clients and PostgreSQL on another. */
export const SERVER_CORE = '0';
export const FEEDING_CORE = '1';
/** For benches that measure how processes share the machine. */
export const ALL_CORES = `0-${availableParallelism() - 1}`;

/** @type {(pid: number | undefined, cores: string) => void} pins a process with its threads and children */
export function pin(pid = 0, cores) {
  if (availableParallelism() < 2) return;
  for (const each of [pid, ...childrenOf(pid)]) execFileSync('taskset', ['-a', '-c', '-p', cores, String(each)], { stdio: 'ignore' });
}

/** @type {(pid: number) => number[]} the direct children of a process */
export function childrenOf(pid) {
  const lists = readdirSync(`/proc/${pid}/task`).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** @type {(pid: number | undefined) => number} CPU time of all threads since the start of the process, microseconds */
export function readCpu(pid = 0) {
  const threads = read(`/proc/${pid}/stat`) === '' ? [] : readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) => Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]));
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1_000;
}

/** CPU time of a process and its children. PostgreSQL has one child per connection; the time of those that have ended counts. */
export class TreeCpuMeter {
  /** @type {Map<number, number>} by process, microseconds */
  #used = new Map();

  /** @param {number} pid */
  constructor(pid) {
    this.pid = pid;
  }

  /** @returns {number} microseconds */
  read() {
    for (const pid of [this.pid, ...childrenOf(this.pid)]) this.#used.set(pid, Math.max(readCpu(pid), this.#used.get(pid) ?? 0));
    return [...this.#used.values()].reduce((sum, each) => sum + each, 0);
  }
}

/** @type {(pid: number | undefined) => number} the peak resident memory of a process in megabytes */
export function readPeakMemory(pid) {
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]) * 1_024) / 1e6;
}

export function describeMachine() {
  return `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the end`;
}

/** @type {(path: string) => string} empty if the process or thread has ended */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
