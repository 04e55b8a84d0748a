import { setTimeout as wait } from 'node:timers/promises';
import { onEnd } from './cleanup.mjs';
import { percentile } from './delete-large.mjs';
import { encode } from './load-request.mjs';
import { LoadProcess } from './load-process.mjs';
import { PacedLoad } from './paced-load.mjs';
import { FEEDING_CORE } from './pinning.mjs';
import { tokenRequest } from './target.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {{ p50: number, p99: number, requests: number }} Latency milliseconds
 * @typedef {{ name: string, calm: Latency, flood: Latency, answers: number, bad: Record<string, number> }} Flood `answers` a second to the
 *   domain that floods, and `bad` those of them that were no token
 */

const RATE = 200;
const QUIET_CONNECTIONS = 8;
const WARM_UP_SECONDS = 5;

/**
 * The latencies of a domain with few token requests, while another one keeps many connections busy.
 *
 * @param {Product} product
 * @param {{ connections: number, seconds: number }} options
 * @returns {Promise<Flood[]>}
 */
export async function floodAuth(product, { connections, seconds }) {
  const [noisy, quiet] = [await product.createParty(), await product.createParty()];
  const { port } = await product.startAuth('auth', 0);
  const load = new LoadProcess({ core: FEEDING_CORE, connections });
  onEnd(() => load.stop());
  await load.add('tokens', { port, requests: [tokenRequest(noisy)] });
  await load.add('refused tokens', { port, requests: [tokenRequest({ ...noisy, secret: 'wrong' })] });
  const probe = new PacedLoad(encode(tokenRequest(quiet)), RATE);
  await probe.start(port, QUIET_CONNECTIONS);
  onEnd(() => probe.stop());
  await wait(WARM_UP_SECONDS * 1_000);
  const floods = [];
  for (const name of ['tokens', 'refused tokens']) floods.push(await floodWith(name, { load, probe, seconds }));
  if (Object.keys(probe.bad).length > 0) throw new Error(`the quiet domain got ${JSON.stringify(probe.bad)}`);
  probe.stop();
  load.stop();
  return floods;
}

/**
 * @param {string} name
 * @param {{ load: LoadProcess, probe: PacedLoad, seconds: number }} tools
 * @returns {Promise<Flood>}
 */
async function floodWith(name, { load, probe, seconds }) {
  const calm = await latency(probe, () => wait(seconds * 1_000));
  await load.open(name);
  await load.run(name, { seconds: 2 });
  /** @type {import('./load.mjs').RunResult | undefined} */
  let result;
  const flood = await latency(probe, async () => (result = await load.run(name, { seconds })));
  await load.close(name);
  const { requests = 0, bad = {} } = result ?? {};
  return { name, calm, flood, answers: requests / seconds, bad };
}

/**
 * @param {PacedLoad} probe
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Latency>} of the requests that fell due meanwhile
 */
export async function latency(probe, work) {
  const from = performance.now();
  await work();
  const sorted = probe.between(from, performance.now());
  return { p50: percentile(sorted, 50), p99: percentile(sorted, 99), requests: sorted.length };
}
