/**
 * `npm run bench:fairness`: the effect of one tenant on the others. Many writers of one domain at the management API, a flood of one domain
 * at the auth server, each with the latencies of another domain; and how long requests wait for a database that does not respond.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { stopWithin } from './cleanup.mjs';
import { floodAuth } from './fairness-auth.mjs';
import { floodManagement } from './fairness-management.mjs';
import { standStill } from './fairness-outage.mjs';
import { render, summarise } from './fairness-report.mjs';
import { FEEDING_CORE, pin, unpin } from './pinning.mjs';
import { Product } from './product.mjs';
import { runBench } from './run-bench.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * @typedef {object} Options
 * @property {number} writers of one domain at the management API
 * @property {number} connections of one domain at the auth server
 * @property {number} seconds of each measurement
 * @property {string | undefined} json file that gets the result as JSON
 */

const BASE_MINUTES = 3;

const usage = `npm run bench:fairness -- [options]
  --writers 80        of one domain at the management API
  --connections 500   of one domain at the auth server
  --seconds 15        of each measurement
  --json FILE         the result as JSON`;

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {Error} one line that names the faulty option
 */
function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      writers: { type: 'string', default: '80' },
      connections: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '15' },
      json: { type: 'string' },
    },
  });
  return {
    writers: wholeNumber('writers', values.writers),
    connections: wholeNumber('connections', values.connections),
    seconds: wholeNumber('seconds', values.seconds),
    json: values.json,
  };
}

/**
 * @param {Options} options
 * @returns {Promise<boolean>} whether every goal was met
 */
async function main(options) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  pin(process.pid, FEEDING_CORE);
  const product = await Product.start(undefined);
  // The auth server has a core to itself. The management API and the database share the other one with the load, and are measured too.
  for (const pid of [product.database.pid, product.managementServer?.child.pid]) if (pid !== undefined) unpin(pid);
  const management = await floodManagement(product, options);
  const floods = await floodAuth(product, options);
  const outages = await standStill(product);
  const summary = summarise(options, { management, floods, outages });
  console.log(render(summary));
  if (options.json) writeFileSync(options.json, `${JSON.stringify(summary, null, 2)}\n`);
  return summary.goals.every(({ value, atMost }) => value <= atMost);
}

await runBench(() => {
  const options = parseOptions(process.argv.slice(2));
  stopWithin(BASE_MINUTES + (options.seconds * 8) / 60);
  return main(options);
}, usage);
