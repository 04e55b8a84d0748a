import { setTimeout as wait } from 'node:timers/promises';
import { LoadConnection } from './load-connection.mjs';

/**
 * Requests at a steady rate, whatever their outcome: if one is delayed, the following ones are still sent. Latencies count from the moment
 * at which a request should have been sent.
 */
export class PacedLoad {
  /** @type {LoadConnection[]} those that nothing is under way on */
  #free = [];
  /** @type {number[]} when requests should have been sent */
  #due = [];
  /** @type {{ at: number, ms: number }[]} */
  #answers = [];
  /** @type {Record<string, number>} */
  bad = {};
  #running = true;
  #request;

  /**
   * @param {Buffer} request
   * @param {number} rate requests a second
   */
  constructor(request, rate) {
    this.#request = request;
    this.rate = rate;
  }

  /**
   * @param {number} port
   * @param {number} connections
   */
  async start(port, connections) {
    this.#free = Array.from({ length: connections }, () => new LoadConnection(port));
    await Promise.all(this.#free.map((connection) => connection.opened()));
    void this.#pace();
  }

  /**
   * @param {number} from
   * @param {number} to times by performance.now()
   * @returns {number[]} latencies in milliseconds, ascending
   */
  between(from, to) {
    return this.#answers
      .filter(({ at }) => at >= from && at < to)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b);
  }

  stop() {
    this.#running = false;
    for (const connection of this.#free) connection.close();
  }

  async #pace() {
    let next = performance.now();
    while (this.#running) {
      for (; next <= performance.now(); next += 1_000 / this.rate) this.#due.push(next);
      this.#send();
      await wait(1);
    }
  }

  #send() {
    while (this.#due.length > 0 && this.#free.length > 0) {
      const [at, connection] = [/** @type {number} */ (this.#due.shift()), /** @type {LoadConnection} */ (this.#free.pop())];
      connection.send(this.#request, ({ status, failure }) => {
        this.#answers.push({ at, ms: performance.now() - at });
        if (status !== 200) this.bad[failure ?? `status ${status}`] = (this.bad[failure ?? `status ${status}`] ?? 0) + 1;
        if (failure !== undefined) return;
        this.#free.push(connection);
        this.#send();
      });
    }
  }
}
