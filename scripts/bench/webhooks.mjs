/**
 * `npm run bench:webhooks`: what webhooks that never answer take from the others: the time from an event to its delivery, and deliveries a second, of the
 * others, while these hang, and while they answer, in turns. The receivers are a process of their own on loopback.
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildIfStale } from '../build-if-stale.mjs';
import { onEnd, stopWithin } from './cleanup.mjs';
import { unpin } from './pinning.mjs';
import { Product } from './product.mjs';
import { runBench } from './run-bench.mjs';
import { populateWebhooks } from './webhook-population.mjs';
import { WebhookReceivers } from './webhook-receivers.mjs';
import { render } from './webhook-report.mjs';
import { WebhookRounds } from './webhook-rounds.mjs';
import { wholeNumber } from './whole-number.mjs';

const MINUTES = 10;
/** Loopback and http are for development only. */
const LOOPBACK = { NODE_ENV: 'development', AUTH_URL: 'http://{domain}:8080' };

const usage = `npm run bench:webhooks -- [options]
  --webhooks 10000   in all, of which
  --hanging 500      accept the request and never answer, all from one moment on
  --domains 500      that have them, as many each
  --rounds 2         while these answer, and while they hang, in turns
  --rate 2           events a second while latency is measured, each in another domain
  --seconds 15       of them
  --burst 100        events at once while throughput is measured, each in another domain`;

const DEFAULTS = { webhooks: '10000', hanging: '500', domains: '500', rounds: '2', rate: '2', seconds: '15', burst: '100' };

/**
 * @typedef {Record<keyof typeof DEFAULTS, number>} Options
 * @param {string[]} args
 * @returns {Options}
 * @throws {Error} one line that names the faulty option
 */
function parseOptions(args) {
  const names = /** @type {(keyof Options)[]} */ (Object.keys(DEFAULTS));
  const options = Object.fromEntries(names.map((name) => [name, /** @type {const} */ ({ type: 'string', default: DEFAULTS[name] })]));
  const { values } = parseArgs({ args, options });
  return /** @type {Options} */ (Object.fromEntries(names.map((name) => [name, wholeNumber(name, String(values[name]))])));
}

/** @param {Options} options @returns {Promise<boolean>} whether every goal was met */
async function main(options) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const receivers = await WebhookReceivers.start();
  const product = await Product.start(undefined, false, LOOPBACK);
  // Management and PostgreSQL share the work: whichever needs more gets it.
  for (const pid of [product.database.pid, product.managementServer?.child.pid]) if (pid !== undefined) unpin(pid);
  const database = new pg.Client(product.database.url);
  await database.connect();
  onEnd(() => database.end());
  const subscribed = await populateWebhooks(product, database, { ...options, ports: receivers.ports });
  const rounds = await new WebhookRounds({ product, database, receivers, subscribed }, options).measure();
  const { text, isMet } = render(options, rounds);
  console.log(text);
  return isMet;
}

await runBench(() => {
  stopWithin(MINUTES);
  return main(parseOptions(process.argv.slice(2)));
}, usage);
