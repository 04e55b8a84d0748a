import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.mjs';
import { TreeCpuMeter } from './cpu-meter.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';

/**
 * A PostgreSQL for this run alone, with its data in a temporary directory and as durable as in production.
 *
 * @typedef {{ url: string, pid: number, meter: import('./rounds.mjs').DatabaseMeter, stop: () => Promise<void> }} Database
 * @returns {Promise<Database>}
 */
export async function startDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const server = await startCounting(dataDir);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const { rows } = await client.query(`SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`);
  pin(rows[0].pid, FEEDING_CORE);
  const stop = async () => {
    await client.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const cpu = new TreeCpuMeter(rows[0].pid);
  const meter = { cpu: () => cpu.read(), statements: () => countStatements(client), walBytes: () => countWalBytes(client) };
  return { url: server.url, pid: rows[0].pid, meter, stop };
}

/**
 * The library that counts statements must be loaded at the start: the first start sets the option, the second one applies it.
 *
 * @param {string} dataDir
 */
async function startCounting(dataDir) {
  const first = await startPostgres({ dataDir, durable: true });
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.end();
  await first.stop();
  return startPostgres({ dataDir, durable: true });
}

/**
 * Every statement of any process, awaited or not: an upper bound of the statements for which token requests waited.
 *
 * @param {pg.Client} client
 * @returns {Promise<number>} since the server's start
 */
async function countStatements(client) {
  const { rows } = await client.query('SELECT sum(calls)::float8 AS calls FROM pg_stat_statements');
  return rows[0].calls;
}

/**
 * @param {pg.Client} client
 * @returns {Promise<number>} bytes of WAL that were inserted since the database was made
 */
async function countWalBytes(client) {
  const { rows } = await client.query(`SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`);
  return Number(rows[0].bytes);
}
