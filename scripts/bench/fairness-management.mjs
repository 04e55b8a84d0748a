import { setTimeout as wait } from 'node:timers/promises';
import { onEnd } from './cleanup.mjs';
import { latency } from './fairness-auth.mjs';
import { LoadConnection } from './load-connection.mjs';
import { encodeCall } from './load-request.mjs';
import { PacedLoad } from './paced-load.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {import('./fairness-auth.mjs').Latency} Latency
 * @typedef {{ kind: string, calm: Latency, flood: Latency }} Comparison
 * @typedef {{ comparisons: Comparison[], answers: Record<string, number> }} ManagementFlood `answers` to the domain with many writers, by status
 */

const CLIENT = JSON.stringify({ clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' });
const RATES = { read: 50, write: 20 };
const CONNECTIONS = 8;
const WARM_UP_SECONDS = 3;

/**
 * The latencies of one domain's reads and writes, during many writes to another one.
 *
 * @param {Product} product
 * @param {{ writers: number, seconds: number }} options
 * @returns {Promise<ManagementFlood>}
 */
export async function floodManagement({ management }, { writers, seconds }) {
  const [noisy, quiet] = [await management.createDomain(), await management.createDomain()];
  await management.createClient(quiet, 'app');
  const request = requestsWith({ host: `localhost:${management.port}`, 'x-api-key': management.apiKey });
  const path = `/v1/domain/${quiet}/client/app`;
  const probes = [
    { kind: 'read', load: new PacedLoad(request('GET', path), RATES.read) },
    { kind: 'write', load: new PacedLoad(request('PUT', path, CLIENT), RATES.write) },
  ];
  for (const { load } of probes) {
    await load.start(management.port, CONNECTIONS);
    onEnd(() => load.stop());
  }
  await wait(WARM_UP_SECONDS * 1_000);
  const measure = (/** @type {() => Promise<unknown>} */ work) => Promise.all(probes.map(({ load }) => latency(load, work)));
  const calm = await measure(() => wait(seconds * 1_000));
  const flood = new Writers(management.port, (n) => request('PUT', `/v1/domain/${noisy}/client/app-${n}`, CLIENT));
  await flood.start(writers);
  await wait(1_000);
  const busy = await measure(() => wait(seconds * 1_000));
  flood.stop();
  for (const { load } of probes) load.stop();
  const comparisons = probes.map(({ kind }, n) => ({
    kind,
    calm: /** @type {Latency} */ (calm[n]),
    flood: /** @type {Latency} */ (busy[n]),
  }));
  return { comparisons, answers: flood.answers };
}

/** @param {Record<string, string>} headers @returns {(method: string, path: string, body?: string) => Buffer} */
function requestsWith(headers) {
  return (method, path, body = '') =>
    encodeCall({ method, path, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, body });
}

/** Each sends its next request as soon as the last one is answered. */
class Writers {
  /** @type {Record<string, number>} by status */
  answers = {};
  /** @type {LoadConnection[]} */
  #connections = [];
  #requestOf;

  /**
   * @param {number} port
   * @param {(n: number) => Buffer} requestOf
   */
  constructor(port, requestOf) {
    this.port = port;
    this.#requestOf = requestOf;
  }

  /** @param {number} count */
  async start(count) {
    this.#connections = Array.from({ length: count }, () => new LoadConnection(this.port));
    onEnd(() => this.stop());
    await Promise.all(this.#connections.map((connection) => connection.opened()));
    this.#connections.forEach((connection, n) => this.#write(connection, this.#requestOf(n)));
  }

  stop() {
    for (const connection of this.#connections) connection.close();
  }

  /**
   * @param {LoadConnection} connection
   * @param {Buffer} request
   */
  #write(connection, request) {
    connection.send(request, ({ status, failure }) => {
      const answer = failure ?? String(status);
      this.answers[answer] = (this.answers[answer] ?? 0) + 1;
      if (failure === undefined) this.#write(connection, request);
    });
  }
}
