import { setTimeout as wait } from 'node:timers/promises';
import { send } from './http.mjs';
import { childrenOf } from './machine.mjs';
import { onEnd } from './run-bench.mjs';
import { createTokenRequest, requestToken } from './token-requests.mjs';

/**
 * @typedef {() => Promise<{ status: number }>} Ask
 * @typedef {{ service: string, refusal: number, recovery: number }} Outage milliseconds: the longest request once the circuit breaker was
 * open, and the time from the database's return until a request succeeded
 */

const PACE_MS = 50;
/** How long requests are sent after the first failure, to find out whether any is answered. */
const PROBE_MS = 500;
const STANDSTILL_MS = 6_000;
const MAX_RECOVERY_MS = 15_000;

/**
 * Stops the database with all its connections, and then lets it continue.
 *
 * @param {import('./product.mjs').Product} product
 * @returns {Promise<Outage[]>}
 */
export async function standStill(product) {
  const { management } = product;
  const request = createTokenRequest('secret', await product.createParty());
  const { port } = await product.startAuth('auth of the outage');
  const list = { port: management.port, method: 'GET', path: '/v1/domain', headers: { 'x-api-key': management.apiKey } };
  const services = [
    { service: 'auth', ask: () => requestToken(port, request) },
    { service: 'management', ask: () => send(list) },
  ];
  for (const { ask } of services) await Promise.all(Array.from({ length: 20 }, ask));
  const resume = suspend(product.database.pid);
  onEnd(resume);
  const refusals = await Promise.all(services.map(({ ask }) => findLongestRefusal(ask)));
  resume();
  const recoveries = await Promise.all(services.map(({ ask }) => recover(ask)));
  return services.map(({ service }, n) => ({ service, refusal: refusals[n] ?? Number.NaN, recovery: recoveries[n] ?? Number.NaN }));
}

/** @param {number} pid of the database @returns {() => void} lets it continue */
function suspend(pid) {
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
  return () => signal('SIGCONT');
}

/** @param {Ask} ask */
async function findLongestRefusal(ask) {
  const requests = [];
  for (const end = performance.now() + STANDSTILL_MS; performance.now() < end; await wait(PACE_MS)) {
    const at = performance.now();
    requests.push(ask().then(({ status }) => ({ at, ms: performance.now() - at, status })));
  }
  const answers = await Promise.all(requests);
  const failures = answers.filter(({ status }) => status !== 200);
  const opened = Math.min(...failures.map(({ at, ms }) => at + ms)) + PROBE_MS;
  return Math.max(...answers.filter(({ at }) => at >= opened).map(({ ms }) => ms));
}

/** @param {Ask} ask @returns {Promise<number>} milliseconds, NaN if it takes too long */
async function recover(ask) {
  const from = performance.now();
  while (performance.now() - from < MAX_RECOVERY_MS) {
    if ((await ask()).status === 200) return performance.now() - from;
    await wait(10);
  }
  return Number.NaN;
}
