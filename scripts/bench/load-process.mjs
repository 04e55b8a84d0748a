import { fileURLToPath } from 'node:url';
import { spawnPinned } from './pinning.mjs';

const program = fileURLToPath(new URL('load.mjs', import.meta.url));

/** A client of the load generator's process: one method for each message. */
export class LoadProcess {
  #child;
  #nextId = 1;
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();

  /** @param {{ core: number, connections: number }} options */
  constructor(options) {
    this.connections = options.connections;
    this.#child = spawnPinned([program], { core: options.core, env: {}, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (/** @type {any} */ message) => this.#settle(message));
    this.#child.on('exit', () => this.#waiting.forEach(({ reject }) => reject(new Error('the load generator has ended'))));
  }

  /**
   * Passes a target to the generator, with the requests to choose from.
   *
   * @param {string} name
   * @param {{ port: number, requests: import('./request-signer.mjs').RequestTemplate[], inTurn?: boolean }} target
   *   `inTurn`: whether they are sent one after the other, instead of at random
   * @returns {Promise<void>}
   */
  add(name, { port, requests, inTurn = false }) {
    return this.#ask({ type: 'target', name, target: { port, requests, connections: this.connections, inTurn } });
  }

  /** @param {string} name @returns {Promise<void>} */
  open(name) {
    return this.#ask({ type: 'open', name });
  }

  /** @param {string} name @returns {Promise<void>} */
  close(name) {
    return this.#ask({ type: 'close', name });
  }

  /**
   * Signs the requests of the next run, if those of the target need it. A run ends early when they are used up.
   *
   * @param {string} name
   * @param {{ seconds: number, amount?: number }} limits of that run
   * @returns {Promise<void>}
   */
  prepare(name, { seconds, amount = Number.MAX_SAFE_INTEGER }) {
    return this.#ask({ type: 'prepare', name, seconds, amount });
  }

  /**
   * @param {string} name
   * @param {{ seconds: number, amount?: number, keepTokens?: boolean }} limits ends at whichever comes first
   * @returns {Promise<import('./load.mjs').RunResult>}
   */
  run(name, { seconds, amount = Number.MAX_SAFE_INTEGER, keepTokens = false }) {
    return this.#ask({ type: 'run', name, seconds, amount, keepTokens });
  }

  stop() {
    if (this.#child.connected) this.#child.disconnect();
  }

  /** @param {import('./load.mjs').Message} message */
  #ask(message) {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ ...message, id });
    });
  }

  /** @param {{ id: number, result?: unknown, error?: string }} message */
  #settle({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }
}
