/** `npm run bench:cold`: the first token of a domain in a process, and the first one after a change, compared with a warm one. */
import { populateDomains } from './domain-population.mjs';
import { Product } from './product.mjs';
import { compareCpu, printGoals, spread } from './report.mjs';
import { measure, printMeasurements } from './rounds.mjs';
import { runBench } from './run-bench.mjs';

/** @typedef {import('./product.mjs').Party} Party */

const WARM_DOMAINS = 1_000;
/** Domains per round: new ones, or those that get a new revision, or whose clients do, before it. */
const DOMAINS = 1_500;
/** Compiles the code for a cold token: domains before the first round. */
const WARM_UP_DOMAINS = 5_000;
const COLD = ['first token of a domain', 'after a change of the client', 'after a change of the domain'];

await runBench({ minutes: 5, defaults: { rounds: 5, seconds: 1, connections: 32 } }, async (options) => {
  const product = await Product.start();
  const parties = await populateDomains(product, WARM_UP_DOMAINS + options.rounds * DOMAINS);
  const measurements = await measure(await startTargets(product, parties), options);
  const warm = measurements[0];
  const goals = measurements
    .slice(1)
    .flatMap((cold) => [
      ...compareCpu(`${cold.target.name}, CPU to a warm one`, [cold, warm], 2),
      { label: `${cold.target.name}, tokens/s`, ...spread(cold.rounds.map(({ rate }) => rate)), atLeast: 3_000, digits: 0 },
    ]);
  return [printMeasurements(measurements), printGoals(goals)].every(Boolean);
});

/** @param {Product} product @param {Party[]} parties */
async function startTargets(product, parties) {
  const changed = parties.slice(0, DOMAINS);
  const raise = (/** @type {string} */ table, /** @type {string} */ column) => () =>
    product.database.query(
      `UPDATE ${table} SET revision = nextval('revision') WHERE ${column} IN (SELECT id FROM domain WHERE name = ANY ($1))`,
      [changed.map(({ secret }) => secret)],
    );
  const inTurn = { warmUpAmount: WARM_UP_DOMAINS, amount: DOMAINS };
  const [first = '', client = '', domain = ''] = COLD;
  return [
    await product.startAuth('warm', parties.slice(0, WARM_DOMAINS)),
    { ...(await product.startAuth(first, parties)), ...inTurn },
    { ...(await product.startAuth(client, changed)), ...inTurn, beforeRound: raise('client', 'domain_id') },
    { ...(await product.startAuth(domain, changed)), ...inTurn, beforeRound: raise('domain', 'id') },
  ];
}
