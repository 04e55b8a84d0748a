/**
 * `npm run bench:fairness`: the effect of one tenant on others. Many writers of one domain use the management API, and a flood of one
 * domain the auth server, each with the latencies of another domain. It also measures how long requests wait for an unresponsive database.
 */
import { fork } from 'node:child_process';
import { once as onceEvent } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { standStill } from './fairness-outage.mjs';
import { encodeCall } from './http.mjs';
import { PacedLoad } from './paced-load.mjs';
import { Product } from './product.mjs';
import { number, once, printGoals, printTable } from './report.mjs';
import { onEnd, runBench } from './run-bench.mjs';
import { createTokenRequest, encodeTokenRequest } from './token-requests.mjs';

/**
 * @typedef {import('./paced-load.mjs').Latency} Latency
 * @typedef {import('./flood.mjs').Flood} Flood
 * @typedef {{ label: string, calm: Latency, meanwhile: Latency }} Comparison of another domain, before and during a flood
 */

/** The permitted effect of a flood on others: a multiple of their normal p99, and a number of milliseconds. */
const TIMES = 2;
const MORE_MS = 20;
const CLIENT = JSON.stringify({ clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' });
const READS_PER_SECOND = 50;
const WRITES_PER_SECOND = 20;
const TOKENS_PER_SECOND = 200;
const WARM_UP_MS = 5_000;

/** `writers` of one domain at the management API, `connections` of one at the auth server, `seconds` of each measurement. */
await runBench({ minutes: 10, defaults: { writers: 80, connections: 500, seconds: 15 } }, async (options) => {
  const product = await Product.start();
  // The auth server has its own core. Management and the database share the other one with the load.
  product.unpin();
  const comparisons = [...(await floodManagement(product, options)), ...(await floodAuth(product, options))];
  const outages = await standStill(product);
  printTable(
    ['another domain', 'calm p50 ms', 'calm p99 ms', 'p50 ms meanwhile', 'p99 ms meanwhile'],
    comparisons.map(({ label, calm, meanwhile }) => [
      label,
      ...[calm.p50, calm.p99, meanwhile.p50, meanwhile.p99].map((ms) => number(ms, 1)),
    ]),
  );
  const goals = [
    ...comparisons.map(({ label, calm, meanwhile }) => {
      return { label: `${label}, p99, ms`, ...once(meanwhile.p99), atMost: TIMES * calm.p99 + MORE_MS, digits: 1 };
    }),
    ...outages.flatMap(({ service, refusal, recovery }) => [
      { label: `${service}, a request while the circuit is open, ms`, ...once(refusal), atMost: 100, digits: 1 },
      { label: `${service}, from the database's return to an answer, ms`, ...once(recovery), atMost: 1_000, digits: 1 },
    ]),
  ];
  return printGoals(goals);
});

/** @param {Product} product @param {{ writers: number, seconds: number }} options @returns {Promise<Comparison[]>} */
async function floodManagement({ management }, { writers, seconds }) {
  const { port, apiKey } = management;
  const [noisy, quiet] = [await management.createDomain(), await management.createDomain()];
  await management.createClient(quiet, 'app');
  const headers = { host: `localhost:${port}`, 'x-api-key': apiKey, 'content-type': 'application/json' };
  const path = `/v1/domain/${quiet}/client/app`;
  const probes = [
    { label: 'reads beside many writers', load: new PacedLoad(encodeCall({ method: 'GET', path, headers }), READS_PER_SECOND) },
    {
      label: 'writes beside many writers',
      load: new PacedLoad(encodeCall({ method: 'PUT', path, headers, body: CLIENT }), WRITES_PER_SECOND),
    },
  ];
  const requests = Array.from({ length: writers }, (_none, n) =>
    encodeCall({ method: 'PUT', path: `/v1/domain/${noisy}/client/app-${n}`, headers, body: CLIENT }),
  );
  // The flooding domain gets 429.
  return compare(probes, { port, connections: writers, requests, statuses: [200, 429] }, seconds);
}

/** @param {Product} product @param {{ connections: number, seconds: number }} options @returns {Promise<Comparison[]>} */
async function floodAuth(product, { connections, seconds }) {
  const [noisy, quiet] = [await product.createParty(), await product.createParty()];
  const { port } = await product.startAuth('auth');
  const encode = (/** @type {import('./product.mjs').Party} */ party) => encodeTokenRequest(createTokenRequest('secret', party));
  const comparisons = [];
  for (const [name, secret, status] of /** @type {const} */ ([
    ['tokens', noisy.secret, 200],
    ['refused tokens', 'wrong', 401],
  ])) {
    const probes = [{ label: `tokens beside a flood of ${name}`, load: new PacedLoad(encode(quiet), TOKENS_PER_SECOND) }];
    const flood = { port, connections, requests: [encode({ ...noisy, secret })], statuses: [status] };
    comparisons.push(...(await compare(probes, flood, seconds)));
  }
  return comparisons;
}

/**
 * @param {{ label: string, load: PacedLoad }[]} probes
 * @param {Flood} flood
 * @param {number} seconds
 * @returns {Promise<Comparison[]>}
 */
async function compare(probes, flood, seconds) {
  for (const { load } of probes) await load.start(flood.port);
  await wait(WARM_UP_MS);
  const measure = () => Promise.all(probes.map(({ load }) => load.measure(() => wait(seconds * 1_000))));
  const calm = await measure();
  // Runs in a separate process, so that the load of the flood delays no other requests.
  const program = fileURLToPath(new URL('flood.mjs', import.meta.url));
  const child = fork(program, { serialization: 'advanced' });
  onEnd(() => child.kill());
  child.send(flood);
  await onceEvent(child, 'message');
  const meanwhile = await measure();
  child.send('stop');
  const [bad] = await onceEvent(child, 'message');
  if (Object.keys(bad).length > 0) console.error(`other answers to the flood: ${JSON.stringify(bad)}`);
  for (const { load } of probes) load.stop();
  return probes.map(({ label, load }, n) => {
    if (Object.keys(load.bad).length > 0) throw new Error(`${label}: ${JSON.stringify(load.bad)}`);
    return { label, calm: /** @type {Latency} */ (calm[n]), meanwhile: /** @type {Latency} */ (meanwhile[n]) };
  });
}
