/**
 * `npm run bench:log`: the time of pages of a large log, of which the retention hides the older half, and the bytes of an entry. Pages are requests to the
 * management API.
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cleanUp, onEnd, stopWithin } from './cleanup.mjs';
import { median } from './goals.mjs';
import { send } from './http.mjs';
import { fillLog } from './log-population.mjs';
import { Product } from './product.mjs';
import { number, table } from './report.mjs';
import { wholeNumber } from './whole-number.mjs';

const MINUTES = 30;
const NDJSON = { accept: 'application/x-ndjson' };

const { values } = parseArgs({ options: { entries: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '20' } } });

try {
  stopWithin(MINUTES);
  await main(wholeNumber('entries', values.entries), wholeNumber('rounds', values.rounds));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

/**
 * @param {number} entries
 * @param {number} rounds
 */
async function main(entries, rounds) {
  const product = await Product.start(undefined);
  const database = new pg.Client(product.database.url);
  await database.connect();
  onEnd(() => database.end());
  const log = `/v1/domain/${await product.management.createDomain()}/log`;
  const read = reader(product.management, log);
  // Chains the first entry.
  await read('');
  const { rows } = await database.query('SELECT domain_id AS id FROM log_chain');
  const before = await readSize(database);
  const from = performance.now();
  await fillLog(database, rows[0].id, entries);
  const filledIn = performance.now() - from;
  const after = await readSize(database);
  console.log(
    `${entries} entries of one domain, ${rounds} rounds, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}). Pages of 100 entries\n`,
  );
  console.log(table([['page', 'entries', 'median ms', 'slowest ms'], ...(await measure(casesOf(entries), rounds, read))]));
  console.log(`\nbytes for each entry, with indexes: ${number((after - before) / entries, 0)}`);
  console.log(`microseconds for each inserted entry, in statements of 50,000: ${number((filledIn * 1000) / entries, 0)}`);
}

/**
 * @param {pg.Client} database
 * @returns {Promise<number>} the bytes of the log, with indexes, in all partitions
 */
async function readSize(database) {
  const { rows } = await database.query(`SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('log_entry')`);
  return rows[0].bytes;
}

/**
 * @typedef {{ name: string, query: string, headers?: Record<string, string> }} Case
 * @typedef {(query: string, headers?: Record<string, string>) => Promise<number>} Read resolves to the number of entries
 * @param {number} entries
 * @returns {Case[]}
 */
function casesOf(entries) {
  return [
    { name: 'newest', query: '' },
    { name: 'of a rare type', query: '?type=branding.updated' },
    { name: 'of a client', query: '?client=client-1' },
    { name: 'of an unknown request', query: '?requestId=unknown' },
    { name: 'the oldest that are shown', query: `?cursor=${Math.round(entries / 2) + 50}` },
    { name: 'after the last one that is shown', query: `?cursor=${Math.round(entries / 2) - 50}` },
    { name: 'stream from the beginning', query: '?limit=100', headers: NDJSON },
  ];
}

/**
 * @param {import('./management.mjs').Management} management
 * @param {string} log
 * @returns {Read}
 */
function reader({ port, apiKey }, log) {
  return async (query, headers = {}) => {
    const { status, body } = await send({ port, method: 'GET', path: `${log}${query}`, headers: { 'x-api-key': apiKey, ...headers } });
    if (status !== 200) throw new Error(`${query}: ${status} ${body}`);
    return headers === NDJSON ? body.split('\n').length - 1 : JSON.parse(body).length;
  };
}

/**
 * Every case in turn, round by round, so that a disturbance affects all of them.
 *
 * @param {Case[]} cases
 * @param {number} rounds
 * @param {Read} read
 * @returns {Promise<string[][]>} a row of the table for each
 */
async function measure(cases, rounds, read) {
  const measured = cases.map((each) => ({ each, entries: 0, times: /** @type {number[]} */ ([]) }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of measured) {
      const from = performance.now();
      one.entries = await read(one.each.query, one.each.headers);
      one.times.push(performance.now() - from);
    }
  }
  return measured.map(({ each, entries, times }) => [each.name, String(entries), number(median(times), 1), number(Math.max(...times), 1)]);
}
