/**
 * `npm run bench:log-partitions`: what reading, writing and removing entries of a large log costs, in one table and in one that is partitioned by the month
 * of removal, and what removing expired payloads costs. The tables are generated ones, with the columns and indexes of the product's. One is on the disk at a
 * time. `--compact` leaves out ids of requests and actors, and data: 100,000,000 entries then need 50 GB for each table, a little more than half. `--only TEXT`
 * chooses tables by their names.
 */
import { parseArgs } from 'node:util';
import pg from 'pg';
import { cleanUp, onEnd, stopWithin } from './cleanup.mjs';
import { startDatabase } from './database.mjs';
import { DOMAINS, MONTHS, SHAPES, USERS, createIndexes, createTable, domainId, fillMonth, fillPayloads, userId } from './log-tables.mjs';
import { number, table } from './report.mjs';
import { wholeNumber } from './whole-number.mjs';

/** @typedef {import('./log-tables.mjs').Shape} Shape */
/** @typedef {{ client: pg.Client, cpu: () => number, repeats: number }} Bench */
/** @typedef {{ milliseconds: number, cpu: number, wal: number }} Cost */

const MINUTES = 120;
const REMOVAL_BATCH = 1_000;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000000' },
    payloads: { type: 'string', default: '2000000' },
    repeats: { type: 'string', default: '500' },
    compact: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

try {
  stopWithin(MINUTES);
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await cleanUp();
}

async function main() {
  const rows = Math.floor(wholeNumber('rows', values.rows) / MONTHS);
  const payloads = wholeNumber('payloads', values.payloads, 0);
  const repeats = wholeNumber('repeats', values.repeats);
  const database = await startDatabase();
  onEnd(database.stop);
  const client = new pg.Client(database.url);
  await client.connect();
  onEnd(() => client.end());
  const bench = { client, cpu: database.meter.cpu, repeats };
  const lines = new Map([['operation', ['operation']]]);
  const removals = [];
  for (const shape of SHAPES.filter(({ name }) => name.includes(values.only))) {
    await prepare(client, shape, rows);
    await measureOperations(bench, shape, lines);
    removals.push(await measureRemoval(bench, shape, rows));
    await client.query(`DROP TABLE ${shape.name}`);
  }
  console.log(`\n${table([...lines.values()])}\n`);
  reportCosts(removals);
  if (payloads > 0) await reportPayloads(bench, payloads);
}

/**
 * @param {pg.Client} client
 * @param {Shape} shape
 * @param {number} rows for each month
 */
async function prepare(client, shape, rows) {
  await createTable(client, shape);
  const from = performance.now();
  for (let month = 0; month < MONTHS; month += 1) await fillMonth(client, shape.name, { month, rows, compact: values.compact });
  await createIndexes(client, shape);
  await client.query(`VACUUM (ANALYZE) ${shape.name}`);
  // Else it would run, and count, during the first operations.
  await client.query('CHECKPOINT');
  const { bytes, heap } = await readSize(client, shape.name);
  const seconds = (/** @type {number} */ milliseconds) => number(milliseconds / 1_000, 0);
  const each = (/** @type {number} */ size) => number(size / (rows * MONTHS), 0);
  console.log(
    `${shape.name}: ${number(rows * MONTHS, 0)} rows, ${each(bytes)} bytes each with indexes, ${each(heap)} without, in ${seconds(performance.now() - from)} s`,
  );
}

/**
 * @param {pg.Client} client
 * @param {string} name of a table, whole or partitioned
 * @returns {Promise<{ bytes: number, heap: number }>} with indexes, and without
 */
async function readSize(client, name) {
  const { rows } = await client.query(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes, sum(pg_relation_size(oid))::float8 AS heap FROM pg_class
     WHERE oid = $1::regclass OR oid IN (SELECT relid FROM pg_partition_tree($1))`,
    [name],
  );
  return rows[0];
}

/** The statements of the product, with `$1` for a number that differs at each call. @param {Shape} shape */
function operations({ name, partitioned }) {
  const domain = domainId(`$1::bigint % ${DOMAINS}`);
  const kept = partitioned ? `AND removed_from >= date_trunc('month', current_date)::date` : '';
  const page = (/** @type {string} */ filter) =>
    `SELECT * FROM ${name} WHERE domain_id = ${domain} AND sequence IS NOT NULL ${kept} ${filter} ORDER BY sequence DESC LIMIT 100`;
  return [
    ['page, newest first', page('')],
    ['page of a type', page(`AND type = 'user.updated'`)],
    ['page of a user', page(`AND sub = ${userId(`$1::bigint % ${USERS}`)}`)],
    ['entry by its key', `SELECT * FROM ${name} WHERE domain_id = ${domain} AND id = $1::bigint`],
    ['look for unchained entries', `SELECT * FROM ${name} WHERE domain_id = ${domain} AND sequence IS NULL ORDER BY id LIMIT 200`],
    [
      'insert',
      `INSERT INTO ${name} (domain_id, id, actor_type, type, sub) VALUES (${domain}, -$1::bigint - 1, 'user', 'user.signed_in', ${userId('$1::bigint')})`,
    ],
  ];
}

/**
 * @param {Bench} bench
 * @param {Shape} shape
 * @param {Map<string, string[]>} lines of the table, by operation
 */
async function measureOperations(bench, shape, lines) {
  lines.get('operation')?.push(`${shape.name}: ms`, 'CPU ms', 'WAL bytes');
  for (const [operation = '', sql = ''] of operations(shape)) {
    const { milliseconds, cpu, wal } = await repeat(bench, { name: `${shape.name} ${operation}`, sql });
    const line = lines.get(operation) ?? [operation];
    const each = [number(milliseconds / bench.repeats, 3), number(cpu / bench.repeats, 3), number(wal / bench.repeats, 0)];
    lines.set(operation, [...line, ...each]);
  }
}

/**
 * @param {Bench} bench
 * @param {{ name: string, sql: string }} statement
 */
function repeat(bench, { name, sql }) {
  return measure(bench, async () => {
    for (let n = 0; n < bench.repeats; n += 1) await bench.client.query({ name, text: sql, values: [n * 7] });
  });
}

/**
 * @param {Bench} bench
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Cost>} milliseconds of time and of PostgreSQL's CPU, bytes of WAL
 */
async function measure({ client, cpu }, work) {
  const readWal = async () => Number((await client.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`)).rows[0].bytes);
  const [wal, start, used] = [await readWal(), performance.now(), cpu()];
  await work();
  return { milliseconds: performance.now() - start, cpu: (cpu() - used) / 1_000, wal: (await readWal()) - wal };
}

/**
 * @param {Bench} bench
 * @param {Shape} shape
 * @param {number} rows in a month
 */
async function measureRemoval(bench, { name, partitioned }, rows) {
  const { client } = bench;
  if (partitioned) {
    const title = `drop the partition of ${number(rows, 0)} entries`;
    return removal(title, await measure(bench, () => client.query(`DROP TABLE ${name}_0`)));
  }
  await client.query(`CREATE INDEX ON ${name} (removed_from)`);
  const expired = `removed_from < (date_trunc('month', current_date) + interval '1 month')::date`;
  return removal(`delete ${number(rows, 0)} entries in batches`, await measure(bench, () => removeInBatches(client, name, expired)));
}

/**
 * @param {Bench} bench
 * @param {number} payloads
 */
async function reportPayloads(bench, payloads) {
  await fillPayloads(bench.client, payloads);
  await bench.client.query('VACUUM (ANALYZE) payload');
  const { bytes } = await readSize(bench.client, 'payload');
  console.log(`payload: ${number(payloads, 0)} rows, ${number(bytes / payloads, 0)} bytes each with indexes\n`);
  const cost = await measure(bench, () => removeInBatches(bench.client, 'payload', 'expires_at < now()'));
  reportCosts([removal(`delete ${number(payloads / 2, 0)} expired payloads in batches`, cost)]);
}

/**
 * Removes rows as the sweepers of the product do.
 *
 * @param {pg.Client} client
 * @param {string} name of the table
 * @param {string} condition
 */
async function removeInBatches(client, name, condition) {
  const sql = `DELETE FROM ${name} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${name} WHERE ${condition} LIMIT ${REMOVAL_BATCH})) AND ${condition}`;
  while ((await client.query(sql)).rowCount) continue;
}

/**
 * @param {string} title
 * @param {Cost} cost
 */
function removal(title, { milliseconds, cpu, wal }) {
  return [title, number(milliseconds / 1_000, 2), number(cpu / 1_000, 2), number(wal / 1e6, 1)];
}

/** @param {string[][]} lines */
function reportCosts(lines) {
  console.log(`${table([['removal', 'seconds', 'CPU seconds', 'WAL MB'], ...lines])}\n`);
}
