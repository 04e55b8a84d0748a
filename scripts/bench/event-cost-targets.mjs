import { once } from 'node:events';
import { createServer } from 'node:http';
import { onEnd } from './cleanup.mjs';
import { send } from './http.mjs';
import { LoadProcess } from './load-process.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { Product, domainOf } from './product.mjs';
import { tokenRequest } from './target.mjs';

/**
 * @typedef {import('./target.mjs').Party} Party
 * @typedef {import('./server-process.mjs').ServerProcess} ServerProcess
 * @typedef {object} Variant
 * @property {string} name what is on
 * @property {{ server: ServerProcess, port: number }} auth
 * @property {Party} party
 * @property {string[]} users of its domain
 * @property {boolean} isChaining whether the worker runs
 *
 * @typedef {{ product: Product, worker: ServerProcess, load: LoadProcess, variants: Variant[] }} Targets
 */

const CONNECTIONS = 8;

/**
 * Starts the product with nothing in the background, an auth server for each variant, and a process that chains.
 *
 * @param {number} users of each domain
 * @returns {Promise<Targets>}
 */
export async function startTargets(users) {
  pin(process.pid, FEEDING_CORE);
  const product = await Product.start(undefined, false, { WORKER: 'off' });
  const load = new LoadProcess({ core: FEEDING_CORE, connections: CONNECTIONS });
  onEnd(() => load.stop());
  // Each has a server of its own, so that all are warm alike.
  const [none, chain, outbox] = [
    await product.startAuth('none', 0),
    await product.startAuth('chain', 0),
    await product.startAuth('outbox', 0),
  ];
  product.settings['OTEL_EXPORTER_OTLP_ENDPOINT'] = await startCollector();
  const traced = await product.startAuth('traces', 0);
  delete product.settings['OTEL_EXPORTER_OTLP_ENDPOINT'];
  product.settings['WORKER'] = 'on';
  const { server: worker } = await product.startManagement('worker');
  const silent = await createDomain(product, users);
  const heard = await createDomain(product, users);
  await createWebhook(product, domainOf(heard.party));
  /** @type {Variant[]} */
  const variants = [
    { name: 'none', auth: none, isChaining: false, ...silent },
    { name: 'chain', auth: chain, isChaining: true, ...silent },
    { name: 'traces of 1 %', auth: traced, isChaining: false, ...silent },
    { name: 'outbox', auth: outbox, isChaining: false, ...heard },
  ];
  for (const { name, auth, party } of variants) await load.add(name, { port: auth.port, requests: [tokenRequest(party)] });
  return { product, worker, load, variants };
}

/**
 * @param {Product} product
 * @param {number} count
 */
async function createDomain(product, count) {
  const party = await product.createParty();
  const users = [];
  for (let n = 0; n < count; n += 1) users.push(await product.management.createUser(domainOf(party), `person-number-${n}`));
  return { party, users };
}

/**
 * @param {Product} product
 * @param {string} domain
 */
async function createWebhook({ management: { port, apiKey } }, domain) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://receiver.example.com/' });
  const { status } = await send({ port, method: 'POST', path: `/v1/domain/${domain}/webhook`, headers, body });
  if (status !== 201) throw new Error(`no webhook: ${status}`);
}

/** @returns {Promise<string>} the address of a collector that takes every trace */
async function startCollector() {
  const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onEnd(() => collector.closeAllConnections());
  onEnd(() => collector.close());
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (collector.address()).port}`;
}
