/** `npm run bench:domains`: 100,000 domains: tokens of 20,000 and 50,000 of them, registration, the start, and what runs by itself. */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { onEnd, stopWithin } from './cleanup.mjs';
import { populateDomains } from './domain-population.mjs';
import { judgeDomains } from './domain-goals.mjs';
import { measureBackground, measureGrowth } from './domain-growth.mjs';
import { LoadProcess } from './load-process.mjs';
import { requestTemplate } from './methods.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { Product } from './product.mjs';
import { renderMeasurements, sayRound, table } from './report.mjs';
import { measure } from './rounds.mjs';
import { runBench } from './run-bench.mjs';
import { startReference } from './target.mjs';
import { wholeNumber } from './whole-number.mjs';

const CONNECTIONS = 32;
/** Requests for each domain before the first round: at random, 95 percent of the domains are asked for. */
const WARM_UP_REQUESTS = 3;
const FEW_DOMAINS = 100;
const MINUTES = 10;
const usage = `npm run bench:domains -- [--domains 100000] [--active 1,20000,50000] [--rounds 5] [--seconds 1] [--cpu-profiles DIR]`;

/**
 * @param {{ domains: number, active: number[], rounds: number, seconds: number, cpuProfiles: string | undefined }} options
 * @returns {Promise<boolean>} whether every answer was a token
 */
async function main({ domains, active, rounds, seconds, cpuProfiles }) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  pin(process.pid, FEEDING_CORE);
  const product = await Product.start(cpuProfiles);
  await product.provision(FEW_DOMAINS);
  const few = await measureGrowth(product);
  console.error(`populating ${domains} domains`);
  const parties = await populateDomains(product, domains);
  const many = await measureGrowth(product);
  const background = await measureBackground(product);
  const load = new LoadProcess({ core: FEEDING_CORE, connections: CONNECTIONS });
  onEnd(() => load.stop());
  const limit = await startReference('limit', 'secret', cpuProfiles);
  onEnd(() => limit.server.stop());
  const targets = [limit];
  for (const count of active) {
    const target = await product.startAuth(`${count} active`, count, { method: 'secret', parties });
    targets.push({ ...target, warmUpAmount: Math.max(10_000, count * WARM_UP_REQUESTS) });
  }
  for (const { name, port, parties: asking } of targets) {
    await load.add(name, { port, requests: asking.map((party) => requestTemplate('secret', party)) });
  }
  const measurements = await measure(targets, load, { rounds, seconds, attempts: 1, database: product.database.meter, onRound: sayRound });
  const growth = Object.keys(few).map((name) => [name, String(few[name]), String(many[name])]);
  console.log(`\n${renderMeasurements(measurements, judgeDomains(measurements))}`);
  console.log(`\n${table([['of domains', String(FEW_DOMAINS), String(domains)], ...growth])}\n\n${background}`);
  return measurements.every(({ rounds: all }) => all.every(({ bad }) => Object.keys(bad).length === 0));
}

await runBench(() => {
  const { values } = parseArgs({
    options: {
      domains: { type: 'string', default: '100000' },
      active: { type: 'string', default: '1,20000,50000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      'cpu-profiles': { type: 'string' },
    },
  });
  stopWithin(MINUTES);
  return main({
    domains: wholeNumber('domains', values.domains),
    active: values.active.split(',').map((text) => wholeNumber('active', text)),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: wholeNumber('seconds', values.seconds),
    cpuProfiles: values['cpu-profiles'],
  });
}, usage);
