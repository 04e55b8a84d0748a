/** `npm run bench:users`: the cost of lists of users and of searches, in a domain of a million users beside a thousand smaller domains. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { onEnd, stopWithin } from './cleanup.mjs';
import { runBench } from './run-bench.mjs';
import { UsersDatabase } from './users-database.mjs';
import { casesOf } from './users-cases.mjs';
import { checkCases } from './users-guards.mjs';
import { measureCases, measureCreation } from './users-measure.mjs';
import { populate } from './users-population.mjs';
import { render, summarise } from './users-report.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * @typedef {object} Options
 * @property {number} users of the large domain
 * @property {number} domains beside it
 * @property {number} each users of each of those
 * @property {number} rounds how often every list and search is measured
 * @property {string | undefined} json file that gets the result as JSON
 */

/** Far longer than it takes. */
const BASE_MINUTES = 15;
const USERS_A_MINUTE = 50_000;

const usage = `npm run bench:users -- [options]
  --users 1000000              users of the large domain
  --domains 1000 --each 100    domains beside it, and users of each
  --rounds 20                  how often every list and search is measured
  --json FILE                  the result as JSON`;

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {Error} one line that names the faulty option
 */
function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      users: { type: 'string', default: '1000000' },
      domains: { type: 'string', default: '1000' },
      each: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '20' },
      json: { type: 'string' },
    },
  });
  return {
    users: wholeNumber('users', values.users),
    domains: wholeNumber('domains', values.domains),
    each: wholeNumber('each', values.each),
    rounds: wholeNumber('rounds', values.rounds),
    json: values.json,
  };
}

/**
 * @param {Options} options
 * @returns {Promise<boolean>} whether every goal was met and every guard held
 */
async function main(options) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const database = await UsersDatabase.start();
  onEnd(() => database.stop());
  console.error(`making ${options.users} users in one domain, and ${options.domains * options.each} in ${options.domains} others`);
  const population = await populate(database, options);
  const cases = await casesOf(database, population);
  const guards = await checkCases(database, cases);
  console.error(`measuring ${cases.length} lists and searches, ${options.rounds} times each`);
  const measured = await measureCases(database, cases, options.rounds);
  const creation = await measureCreation(database, population);
  const plans = await database.plansOf(cases);
  const summary = summarise({ options, population, measured, creation, guards });
  console.log(`${plans.map(({ label, plan }) => `### ${label}\n\n${plan}`).join('\n\n')}\n\n${render(summary)}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(summary, null, 2)}\n`);
  return guards.every(({ kept }) => kept) && summary.goals.every(({ value, atMost }) => value <= atMost);
}

await runBench(() => {
  const options = parseOptions(process.argv.slice(2));
  stopWithin(BASE_MINUTES + options.users / USERS_A_MINUTE);
  return main(options);
}, usage);
