import { LoadConnection } from './load-connection.mjs';
import { quantile } from './report.mjs';

/**
 * @typedef {import('./load-connection.mjs').LoadResponse} LoadResponse
 * @typedef {object} RunOptions the run ends at the first limit, or when `next` has no more requests
 * @property {() => { bytes: Buffer, index?: number } | undefined} next request with its own number
 * @property {number} [seconds]
 * @property {number} [amount]
 * @property {(response: LoadResponse) => boolean} accepts
 * @property {(response: LoadResponse, index: number) => void} [onResponse]
 * @typedef {{ requests: number, seconds: number, bad: Record<string, number>, p50: number, p99: number }} RunResult `seconds` elapsed,
 * latencies in ms, `bad` counts the responses that were not accepted, by reason
 */

/** Keeps some connections busy. It waits for every response, so the number of responses is the number of requests that the server worked on. */
export class Load {
  /** @type {LoadConnection[]} */
  #connections = [];

  /** @param {number} port @param {number} count @returns {Promise<Load>} */
  static async open(port, count) {
    const load = new Load();
    load.#connections = Array.from({ length: count }, () => new LoadConnection(port));
    await Promise.all(load.#connections.map((connection) => connection.opened()));
    return load;
  }

  /** @param {RunOptions} options @returns {Promise<RunResult>} */
  async run({ seconds = Infinity, amount = Infinity, ...options }) {
    const startedAt = performance.now();
    const tally = { requests: 0, latencies: /** @type {number[]} */ ([]), bad: /** @type {Record<string, number>} */ ({}) };
    const next = () => {
      if (performance.now() - startedAt >= seconds * 1_000 || tally.requests >= amount) return undefined;
      return options.next();
    };
    await Promise.all(this.#connections.map((connection) => keepBusy(connection, { ...options, next }, tally)));
    const [p50, p99] = [quantile(tally.latencies, 0.5), quantile(tally.latencies, 0.99)];
    return { requests: tally.requests, bad: tally.bad, p50, p99, seconds: (performance.now() - startedAt) / 1_000 };
  }

  close() {
    for (const connection of this.#connections) connection.close();
  }
}

/**
 * @param {LoadConnection} connection
 * @param {Pick<RunOptions, 'next' | 'accepts' | 'onResponse'>} options
 * @param {{ requests: number, latencies: number[], bad: Record<string, number> }} tally
 * @returns {Promise<void>} when the connection has nothing more to do
 */
function keepBusy(connection, { next, accepts, onResponse }, tally) {
  return new Promise((resolve) => {
    const send = () => {
      const request = next();
      if (!request) return resolve();
      tally.requests += 1;
      connection.send(request.bytes, (response) => {
        const reason = response.failure ?? `status ${response.status}`;
        if (accepts(response)) tally.latencies.push(response.milliseconds);
        else tally.bad[reason] = (tally.bad[reason] ?? 0) + 1;
        onResponse?.(response, request.index ?? 0);
        if (response.failure === undefined) send();
        else resolve();
      });
    };
    send();
  });
}

/** @type {(response: LoadResponse) => boolean} */
export function isToken({ status, body }) {
  return status === 200 && body.includes('"access_token":"ey');
}
