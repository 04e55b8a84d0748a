import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hasScheduleStatistics } from './cpu-meter.mjs';
import { get } from './http.mjs';
import { SERVER_CORE, spawnPinned } from './pinning.mjs';

const START_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 15_000;
const KEPT_ERROR_CHARACTERS = 4_000;

const probe = fileURLToPath(new URL('usage-probe.mjs', import.meta.url));

/** A server as a child process: counts the lines of its standard output, and keeps its standard error for failures. */
export class ServerProcess {
  /** Lines that the server has written to its standard output, its log. */
  logLines = 0;
  #errors = '';

  /**
   * @param {string} name
   * @param {{ args: string[], env: Record<string, string>, core?: number, cpuProfiles?: string | undefined, probing?: boolean }} options
   *   `probing`: whether it answers readSurvivingMemory
   */
  constructor(name, { args, env, core = SERVER_CORE, cpuProfiles, probing = !hasScheduleStatistics }) {
    this.name = name;
    const profiling = cpuProfiles ? ['--cpu-prof', `--cpu-prof-dir=${cpuProfiles}`, `--cpu-prof-name=${name}.cpuprofile`] : [];
    const probes = probing ? ['--import', probe] : [];
    const stdio = /** @type {import('node:child_process').StdioOptions} */ (['ignore', 'pipe', 'pipe', ...(probing ? ['ipc'] : [])]);
    this.child = spawnPinned([...profiling, ...probes, ...args], { core, env, stdio });
    this.child.stdout?.on('data', (chunk) => (this.logLines += countLines(chunk)));
    this.child.stderr?.on('data', (chunk) => (this.#errors = (this.#errors + chunk).slice(-KEPT_ERROR_CHARACTERS)));
  }

  /**
   * @param {number} port
   * @param {string} path answers 200 once the server is ready
   * @returns {Promise<this>}
   * @throws {Error} when the process ends or is not ready in time, with what it said
   */
  async ready(port, path) {
    const deadline = Date.now() + START_MILLISECONDS;
    while (Date.now() < deadline && !this.#ended) {
      const response = await get(port, path).catch(() => null);
      if (response?.status === 200) return this;
      await wait(50);
    }
    throw new Error(`${this.name} did not start${this.#ended ? '' : ' in time'}:\n${this.#errors}`);
  }

  get #ended() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Asks the process to stop, and ends it if it does not. */
  async stop() {
    if (this.#ended) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MILLISECONDS);
    await ended;
    clearTimeout(timer);
  }
}

/** @param {Buffer} chunk */
function countLines(chunk) {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  return lines;
}
