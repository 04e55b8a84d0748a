import { setTimeout as wait } from 'node:timers/promises';
import { onEnd } from './cleanup.mjs';
import { requestToken, send } from './http.mjs';
import { childrenOf } from './pinning.mjs';
import { tokenRequest } from './target.mjs';

/**
 * @typedef {import('./product.mjs').Product} Product
 * @typedef {{ at: number, ms: number, status: number }} Timed when it was sent, and how long it took, milliseconds
 * @typedef {{ service: string, first: number, later: number, refused: number, recovery: number }} Outage milliseconds: the longest that a
 *   request took which was sent before the first one had failed; the longest of those sent later; how many these were; and from the
 *   database's return until a request succeeded
 */

const PACE_MS = 50;
/** Milliseconds after the first failure in which requests are sent to find out whether any is answered. */
const PROBE_MS = 500;
const STANDSTILL_MS = 6_000;
const MAX_RECOVERY_MS = 15_000;

/**
 * Stops the database with all its connections, and then lets it continue.
 *
 * @param {Product} product
 * @returns {Promise<Outage[]>}
 */
export async function standStill(product) {
  const party = await product.createParty();
  const { port } = await product.startAuth('auth-outage', 0);
  const { management } = product;
  const services = [
    { service: 'auth', ask: () => requestToken(port, tokenRequest(party)) },
    {
      service: 'management',
      ask: () => send({ port: management.port, method: 'GET', path: '/v1/domain', headers: { 'x-api-key': management.apiKey } }),
    },
  ];
  for (const { ask } of services) await Promise.all(Array.from({ length: 20 }, ask));
  const stopped = stop(product.database.pid);
  onEnd(() => stopped.resume());
  const since = performance.now();
  const during = await Promise.all(services.map(({ ask }) => askFor(STANDSTILL_MS, ask)));
  stopped.resume();
  const recoveries = await Promise.all(services.map(({ ask }) => recovery(ask)));
  return services.map(({ service }, n) => ({
    service,
    ...judge(/** @type {Timed[]} */ (during[n]), since),
    recovery: recoveries[n] ?? Number.NaN,
  }));
}

/** @param {number} pid of the server */
function stop(pid) {
  const pids = [pid, ...childrenOf(pid)];
  const signal = (/** @type {NodeJS.Signals} */ name) => {
    for (const each of pids) {
      try {
        process.kill(each, name);
      } catch {
        // A process of a connection may have ended.
      }
    }
  };
  signal('SIGSTOP');
  return { resume: () => signal('SIGCONT') };
}

/**
 * @param {() => Promise<{ status: number }>} ask
 * @returns {Promise<Timed>}
 */
async function timed(ask) {
  const at = performance.now();
  const { status } = await ask();
  return { at, ms: performance.now() - at, status };
}

/**
 * @param {number} milliseconds
 * @param {() => Promise<{ status: number }>} ask
 */
async function askFor(milliseconds, ask) {
  const requests = [];
  for (const end = performance.now() + milliseconds; performance.now() < end; await wait(PACE_MS)) requests.push(timed(ask));
  return Promise.all(requests);
}

/** @param {() => Promise<{ status: number }>} ask */
async function recovery(ask) {
  const from = performance.now();
  while (performance.now() - from < MAX_RECOVERY_MS) {
    if ((await ask()).status === 200) return performance.now() - from;
    await wait(10);
  }
  return Number.NaN;
}

/**
 * @param {Timed[]} requests
 * @param {number} since the database stands still
 */
function judge(requests, since) {
  const failedAt = Math.min(...requests.filter(({ at, status }) => at >= since && status !== 200).map(({ at, ms }) => at + ms)) + PROBE_MS;
  const longest = (/** @type {Timed[]} */ some) => Math.max(...some.map(({ ms }) => ms));
  const later = requests.filter(({ at }) => at >= failedAt);
  return { first: longest(requests.filter(({ at }) => at < failedAt)), later: longest(later), refused: later.length };
}
