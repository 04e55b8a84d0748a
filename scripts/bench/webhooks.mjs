/**
 * `npm run bench:webhooks`: checks whether webhooks that never answer slow down the others. For the others it measures the time from an
 * event to its delivery, and deliveries per second, alternately while some webhooks hang and while they answer. The receivers run in a
 * separate process on loopback.
 */
import { measureCost } from './cost.mjs';
import { Product } from './product.mjs';
import { median, number, once, printGoals, printGuards, printTable, quantile } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { WebhookEvents } from './webhook-events.mjs';
import { populateWebhooks } from './webhook-population.mjs';
import { WebhookReceivers } from './webhook-receivers.mjs';

/**
 * @typedef {import('./webhook-events.mjs').Delivered} Delivered
 * @typedef {{ hangs: boolean, paced: Delivered, burst: Delivered, cpu: number }} Round `cpu` of management and PostgreSQL, ms for each delivery of the
 *   burst
 * @typedef {{ label: string, digits: number, of: (round: Round) => number, isRate?: boolean }} Figure
 */

/** Loopback and http are only permitted in development. */
const LOOPBACK = { NODE_ENV: 'development', AUTH_URL: 'http://{domain}:8080' };
/** The permitted slowdown of webhooks that answer, as a ratio. */
const MAX_RATIO = 1.1;

/** @type {Figure[]} */
const FIGURES = [
  { label: 'event to delivery, p50, ms', digits: 0, of: ({ paced }) => quantile(paced.latencies, 0.5) },
  { label: 'event to delivery, p99, ms', digits: 0, of: ({ paced }) => quantile(paced.latencies, 0.99) },
  { label: 'deliveries/s', digits: 0, isRate: true, of: ({ burst: { latencies } }) => (latencies.length * 1_000) / quantile(latencies, 1) },
  { label: 'CPU for each delivery, ms', digits: 2, of: ({ cpu }) => cpu },
];

/**
 * Some webhooks (`hanging` of `webhooks`) accept the request and never answer, all from one moment on. Events: `rate` per second for
 * `seconds` while latency is measured, then `burst` together while throughput is measured, each in another domain.
 */
const defaults = { webhooks: 10_000, hanging: 500, domains: 500, rounds: 2, rate: 2, seconds: 15, burst: 100 };

await runBench({ minutes: 15, defaults }, async (options) => {
  const receivers = await WebhookReceivers.start();
  const product = await Product.start({ settings: LOOPBACK });
  product.unpin();
  const subscribed = await populateWebhooks(product, { ...options, ports: receivers.ports });
  const events = new WebhookEvents({ database: product.database, receivers, subscribed });
  const rounds = [];
  for (let round = -1; round < options.rounds; round += 1) {
    // Each goes first equally often. The first round warms up.
    for (const hangs of round % 2 === 0 ? [false, true] : [true, false]) {
      const measured = await measureRound({ product, receivers, events, hangs }, options);
      if (round >= 0) rounds.push(measured);
      console.error(
        `${hangs ? 'hanging  ' : 'answering'} ${FIGURES.map(({ label, of, digits }) => `${number(of(measured), digits)} ${label}`).join(', ')}`,
      );
    }
  }
  return report(rounds);
});

/**
 * @param {{ product: Product, receivers: WebhookReceivers, events: WebhookEvents, hangs: boolean }} parts
 * @param {typeof defaults} options
 * @returns {Promise<Round>}
 */
async function measureRound({ product, receivers, events, hangs }, { rate, seconds, burst: count }) {
  receivers.behave(hangs ? 'hang' : 'answer');
  await events.startTogether();
  const paced = await events.collect(await events.pace(rate, seconds));
  const { cpu, databaseCpu, ...burst } = await measureCost({ server: product.managementServer, database: product.database }, async () => {
    const delivered = await events.collect(await events.write(count));
    return { ...delivered, requests: delivered.latencies.length };
  });
  return { hangs, paced, burst, cpu: (cpu + databaseCpu) / 1_000 };
}

/** @param {Round[]} rounds @returns {boolean} */
function report(rounds) {
  const rows = FIGURES.map(({ of, ...figure }) => {
    const [calm = Number.NaN, meanwhile = Number.NaN] = [false, true].map((hangs) =>
      median(rounds.filter((round) => round.hangs === hangs).map(of)),
    );
    return { ...figure, calm, meanwhile, ratio: figure.isRate ? calm / meanwhile : meanwhile / calm };
  });
  printTable(
    ['of those that answer', 'all answer', 'some hang'],
    rows.map(({ label, digits, calm, meanwhile }) => [label, number(calm, digits), number(meanwhile, digits)]),
  );
  const sum = (/** @type {'lost' | 'repeated'} */ what) => rounds.reduce((total, { paced, burst }) => total + paced[what] + burst[what], 0);
  console.log(`\n${sum('repeated')} deliveries were repeated`);
  return [
    printGoals(
      rows.map(({ label, ratio }) => ({ label: `${label}: slower by a factor of`, ...once(ratio), atMost: MAX_RATIO, digits: 2 })),
    ),
    printGuards([{ promise: 'no delivery was lost', kept: sum('lost') === 0, seen: `${sum('lost')} lost` }]),
  ].every(Boolean);
}
