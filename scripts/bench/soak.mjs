/**
 * `npm run bench:soak`: whether the memory of the processes keeps growing. For a quarter of an hour the product does all kinds of work,
 * while domains are created and deleted; in the second half, the slope of each process's memory must be almost zero.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { ProbedDomains } from './probed-domains.mjs';
import { stopWithin } from './cleanup.mjs';
import { readSurvivingMemory } from './cpu-meter.mjs';
import { Product } from './product.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { exchange, refresh } from './signin-flows.mjs';
import { signInByLink } from './signin-targets.mjs';

/**
 * @typedef {{ minute: number, rss: number, arrayBuffers: number }} Sample megabytes
 * @typedef {import('./probed-domains.mjs').ProbedDomain} ProbedDomain
 */

/** Megabytes a minute. */
const MAX_SLOPE = 0.3;
/** Each sample collects garbage first. Otherwise it would depend on V8's last collection, which for buffers is rare. */
const SAMPLE_EVERY_MS = 10_000;
/** The pause between two domains: 2,600 of them are created and deleted in a quarter of an hour. */
const DOMAIN_EVERY_MS = 340;
const LIVE_DOMAINS = 20;
const ASKING_CONNECTIONS = 4;
const EXTRA_MINUTES = 5;

/** @type {(keyof Omit<Sample, 'minute'>)[]} */
const FIGURES = ['rss', 'arrayBuffers'];

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '15' } } });
const minutes = Number(values.minutes);

await runBench(() => {
  stopWithin(minutes + EXTRA_MINUTES);
  return main();
});

/** @returns {Promise<boolean>} whether every slope is within the goal, and nothing failed */
async function main() {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const product = await Product.start(undefined, true);
  const { server, port } = await product.startAuth('auth', 0);
  const management = /** @type {import('./server-process.mjs').ServerProcess} */ (product.managementServer);
  const probed = new ProbedDomains([port]);
  probed.live = await Promise.all(Array.from({ length: LIVE_DOMAINS }, () => probed.create(product.management)));
  probed.start(ASKING_CONNECTIONS);
  const ending = new AbortController();
  const work = [replaceDomains(probed, product, ending.signal), signInAgainAndAgain(product, port, ending.signal)];
  const samples = await Promise.race([sample({ auth: server.child, management: management.child }), ...work]);
  ending.abort();
  const [domains, signIns] = await Promise.all(work);
  await probed.stop();
  return report(/** @type {Record<string, Sample[]>} */ (samples), { requests: probed.total('all'), domains, signIns }, probed);
}

/**
 * Domains come and go, at a steady rate.
 *
 * @param {ProbedDomains} probed
 * @param {Product} product
 * @param {AbortSignal} ending
 */
async function replaceDomains(probed, { management }, ending) {
  let replaced = 0;
  for (; !ending.aborted; replaced += 1) {
    const pause = wait(DOMAIN_EVERY_MS);
    probed.live.push(await probed.create(management));
    await probed.delete(/** @type {ProbedDomain} */ (probed.live[0]), management);
    await pause;
  }
  return replaced;
}

/**
 * New users, each signed in by a link, with tokens that are refreshed.
 *
 * @param {Product} product
 * @param {number} port of the auth server
 * @param {AbortSignal} ending
 */
async function signInAgainAndAgain(product, port, ending) {
  const target = { product, port, domain: await product.management.createDomain() };
  let signIns = 0;
  for (; !ending.aborted; signIns += 1) {
    const { browser, application } = await signInByLink(target, `maria.muster.${signIns}`);
    const { refreshToken } = await exchange(browser, application);
    await refresh(browser, application, refreshToken);
    browser.close();
  }
  return signIns;
}

/** @param {Record<string, import('node:child_process').ChildProcess>} processes @returns {Promise<Record<string, Sample[]>>} by process */
async function sample(processes) {
  /** @type {Record<string, Sample[]>} */
  const samples = Object.fromEntries(Object.keys(processes).map((name) => [name, []]));
  const startedAt = performance.now();
  for (let minute = 0; minute < minutes; minute = (performance.now() - startedAt) / 60_000) {
    for (const [name, child] of Object.entries(processes)) samples[name]?.push({ minute, ...(await readSurvivingMemory(child)) });
    await wait(SAMPLE_EVERY_MS);
  }
  return samples;
}

/**
 * @param {Record<string, Sample[]>} samples
 * @param {{ requests: number, domains: unknown, signIns: unknown }} work that was done meanwhile
 * @param {ProbedDomains} probed
 */
function report(samples, { requests, domains, signIns }, probed) {
  console.log(`${minutes} minutes: ${requests} requests, ${domains} domains came and went, ${signIns} sign-ins\n`);
  const rows = Object.entries(samples).flatMap(([name, all]) => {
    const secondHalf = all.filter(({ minute }) => minute >= minutes / 2);
    return FIGURES.map((figure) => ({ name, figure, all, slope: slopeOf(secondHalf, figure) }));
  });
  const head = ['process', 'memory', 'MB at the start', 'at half time', 'at the end', 'MB a minute', 'at most', ''];
  const body = rows.map(({ name, figure, all, slope }) => {
    const points = [all[0], all[Math.floor(all.length / 2)], all.at(-1)].map((point) => number(point?.[figure] ?? Number.NaN, 1));
    return [name, figure, ...points, number(slope, 2), number(MAX_SLOPE, 1), slope <= MAX_SLOPE ? 'ok' : 'MISS'];
  });
  console.log(table([head, ...body]));
  const wrong = [...probed.late, ...probed.failed];
  if (wrong.length > 0) console.log(`\n${wrong.length} unexpected responses, such as:\n${wrong.slice(0, 5).join('\n')}`);
  return rows.every(({ slope }) => slope <= MAX_SLOPE) && wrong.length === 0;
}

/**
 * The slope of the least squares line.
 *
 * @param {Sample[]} samples
 * @param {keyof Omit<Sample, 'minute'>} figure
 * @returns {number} megabytes a minute
 */
function slopeOf(samples, figure) {
  const mean = (/** @type {number[]} */ numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const [minute, memory] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each[figure]))];
  const covariance = mean(samples.map((each) => (each.minute - minute) * (each[figure] - memory)));
  return covariance / mean(samples.map((each) => (each.minute - minute) ** 2));
}
