/** `npm run bench:cold`: the first token of a domain in a process, and the first one after a change, compared with a warm one. */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildIfStale } from '../build-if-stale.mjs';
import { onEnd, stopWithin } from './cleanup.mjs';
import { judgeCold } from './cold-goals.mjs';
import { populateDomains } from './domain-population.mjs';
import { measureKeyImport } from './key-import.mjs';
import { LoadProcess } from './load-process.mjs';
import { requestTemplate } from './methods.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { Product } from './product.mjs';
import { renderMeasurements, sayRound } from './report.mjs';
import { measure } from './rounds.mjs';
import { runBench } from './run-bench.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('./target.mjs').Party} Party
 */

const CONNECTIONS = 32;
const WARM_DOMAINS = 1_000;
/** Domains of a round whose client, or which themselves, get a new revision before it. */
const CHANGED_DOMAINS = 1_500;
/** New domains in a round. */
const COLD_DOMAINS = 1_500;
/** Compiles what a cold token needs: domains before the first round. */
const WARM_UP_DOMAINS = 5_000;
const MINUTES = 4;
const usage = `npm run bench:cold -- [--rounds 5] [--seconds 1] [--cpu-profiles DIR]`;

/**
 * @param {{ rounds: number, seconds: number, cpuProfiles: string | undefined }} options
 * @returns {Promise<boolean>} whether every answer was a token
 */
async function main({ rounds, seconds, cpuProfiles }) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  pin(process.pid, FEEDING_CORE);
  const product = await Product.start(cpuProfiles);
  const load = new LoadProcess({ core: FEEDING_CORE, connections: CONNECTIONS });
  onEnd(() => load.stop());
  const parties = await populateDomains(product, WARM_UP_DOMAINS + rounds * COLD_DOMAINS);
  const targets = await startTargets(product, parties);
  for (const { name, port, parties: asking, amount } of targets) {
    const requests = asking.map((party) => requestTemplate('secret', party));
    await load.add(name, { port, requests, inTurn: amount !== undefined });
  }
  const plan = { rounds, seconds, attempts: 1, database: product.database.meter, onRound: sayRound };
  const measurements = await measure(targets, load, plan);
  console.log(`\n${renderMeasurements(measurements, judgeCold(measurements))}\n\n${await measureKeyImport()}`);
  return measurements.every(({ rounds: all }) => all.every(({ bad }) => Object.keys(bad).length === 0));
}

/**
 * @param {Product} product
 * @param {Party[]} parties
 * @returns {Promise<Target[]>}
 */
async function startTargets(product, parties) {
  const client = new pg.Client({ connectionString: product.database.url });
  await client.connect();
  onEnd(() => client.end());
  const hosts = parties.slice(0, CHANGED_DOMAINS).map(({ secret }) => secret);
  const raise = (/** @type {string} */ table, /** @type {string} */ column) => async () => {
    const ids = `(SELECT id FROM domain WHERE name = ANY ($1))`;
    await client.query(`UPDATE ${table} SET revision = nextval('revision') WHERE ${column} IN ${ids}`, [hosts]);
  };
  const start = (/** @type {string} */ name, /** @type {number} */ count) => product.startAuth(name, count, { method: 'secret', parties });
  const inTurn = { warmUpAmount: WARM_UP_DOMAINS, amount: CHANGED_DOMAINS };
  return [
    await start('warm', WARM_DOMAINS),
    { ...(await start('first token of a domain', parties.length)), ...inTurn, amount: COLD_DOMAINS },
    { ...(await start('after a change of the client', CHANGED_DOMAINS)), ...inTurn, beforeRound: raise('client', 'domain_id') },
    { ...(await start('after a change of the domain', CHANGED_DOMAINS)), ...inTurn, beforeRound: raise('domain', 'id') },
  ];
}

await runBench(() => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      'cpu-profiles': { type: 'string' },
    },
  });
  stopWithin(MINUTES);
  return main({
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    cpuProfiles: values['cpu-profiles'],
  });
}, usage);
