import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { endFile } from '../support/file-end.mjs';

/**
 * The time that closed resources of a test file may take to disappear. After a connection error BullMQ pauses for five seconds, and ioredis
 * closes a socket after the configured seven seconds of silence.
 */
const MAX_CLOSING_MS = 9_000;
const POLL_MS = 20;
/** The children of this process, which only Linux lists. */
const CHILDREN = `/proc/self/task/${process.pid}/children`;
/** The threads that run. @type {Set<import('node:worker_threads').Worker>} */
const threads = new Set();
process.on('worker', (thread) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});
/** Node.js opens them on first use; they do not belong to a test. */
const { stdin: _stdin, stdout: _stdout, stderr: _stderr } = process;

/**
 * The environment of runtime.mjs: Node.js loads modules into the worker's own realm, so there is no context of `node:vm`. Each test file
 * gets the variables, the clock and the functions of the process as the worker had them, and fails if it leaves a handle open. Jest's
 * `--detectOpenHandles` only prints them.
 *
 * @implements {Pick<import('@jest/environment').JestEnvironment, 'setup' | 'teardown' | 'getVmContext' | 'exportConditions'>}
 */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #env = process.env;
  #variables = { ...process.env };
  #exit = process.exit;
  #handles = countHandles();
  #hasFailed = false;

  /** @param {import('@jest/environment').JestEnvironmentConfig} configs */
  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  exportConditions = () => ['node', 'node-addons'];
  getVmContext = () => null;
  setup = () => Promise.resolve();

  /**
   * A failed test may have left handles open: only its own failure is reported.
   *
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent(event) {
    if (event.name === 'test_done' && event.test.errors.length > 0) this.#hasFailed = true;
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
    process.env = this.#env;
    restoreVariables(this.#variables);
    process.exit = this.#exit;
    await endFile();
    if (!this.#hasFailed) await this.#expectNoOpenHandles();
  }

  async #expectNoOpenHandles() {
    await nextTurn(); // Node.js lists a new thread one turn of the event loop later.
    const end = performance.now() + MAX_CLOSING_MS;
    let open = this.#openHandles();
    while (open.length > 0 && performance.now() < end) {
      await sleep(POLL_MS);
      open = this.#openHandles();
    }
    if (open.length > 0)
      throw new Error(
        `The test file left open what keeps Node.js running, or runs beside it: ${open.join(', ')}. Close it in afterEach or afterAll.`,
      );
  }

  #openHandles() {
    return [...countHandles()].flatMap(([kind, count]) => {
      const more = count - (this.#handles.get(kind) ?? 0);
      return more > 0 ? [`${more} ${kind}`] : [];
    });
  }
}

/** What keeps Node.js running, by kind (`TCPServerWrap`, `Timeout`, `Worker` ...), and every child process, even if it does not. */
export function countHandles() {
  /** @type {Map<string, number>} */
  const counts = new Map([
    ['Worker', threads.size],
    ['child process', countChildren()],
  ]);
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function countChildren() {
  try {
    return readFileSync(CHILDREN, 'utf8').split(' ').filter(Boolean).length;
  } catch {
    return 0;
  }
}

/** @param {NodeJS.ProcessEnv} variables */
function restoreVariables(variables) {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}
