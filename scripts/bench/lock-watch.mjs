import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds between two queries: short enough to see a relevant wait several times. */
const EVERY = 20;

/** Queries repeatedly which sessions wait for a lock, and for how long. */
export class LockWatch {
  #running = true;
  #longest = 0;
  #client;
  /** @type {Promise<void>} */
  #watching;

  /** @param {pg.Client} client */
  constructor(client) {
    this.#client = client;
    this.#watching = this.#watch();
  }

  /** @param {string} url */
  static async start(url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new LockWatch(client);
  }

  /** @returns {Promise<number>} the longest wait, in milliseconds */
  async stop() {
    this.#running = false;
    await this.#watching;
    await this.#client.end();
    return this.#longest;
  }

  async #watch() {
    const look = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - waitstart)), 0)::float8 * 1000 AS longest FROM pg_locks WHERE NOT granted`;
    while (this.#running) {
      const { rows } = await this.#client.query({ name: 'look', text: look });
      this.#longest = Math.max(this.#longest, rows[0].longest);
      await wait(EVERY);
    }
  }
}
