/**
 * `npm run bench:delete`: the effect of deletions on others. Deletes a domain with a million users while another one serves tokens, and
 * thousands of small ones while two auth servers get requests for all of them.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { stopWithin } from './cleanup.mjs';
import { deleteLarge } from './delete-large.mjs';
import { render, summarise } from './delete-report.mjs';
import { deleteSmall } from './delete-small.mjs';
import { unpin } from './pinning.mjs';
import { Product } from './product.mjs';
import { runBench } from './run-bench.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * @typedef {object} Options
 * @property {number} users of the large domain; 0: there is none
 * @property {number} rate tokens a second of another domain meanwhile
 * @property {number} quiet seconds that are measured before, and again after
 * @property {number} deletions of small domains; 0: there are none
 * @property {number} connections that ask about the small domains meanwhile
 * @property {string | undefined} json file that gets the result as JSON
 */

const BASE_MINUTES = 15;
const USERS_A_MINUTE = 50_000;
const DELETIONS_A_MINUTE = 300;

const usage = `npm run bench:delete -- [options]
  --users 1000000 --rate 300 --quiet 60   of the large domain; tokens a second of another; seconds before and after (--users 0: skipped)
  --deletions 2000 --connections 16       of small domains; connections that ask about them (--deletions 0: skipped)
  --json FILE                             the result as JSON`;

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
      rate: { type: 'string', default: '300' },
      quiet: { type: 'string', default: '60' },
      deletions: { type: 'string', default: '2000' },
      connections: { type: 'string', default: '16' },
      json: { type: 'string' },
    },
  });
  return {
    users: wholeNumber('users', values.users, 0),
    rate: wholeNumber('rate', values.rate),
    quiet: wholeNumber('quiet', values.quiet),
    deletions: wholeNumber('deletions', values.deletions, 0),
    connections: wholeNumber('connections', values.connections),
    json: values.json,
  };
}

/**
 * @param {Options} options
 * @returns {Promise<boolean>} whether every goal was met and every guard held
 */
async function main(options) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const product = await Product.start(undefined);
  const replicas = [await product.startAuth('auth-1', 0), await product.startAuth('auth-2', 0)];
  // No pinning: all processes share all cores, as on an ordinary machine.
  unpin(product.database.pid);
  for (const { child } of [product.managementServer, ...replicas.map(({ server }) => server)].filter((server) => server !== null))
    unpin(/** @type {number} */ (child.pid));
  const large = options.users > 0 ? await deleteLarge(product, /** @type {any} */ (replicas[0]), options) : null;
  const small = options.deletions > 0 ? await deleteSmall(product, replicas, options) : null;
  const summary = summarise(options, large, small);
  console.log(render(summary));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(summary, null, 2)}\n`);
  return summary.guards.every(({ kept }) => kept) && summary.goals.every(({ value, atMost }) => value <= atMost);
}

await runBench(() => {
  const options = parseOptions(process.argv.slice(2));
  stopWithin(BASE_MINUTES + (options.users * 2) / USERS_A_MINUTE + options.deletions / DELETIONS_A_MINUTE);
  return main(options);
}, usage);
