import { readFileSync } from 'node:fs';

/** Descriptors reserved for files, pipes, the listening sockets and requests to other services. */
const RESERVED = 100;
/** A process with too few descriptors serves a few connections instead of none. */
const MIN_CONNECTIONS = 10;

/**
 * The connection limit of a server that leaves descriptors for the database.
 *
 * @param poolSize the maximum number of connections to the database and the queue
 *
 * @param limits of the process, as Linux shows them (proc_pid_limits(5))
 * @returns undefined without a readable limit
 */
export function maxConnections(poolSize: number, limits = readLimits()): number | undefined {
  const [, descriptors] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return descriptors === undefined ? undefined : Math.max(Number(descriptors) - poolSize - RESERVED, MIN_CONNECTIONS);
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
