/** `npm run bench:domains`: 100,000 domains: tokens of 20,000 and 50,000 of them, a registration, and the start. */
import { populateDomains } from './domain-population.mjs';
import { Product } from './product.mjs';
import { startTokenReference } from './references.mjs';
import { compareCpu, median, number, once, printGoals, printTable } from './report.mjs';
import { measure, printMeasurements } from './rounds.mjs';
import { runBench } from './run-bench.mjs';

/** `active`: the number of requested domains, with one auth server for each number. */
const defaults = { domains: 100_000, active: '1,20000,50000', rounds: 5, seconds: 1, connections: 32 };
/** Requests per domain before the first round; chosen at random, they reach 95 percent of the domains. */
const WARM_UP_REQUESTS = 3;
const REGISTRATIONS = 40;
const STARTS = 3;
const MAX_MB = 400;

await runBench({ minutes: 15, defaults }, async ({ domains, active, ...plan }) => {
  const product = await Product.start();
  const few = await measureGrowth(product);
  console.error(`creating ${domains} domains`);
  const parties = await populateDomains(product, domains);
  const many = await measureGrowth(product);
  const targets = [await startTokenReference('limit')];
  for (const count of active.split(',').map(Number)) {
    const target = await product.startAuth(`${count} active`, parties.slice(0, count));
    targets.push({ ...target, warmUpAmount: Math.max(10_000, count * WARM_UP_REQUESTS) });
  }
  const measurements = await measure(targets, plan);
  printTable(
    ['of domains', 'few', String(domains)],
    Object.entries(few).map(([name, value]) => [name, number(value, 1), number(many[name] ?? Number.NaN, 1)]),
  );
  return [printMeasurements(measurements), printGoals(judge(measurements))].every(Boolean);
});

/** @type {(measurements: import('./rounds.mjs').Measurement[]) => import('./report.mjs').Goal[]} */
function judge(measurements) {
  const find = (/** @type {string} */ name) => measurements.find(({ target }) => target.name === name);
  const [some, most] = [find('20000 active'), find('50000 active')];
  return [
    ...compareCpu('20,000 domains active, CPU to one domain', [some, find('1 active')], 1.1),
    ...(some ? [{ label: '20,000 domains active, peak memory, MB', ...once(some.peakMemory), atMost: MAX_MB, digits: 0 }] : []),
    ...compareCpu('50,000 domains active, CPU to the limit', [most, find('limit')], 1.5),
    ...(most ? [{ label: '50,000 domains active, peak memory, MB', ...once(most.peakMemory), atMost: MAX_MB, digits: 0 }] : []),
  ];
}

/**
 * Measures what must not grow with the number of domains. @param {Product} product @returns {Promise<Record<string, number>>} milliseconds
 */
async function measureGrowth(product) {
  const cpu = product.database.cpu();
  const registrations = await timeEach(REGISTRATIONS, () => product.management.createDomain());
  const databaseCpu = (product.database.cpu() - cpu) / 1_000 / REGISTRATIONS;
  const auth = await timeEach(STARTS, async () => (await product.startAuth('start')).server);
  const management = await timeEach(STARTS, async () => (await product.startManagement()).server);
  return {
    'registration, ms': registrations,
    'registration, CPU of PostgreSQL, ms': databaseCpu,
    'start of auth, ms': auth,
    'start of management, ms': management,
  };
}

/** @type {(count: number, work: () => Promise<unknown>) => Promise<number>} the median; a server that the work returns is stopped */
async function timeEach(count, work) {
  const elapsed = [];
  for (let n = 0; n < count; n += 1) {
    const startedAt = performance.now();
    const result = await work();
    elapsed.push(performance.now() - startedAt);
    if (typeof result === 'object') await /** @type {{ stop: () => Promise<void> }} */ (result).stop();
  }
  return median(elapsed);
}
