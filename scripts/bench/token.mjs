/** `npm run bench:token`: the cost of a token compared with the limit and with bare oidc-provider, in one interleaved run. */
import { populateDomains } from './domain-population.mjs';
import { checkRefusals, checkTokens } from './guards.mjs';
import { Product } from './product.mjs';
import { startTokenReference } from './references.mjs';
import { compareCpu, once, printGoals, printGuards, spread } from './report.mjs';
import { measure, printMeasurements } from './rounds.mjs';
import { runBench } from './run-bench.mjs';
import { METHODS } from './token-requests.mjs';

/**
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 * @typedef {import('./token-requests.mjs').MethodName} MethodName
 */

/** `methods`: `secret`, or some of METHODS. */
const defaults = { methods: 'secret', domains: 1_000, rounds: 7, seconds: 4, connections: 32 };
/** Not one of the usual parameters, so that the request goes through oidc-provider. */
const BEYOND_USUAL = '&state=bench';
const OIDC_DOMAINS = 100;

await runBench({ minutes: 30, defaults }, async ({ methods: names, domains, ...plan }) => {
  const methods = /** @type {MethodName[]} */ (names.split(','));
  const unknown = methods.find((name) => !(name in METHODS));
  if (unknown !== undefined) throw new Error(`--methods: "${unknown}" is not one of ${Object.keys(METHODS).join(', ')}`);
  const product = await Product.start();
  const replicas = await startReplicas(product, methods, domains);
  const references = [await startTokenReference('limit')];
  for (const method of methods) references.push(await startTokenReference('bare', method));
  const measurements = await measure([...references, ...replicas], plan);
  const guards = [];
  for (const measurement of measurements) guards.push(...(await checkTokens(measurement)));
  guards.push(...(await checkRefusals(product, replicas)));
  const results = [printMeasurements(measurements), printGoals(judge(measurements, methods, domains)), printGuards(guards)];
  return results.every(Boolean);
});

/**
 * The secret method has a replica for one domain, one for all, and one whose requests go to oidc-provider. Every other method has one
 * replica for all domains.
 *
 * @param {Product} product
 *
 * @param {MethodName[]} methods
 * @param {number} domains
 */
async function startReplicas(product, methods, domains) {
  const parties = await populateDomains(product, domains);
  const replicas = [];
  for (const method of methods) {
    if (method === 'secret') {
      const oidc = { ...(await product.startAuth('oidc-provider', parties.slice(0, OIDC_DOMAINS))), parameters: BEYOND_USUAL };
      replicas.push(await product.startAuth('one domain', parties.slice(0, 1)), await product.startAuth('product', parties), oidc);
    } else replicas.push(await product.startAuth(`product, ${method}`, await product.createClients(parties, method), method));
  }
  return replicas;
}

/** @type {(measurements: Measurement[], methods: MethodName[], domains: number) => import('./report.mjs').Goal[]} */
function judge(measurements, methods, domains) {
  const find = (/** @type {string} */ name) => measurements.find(({ target }) => target.name === name);
  const [product, limit, bare] = [find('product'), find('limit'), find('bare')];
  const label = `${domains.toLocaleString('en')} domains`;
  return [
    ...compareCpu(`${label}, CPU to bare oidc-provider`, [product, bare], 0.6),
    ...compareCpu(`${label}, CPU to the limit`, [product, limit], 1.4),
    ...compareCpu(`${label}, CPU to one domain`, [product, find('one domain')], 1.1),
    ...(product ? [{ label: `${label}, peak memory, MB`, ...once(product.peakMemory), atMost: 300, digits: 0 }] : []),
    ...(product
      ? [{ label: 'statements for each token', ...spread(product.rounds.map((round) => round.statements)), atMost: 0.15, digits: 3 }]
      : []),
    ...compareCpu('a request that goes to oidc-provider, CPU to bare', [find('oidc-provider'), bare], 2),
    ...methods.flatMap((method) => compareCpu(`${method}, CPU to bare`, [find(`product, ${method}`), find(`bare, ${method}`)], 0.45)),
  ];
}
