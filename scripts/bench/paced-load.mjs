import { setTimeout as wait } from 'node:timers/promises';
import { LoadConnection } from './load-connection.mjs';
import { quantile } from './report.mjs';
import { onEnd } from './run-bench.mjs';

/** @typedef {{ p50: number, p99: number, requests: number }} Latency milliseconds */

const CONNECTIONS = 16;

/**
 * Requests at a steady rate, whatever their outcome. If one is delayed, the following ones are still sent. Latencies count from the moment
 * at which a request should have been sent.
 */
export class PacedLoad {
  /** Idle connections. The longest idle one sends next, because the server closes connections that send nothing. @type {LoadConnection[]} */
  #free = [];
  /** @type {number[]} when requests should have been sent */
  #due = [];
  /** @type {{ at: number, ms: number }[]} */
  #answers = [];
  /** @type {Record<string, number>} answers other than 200, by reason */
  bad = {};
  #isRunning = true;
  #request;

  /** @param {Buffer} request @param {number} rate requests a second */
  constructor(request, rate) {
    this.#request = request;
    this.rate = rate;
  }

  /** @param {number} port */
  async start(port) {
    this.#free = Array.from({ length: CONNECTIONS }, () => new LoadConnection(port));
    await Promise.all(this.#free.map((connection) => connection.opened()));
    onEnd(() => this.stop());
    void this.#pace();
  }

  /** @param {() => Promise<unknown>} work @returns {Promise<Latency>} of the requests that fell due meanwhile */
  async measure(work) {
    const from = performance.now();
    await work();
    const to = performance.now();
    const latencies = this.#answers.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms);
    return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), requests: latencies.length };
  }

  stop() {
    this.#isRunning = false;
    for (const connection of this.#free) connection.close();
  }

  async #pace() {
    let next = performance.now();
    while (this.#isRunning) {
      for (; next <= performance.now(); next += 1_000 / this.rate) this.#due.push(next);
      this.#send();
      await wait(1);
    }
  }

  #send() {
    while (this.#due.length > 0 && this.#free.length > 0) {
      const [at, connection] = [/** @type {number} */ (this.#due.shift()), /** @type {LoadConnection} */ (this.#free.shift())];
      connection.send(this.#request, ({ status, failure }) => {
        this.#answers.push({ at, ms: performance.now() - at });
        const reason = failure ?? `status ${status}`;
        if (status !== 200) this.bad[reason] = (this.bad[reason] ?? 0) + 1;
        if (failure !== undefined) return;
        this.#free.push(connection);
        this.#send();
      });
    }
  }
}
