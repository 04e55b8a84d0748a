import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../embedded-postgres.mjs';
import { FEEDING_CORE, pin, TreeCpuMeter } from './machine.mjs';
import { onEnd } from './run-bench.mjs';

/** Counts every statement of any process, awaited or not. */
const STATEMENTS = 'SELECT sum(calls)::float8 AS count FROM pg_stat_statements';

/**
 * A PostgreSQL server for this run, with its data in a temporary directory and as durable as in production.
 *
 * @typedef {object} Database
 *
 * @property {string} url
 * @property {number} pid of its first process
 * @property {(text: string, values?: unknown[]) => Promise<any[]>} query returns rows
 * @property {() => number} cpu microseconds, of all its processes since its start
 * @property {() => Promise<number>} statements of all processes since its start
 * @returns {Promise<Database>}
 */
export async function startDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  onEnd(() => rmSync(dataDir, { recursive: true, force: true }));
  const { url, pid, stop } = await startPostgres({
    dataDir,
    durable: true,
    options: { shared_preload_libraries: 'pg_stat_statements' },
  });
  onEnd(() => stop());
  pin(pid, FEEDING_CORE);
  const client = new pg.Client(url);
  await client.connect();
  onEnd(() => client.end());
  /** @type {Database['query']} */
  const query = async (text, values) => (await client.query(text, values)).rows;
  await query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const statements = async () => (await query(STATEMENTS))[0].count;
  const meter = new TreeCpuMeter(pid);
  return { url, pid, query, cpu: () => meter.read(), statements };
}
