/** `npm run bench:token`: the cost of a token, compared with the limit and with bare oidc-provider, in one interleaved run. */
import { writeFileSync } from 'node:fs';
import { onEnd, stopAfter } from './cleanup.mjs';
import { usualDomains } from './goals.mjs';
import { checkTokens } from './guards.mjs';
import { LoadProcess } from './load-process.mjs';
import { checkReplays, checkUntrustedHeader, checkWrongCredentials } from './method-guards.mjs';
import { METHODS, requestTemplate, targetName } from './methods.mjs';
import { parseOptions, usage } from './options.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { checkProduct } from './product-guards.mjs';
import { Product } from './product.mjs';
import { render, sayRound, summarise } from './report.mjs';
import { measure, underLoad } from './rounds.mjs';
import { runBench } from './run-bench.mjs';
import { startReference } from './target.mjs';

/**
 * @typedef {import('./options.mjs').Options} Options
 * @typedef {import('./target.mjs').Target} Target
 */

/** Not one of the plain parameters: sends the request through oidc-provider. */
const BEYOND_PLAIN = '&state=bench';
const OIDC_DOMAINS = 100;
const REFUSALS_UNDER_LOAD_SECONDS = 5;

/**
 * @param {Options} options
 * @returns {Promise<boolean>} whether every guard held and every answer in the rounds was a token
 */
async function main(options) {
  pin(process.pid, FEEDING_CORE);
  const load = new LoadProcess({ core: FEEDING_CORE, connections: options.connections });
  onEnd(() => load.stop());
  const targets = await startReferences(options);
  const product = options.targets.some((name) => name === 'product' || name === 'oidc') ? await startProduct(options) : null;
  const replicas = product ? await startReplicas(product, options) : [];
  targets.push(...replicas);
  for (const target of targets) {
    const requests = target.parties.map((party) => requestTemplate(target.method, party));
    if (target.name === 'oidc') for (const request of requests) request.body += BEYOND_PLAIN;
    await load.add(target.name, { port: target.port, requests });
  }
  const measurements = await measure(targets, load, { ...options, database: product?.database.meter ?? null, onRound: sayRound });
  const guards = [...(await check(targets, load)), ...(await checkMethods(targets, replicas))];
  if (product) guards.push(...(await checkUnderLoad(product, replicas, load)));
  const summary = summarise(measurements, guards, options);
  console.log(`\n${render(summary)}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(summary, null, 2)}\n`);
  return guards.every(({ kept }) => kept) && summary.targets.every(({ bad }) => bad === 0);
}

/** @param {Options} options */
async function startReferences({ targets: wanted, methods, cpuProfiles }) {
  const targets = [];
  for (const name of /** @type {const} */ (['limit', 'bare'])) {
    for (const method of wanted.includes(name) ? methods : []) {
      const target = await startReference(name, method, cpuProfiles);
      onEnd(() => target.server.stop());
      targets.push(target);
    }
  }
  return targets;
}

/** @param {Options} options */
async function startProduct({ targets, domains, cpuProfiles }) {
  const product = await Product.start(cpuProfiles);
  const count = Math.max(...(targets.includes('product') ? domains : []), targets.includes('oidc') ? OIDC_DOMAINS : 0);
  console.error(`provisioning ${count} domains`);
  await product.provision(count);
  return product;
}

/**
 * The secret has a replica for each number of domains, every other method one.
 *
 * @param {Product} product
 * @param {Options} options
 */
async function startReplicas(product, { targets, methods, domains }) {
  const replicas = [];
  const counts = methods.includes('secret') && targets.includes('product') ? domains : [];
  for (const count of counts) replicas.push(await product.startAuth(`product-${count}`, count));
  if (targets.includes('oidc')) replicas.push(await product.startAuth('oidc', OIDC_DOMAINS));
  if (!targets.includes('product')) return replicas;
  const count = usualDomains(domains);
  for (const method of methods.filter((each) => each !== 'secret')) {
    const parties = await product.createClients(METHODS[method].credential, count);
    replicas.push(await product.startAuth(targetName(`product-${count}`, method), count, { method, parties }));
  }
  return replicas;
}

/**
 * @param {Target[]} targets
 * @param {LoadProcess} load
 */
async function check(targets, load) {
  const guards = [];
  for (const target of targets) {
    guards.push(...(await underLoad(target, load, () => checkTokens(target, load))), ...(await checkWrongCredentials(target)));
  }
  return guards;
}

/**
 * @param {Target[]} targets
 * @param {Target[]} replicas those that are the product's
 */
async function checkMethods(targets, replicas) {
  const guards = [];
  const withoutProxy = replicas.find(({ method }) => METHODS[method].credential !== 'certificate');
  for (const target of targets) {
    const isProduct = replicas.includes(target);
    if (isProduct || target.name.startsWith('bare')) guards.push(...(await checkReplays(target, isProduct ? replicas : [])));
    if (isProduct && withoutProxy && target.method === 'tls') guards.push(await checkUntrustedHeader(target, withoutProxy));
  }
  return guards;
}

/**
 * @param {Product} product
 * @param {Target[]} replicas of which the last with secrets is under load
 * @param {LoadProcess} load
 */
async function checkUnderLoad(product, replicas, load) {
  const busy = /** @type {Target} */ (replicas.findLast(({ name, method }) => name !== 'oidc' && method === 'secret') ?? replicas[0]);
  return underLoad(busy, load, async () => {
    await load.prepare(busy.name, { seconds: REFUSALS_UNDER_LOAD_SECONDS });
    const noise = load.run(busy.name, { seconds: REFUSALS_UNDER_LOAD_SECONDS });
    const guards = await checkProduct(product, replicas);
    await noise;
    return guards;
  });
}

await runBench(() => {
  const options = parseOptions(process.argv.slice(2));
  stopAfter(options);
  return main(options);
}, usage);
