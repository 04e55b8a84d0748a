/** `npm run bench`: the benches of requests, each with few rounds, in about five minutes. Prints one table of their goals. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { goalRow, table } from './report.mjs';

/** @type {[name: string, ...args: string[]][]} */
const BENCHES = [
  ['token', '--rounds', '3', '--seconds', '0.4'],
  ['cold', '--rounds', '2'],
  ['people', '--rounds', '2'],
  ['management-routes', '--rounds', '1'],
  ['domains', '--domains', '20000', '--active', '1,20000', '--rounds', '1'],
];

await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
const directory = mkdtempSync(join(tmpdir(), 'latchkey-goals-'));
const startedAt = performance.now();
const rows = [];
for (const [name, ...args] of BENCHES) rows.push(...(await run(name, args)).map((row) => [name, ...row]));
rmSync(directory, { recursive: true });
console.log(table([['bench', 'goal', 'measured', 'least to most', 'bound', ''], ...rows]));
console.log(`\n${Math.round((performance.now() - startedAt) / 1_000)} s in all`);

/**
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<string[][]>} a row for each goal; one that says so if the bench ended without any
 */
async function run(name, args) {
  const file = join(directory, name);
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const bench = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, BENCH_GOALS_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(bench, 'close');
  if (!existsSync(file)) return [['no figures: run it alone to see why', '-', '-', '-', 'MISS']];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => goalRow(JSON.parse(line)));
}
