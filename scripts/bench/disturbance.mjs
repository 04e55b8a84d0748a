import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Other processes on the machine distort a round: they share the cores and the caches. Their share is measured. A round waits for a quiet
 * moment, and a distorted one is repeated, both within limits; on a busy machine the figures come with the share.
 */

/** CPU time of others, in cores, that is ignored (1: a whole core all the time). */
export const UNNOTICED = 0.1;
const LOOK_MILLISECONDS = 200;
const QUIET_TIMEOUT_MS = 60_000;

/** CPU time that all processes of the machine have used. @returns {number} microseconds */
export function readMachineCpu() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) * 1000;
}

/** Waits for the machine to be idle, for a limited time in each run. */
export class Quiet {
  #patience = QUIET_TIMEOUT_MS;

  async moment() {
    while (this.#patience > 0) {
      const before = readMachineCpu();
      const startedAt = performance.now();
      await wait(LOOK_MILLISECONDS);
      const elapsed = performance.now() - startedAt;
      this.#patience -= elapsed;
      if ((readMachineCpu() - before) / 1000 / elapsed <= UNNOTICED) return;
    }
  }
}
