import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { onEnd } from './cleanup.mjs';
import { readCpu } from './cpu-meter.mjs';
import { fillDomain, tablesWith } from './delete-population.mjs';
import { readMachineCpu } from './disturbance.mjs';
import { median } from './goals.mjs';
import { LockWatch } from './lock-watch.mjs';
import { encode } from './load-request.mjs';
import { PacedLoad } from './paced-load.mjs';
import { tokenRequest } from './target.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {{ p50: number, p99: number, windows: number, requests: number, others: number }} Phase milliseconds; `windows`: the median of
 *   the p99 of each five seconds; `others`: cores that other processes of the machine took
 * @typedef {object} LargeDeletion
 * @property {number} rows
 * @property {number} seconds from the 204 until the domain's own row was gone
 * @property {Phase} quiet before and after
 * @property {Phase} busy meanwhile
 * @property {number} lockWait the longest that any statement waited for a lock, milliseconds
 * @property {string[]} traces tables in which something of the domain was found afterwards
 * @property {Record<string, number>} bad answers that were no token, by reason
 */

const WARM_UP_SECONDS = 10;
const CONNECTIONS = 16;
const WINDOW = 5_000;

/**
 * @param {Product} product
 * @param {Target} replica
 * @param {import('./delete.mjs').Options} options
 * @returns {Promise<LargeDeletion>}
 */
export async function deleteLarge(product, replica, { users, rate, quiet }) {
  const database = await connect(product.database.url);
  const [large, other] = [await product.createParty(), await product.createParty()];
  const name = new URL(large.issuer).hostname;
  const [{ id }] = await database.query('SELECT id FROM domain WHERE name = $1', [name]);
  console.error(`making ${users} users in one domain`);
  const { rows, words } = await fillDomain(database, id, users);
  await database.query('CHECKPOINT');
  const load = new PacedLoad(encode(tokenRequest(other)), rate);
  await load.start(replica.port, CONNECTIONS);
  onEnd(() => load.stop());
  const locks = await LockWatch.start(product.database.url);
  await wait(WARM_UP_SECONDS * 1_000);
  const meter = { load, cpu: () => cpuOf(product, replica) };
  const before = await during(meter, () => wait(quiet * 1_000));
  console.error(`deleting ${rows} rows`);
  const busy = await during(meter, () => deleteAndWait(product, database, { id, name }));
  const after = await during(meter, () => wait(quiet * 1_000));
  load.stop();
  const longest = await locks.stop();
  const traces = await tablesWith(database, [id, name, large.clientId, ...words]);
  const phases = { quiet: phaseOf(load, [before, after]), busy: phaseOf(load, [busy]) };
  return { rows, seconds: (busy.to - busy.from) / 1_000, ...phases, lockWait: longest, traces, bad: load.bad };
}

/**
 * @param {string} url
 * @returns {Promise<import('./delete-population.mjs').Sql>}
 */
async function connect(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onEnd(() => client.end());
  return { query: async (text, values) => (await client.query(text, values)).rows };
}

/**
 * @param {Product} product
 * @param {import('./delete-population.mjs').Sql} database
 * @param {{ id: string, name: string }} domain
 */
async function deleteAndWait(product, database, { id, name }) {
  await product.management.deleteDomain(name);
  while ((await database.query('SELECT FROM domain WHERE id = $1', [id])).length > 0) await wait(100);
}

/**
 * @typedef {{ from: number, to: number, others: number }} Span by performance.now()
 * @param {{ cpu: () => Promise<number> }} meter
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Span>}
 */
async function during({ cpu }, work) {
  const [from, machine, ours] = [performance.now(), readMachineCpu(), await cpu()];
  await work();
  const to = performance.now();
  const others = readMachineCpu() - machine - ((await cpu()) - ours);
  return { from, to, others: Math.max(0, others / 1_000 / (to - from)) };
}

/**
 * CPU time of everything that this run has started, microseconds.
 *
 * @param {Product} product
 * @param {Target} replica
 */
async function cpuOf(product, replica) {
  const { user, system } = process.cpuUsage();
  const servers = [replica.server, product.managementServer].filter((server) => server !== null);
  const used = await Promise.all(servers.map(({ child }) => readCpu(child)));
  return used.reduce((sum, each) => sum + each, user + system) + product.database.meter.cpu();
}

/**
 * @param {PacedLoad} load
 * @param {Span[]} spans
 * @returns {Phase}
 */
function phaseOf(load, spans) {
  const all = spans.flatMap(({ from, to }) => load.between(from, to)).toSorted((a, b) => a - b);
  const windows = spans.flatMap(({ from, to }) => {
    const starts = Array.from({ length: Math.max(1, Math.floor((to - from) / WINDOW)) }, (_, n) => from + n * WINDOW);
    return starts.map((start) => percentile(load.between(start, start + WINDOW), 99));
  });
  const others = spans.reduce((sum, span) => sum + span.others, 0) / spans.length;
  return { p50: percentile(all, 50), p99: percentile(all, 99), windows: median(windows), requests: all.length, others };
}

/**
 * @param {number[]} sorted
 * @param {number} percent
 */
export function percentile(sorted, percent) {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}
