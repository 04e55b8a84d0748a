import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { get } from './http.mjs';
import { pin } from './machine.mjs';
import { onEnd } from './run-bench.mjs';

const START_MS = 30_000;
const STOP_MS = 15_000;
const KEPT_ERROR_CHARACTERS = 4_000;
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const probe = fileURLToPath(new URL('memory-probe.mjs', import.meta.url));

/**
 * @typedef {object} ServerOptions
 * @property {string[]} args of Node.js
 * @property {Record<string, string>} env the whole environment except PATH
 * @property {string} cores
 * @property {boolean} [probing] whether it answers readSurvivingMemory
 */

/** A server as a child process. It is stopped when the bench ends. With CPU_PROFILES=DIR in the environment it writes a CPU profile there. */
export class ServerProcess {
  #errors = '';

  /** @param {string} name @param {ServerOptions} options */
  constructor(name, { args, env, cores, probing = false }) {
    this.name = name;
    const directory = process.env['CPU_PROFILES'];
    const profiling = directory ? ['--cpu-prof', `--cpu-prof-dir=${directory}`, `--cpu-prof-name=${name}.cpuprofile`] : [];
    this.child = spawn(process.execPath, [...profiling, ...(probing ? ['--import', probe] : []), ...args], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(probing ? [/** @type {const} */ ('ipc')] : [])],
    });
    pin(this.child.pid, cores);
    // Consumes the log, as in production.
    this.child.stdout?.resume();
    this.child.stderr?.on('data', (chunk) => (this.#errors = (this.#errors + chunk).slice(-KEPT_ERROR_CHARACTERS)));
    onEnd(() => this.stop());
  }

  /**
   * @param {number} port
   * @param {string} path answers 200 once the server is ready
   * @returns {Promise<this>}
   * @throws {Error} with its output if the process ends or is not ready in time
   */
  async ready(port, path) {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline && !this.#hasEnded) {
      const response = await get(port, path).catch(() => null);
      if (response?.status === 200) return this;
      await wait(50);
    }
    throw new Error(`${this.name} did not start${this.#hasEnded ? '' : ' in time'}:\n${this.#errors}`);
  }

  get #hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Collects the garbage first. @returns {Promise<import('./memory-probe.mjs').SurvivingMemory>} */
  async readSurvivingMemory() {
    this.child.send('surviving memory');
    const [memory] = await once(this.child, 'message');
    return memory;
  }

  /** Stops the process, and kills it if it does not stop. */
  async stop() {
    if (this.#hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  }
}
