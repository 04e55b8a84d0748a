import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { median } from './goals.mjs';
import { number, table } from './report.mjs';

/**
 * What must not grow with the number of domains.
 *
 * @typedef {import('./product.mjs').Product} Product
 */

const REGISTRATIONS = 40;
const STARTS = 3;
/** Both processes' monitors and sweepers run at least once, those of once a minute excepted. */
const IDLE_MS = 35_000;
const SHOWN_STATEMENTS = 8;
const STATEMENT_WIDTH = 90;

const STATEMENTS = `
  SELECT regexp_replace(query, '\\s+', ' ', 'g') AS query, calls::integer, mean_exec_time AS mean, total_exec_time AS total
  FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat%' ORDER BY total_exec_time DESC LIMIT ${SHOWN_STATEMENTS}`;

/**
 * @param {Product} product
 * @returns {Promise<Record<string, number>>} milliseconds
 */
export async function measureGrowth(product) {
  const { management, database } = product;
  const [elapsed, before] = [/** @type {number[]} */ ([]), database.meter.cpu()];
  for (let n = 0; n < REGISTRATIONS; n += 1) elapsed.push(await time(() => management.createDomain()));
  const cpu = (database.meter.cpu() - before) / 1_000 / REGISTRATIONS;
  const [auth, other] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let n = 0; n < STARTS; n += 1) {
    auth.push(await time(async () => (await product.startAuth('start', 0)).server));
    other.push(await time(async () => (await product.startManagement('start')).server));
  }
  return {
    'registration, ms, median': Math.round(median(elapsed) * 10) / 10,
    'registration, CPU of PostgreSQL, ms': Math.round(cpu * 10) / 10,
    'start of auth, ms, median': Math.round(median(auth)),
    'start of management, ms, median': Math.round(median(other)),
  };
}

/**
 * What the processes ask the database while no one asks them.
 *
 * @param {Product} product
 * @returns {Promise<string>} a table
 */
export async function measureBackground({ database }) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('SELECT pg_stat_statements_reset()');
  await wait(IDLE_MS);
  const { rows } = await client.query(STATEMENTS);
  await client.end();
  const shown = rows.map(({ query, calls, mean, total }) => [
    query.slice(0, STATEMENT_WIDTH).replaceAll('|', '/'),
    number(calls, 0),
    number(mean, 1),
    number(total, 0),
  ]);
  return table([[`by themselves, in ${IDLE_MS / 1_000} s`, 'calls', 'ms for each', 'ms together'], ...shown]);
}

/**
 * @param {() => Promise<unknown>} work a server that it returns is stopped
 * @returns {Promise<number>} milliseconds
 */
async function time(work) {
  const start = performance.now();
  const result = await work();
  const elapsed = performance.now() - start;
  if (result && typeof result === 'object' && 'stop' in result) await /** @type {{ stop: () => Promise<void> }} */ (result).stop();
  return elapsed;
}
