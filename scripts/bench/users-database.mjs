import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.mjs';
import { hasScheduleStatistics, TreeCpuMeter } from './cpu-meter.mjs';

/**
 * @typedef {import('@latchkey/persistence').UserQuery} UserQuery
 * @typedef {import('@latchkey/persistence').UserPage} UserPage
 * @typedef {{ label: string, plan: string }} Plan
 * @typedef {import('./users-cases.mjs').Case} Case
 */

/** @returns {Promise<typeof import('@latchkey/persistence')>} the build for production */
async function product() {
  return import(new URL('../../dist/libs/persistence/src/index.js', import.meta.url).href);
}

/**
 * A PostgreSQL for this run alone, with its data in a temporary directory, default settings and as durable as in production; and the
 * product's own statements on one connection to it.
 */
export class UsersDatabase {
  /** The last statement. @type {{ text: string, values: unknown[] }} */
  #last = { text: '', values: [] };

  /**
   * @param {pg.Client} client
   * @param {number} backend the process that serves the connection
   * @param {() => Promise<void>} stop
   * @param {typeof import('@latchkey/persistence')} persistence
   */
  constructor(client, backend, stop, persistence) {
    this.client = client;
    this.backend = backend;
    this.stop = stop;
    /** What the repositories need of a database. */
    const connection = /** @type {any} */ ({
      manager: { query: (/** @type {string} */ text, /** @type {unknown[]} */ values) => this.query(text, values) },
      transaction: (/** @type {() => Promise<unknown>} */ work) => this.#transaction(work),
    });
    this.found = new persistence.UserSearchRepository(connection);
    this.users = new persistence.UserRepository(connection);
  }

  static async start() {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
    const server = await startPostgres({ dataDir, durable: true });
    const persistence = await product();
    await persistence.migrate(server.url);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const stop = async () => {
      await client.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    return new UsersDatabase(client, rows[0].pid, stop, persistence);
  }

  /**
   * @param {string} text
   * @param {unknown[]} [values]
   * @returns {Promise<any[]>}
   */
  async query(text, values = []) {
    this.#last = { text, values };
    return (await this.client.query(text, values)).rows;
  }

  /** @param {Case} asked @returns {Promise<UserPage>} */
  search({ domainId, query }) {
    return this.found.search(domainId, query);
  }

  /**
   * The current times, to be compared with later ones: `elapsed` excludes the time in which this process and the connection's process were
   * ready to run while others had the core; `cpu` is that of the connection's process alone.
   *
   * @returns {{ elapsed: number, cpu: number }} milliseconds; `cpu` is NaN, and nothing left out, where the kernel does not tell
   */
  clock() {
    const waited = hasScheduleStatistics ? waitedFor(this.backend) + waitedFor(process.pid) : 0;
    return { elapsed: performance.now() - waited, cpu: new TreeCpuMeter(this.backend).read() / 1000 };
  }

  /**
   * The query plan of the last statement of one case of each kind.
   *
   * @param {Case[]} cases
   * @returns {Promise<Plan[]>}
   */
  async plansOf(cases) {
    const plans = [];
    for (const asked of cases.filter(({ explained }) => explained)) {
      await this.search(asked);
      const { text, values } = this.#last;
      const rows = await this.query(`EXPLAIN (ANALYZE, BUFFERS, SETTINGS, SUMMARY) ${text}`, values);
      plans.push({ label: asked.label, plan: rows.map((row) => row['QUERY PLAN']).join('\n') });
    }
    return plans;
  }

  /** @param {() => Promise<unknown>} work */
  async #transaction(work) {
    await this.client.query('BEGIN');
    const result = await work();
    await this.client.query('COMMIT');
    return result;
  }
}

/**
 * How long a process was ready to run, and did not.
 *
 * @param {number} pid
 * @returns {number} milliseconds since its start
 */
function waitedFor(pid) {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
