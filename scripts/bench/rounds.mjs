import { measureCost } from './cost.mjs';
import { isToken, Load } from './load.mjs';
import { readPeakMemory } from './machine.mjs';
import { median, number, printTable } from './report.mjs';
import { RequestPool } from './request-pool.mjs';
import { createTokenRequest } from './token-requests.mjs';

/**
 * A server under test, with the clients that request tokens from it.
 *
 * @typedef {object} Target
 *
 * @property {string} name as in the report
 * @property {import('./token-requests.mjs').MethodName} method how its clients authenticate
 * @property {import('./server-process.mjs').ServerProcess} server
 * @property {number} port
 * @property {import('./product.mjs').Party[]} parties one for each domain
 * @property {number} warmUpSeconds lets V8 compile the hot code, and the heap grow to its size
 * @property {string} jwksPath where a domain publishes its keys
 * @property {import('./database.mjs').Database | null} database
 * @property {number} [warmUpAmount] requests to warm it up with, instead of seconds
 * @property {number} [amount] requests of a round, one party after the other, instead of seconds
 * @property {() => Promise<unknown>} [beforeRound]
 * @property {string} [parameters] additional ones of each request, starting with `&`
 *
 * @typedef {import('./cost.mjs').Cost & { rate: number, p50: number, p99: number, bad: Record<string, number> }} Round requests a second,
 * latencies in ms, and the wrong answers by reason
 * @typedef {{ target: Target, pool: RequestPool, rounds: Round[], peakMemory: number }} Measurement
 * @typedef {{ rounds: number, seconds: number, connections: number }} Plan
 */

/** The number of requests signed per second of load. No server verifies more signatures on one core. */
const SIGNED_PER_SECOND = 6_000;
/** The maximum duration of a round with a fixed number of requests. */
const MAX_SECONDS = 60;

/** @type {[keyof Round, string, number][]} */
const COLUMNS = [
  ['cpu', 'CPU us', 0],
  ['rate', 'a second', 0],
  ['p50', 'p50 ms', 2],
  ['p99', 'p99 ms', 2],
  ['databaseCpu', 'PostgreSQL us', 0],
  ['statements', 'statements', 3],
];

/**
 * Warms every target up, then measures them in turns, so that other load on the machine affects all of them alike. The order rotates from
 * round to round.
 *
 * @param {Target[]} targets
 *
 * @param {Plan} plan
 * @returns {Promise<Measurement[]>}
 */
export async function measure(targets, plan) {
  const measurements = targets.map((target) => ({ target, pool: createPool(target), rounds: /** @type {Round[]} */ ([]), peakMemory: 0 }));
  for (const measurement of measurements) await warmUp(measurement, plan);
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let place = 0; place < measurements.length; place += 1) {
      const measurement = measurements[(place + round) % measurements.length];
      if (measurement) measurement.rounds.push(await measureRound(measurement, plan));
    }
  }
  for (const measurement of measurements) measurement.peakMemory = readPeakMemory(measurement.target.server.child.pid);
  return measurements;
}

/** @param {Target} target */
function createPool({ method, parties, parameters = '', amount }) {
  const requests = parties.map((party) => createTokenRequest(method, party));
  for (const request of requests) request.body += parameters;
  return new RequestPool(requests, { inTurn: amount !== undefined });
}

/** Runs in parts, so that not all requests have to be signed in advance. @param {Measurement} measurement @param {Plan} plan */
async function warmUp({ target, pool }, { connections }) {
  const load = await Load.open(target.port, connections);
  const options = { next: () => pool.take(), accepts: isToken };
  if (target.warmUpAmount) await load.run({ ...options, seconds: MAX_SECONDS, amount: target.warmUpAmount });
  else {
    for (let left = target.warmUpSeconds; left > 0; left -= 1) {
      pool.prepare(SIGNED_PER_SECOND);
      await load.run({ ...options, seconds: Math.min(left, 1) });
    }
  }
  load.close();
}

/** @param {Measurement} measurement @param {Plan} plan @returns {Promise<Round>} */
async function measureRound({ target, pool }, { seconds, connections }) {
  pool.prepare(seconds * SIGNED_PER_SECOND);
  await target.beforeRound?.();
  const limits = target.amount === undefined ? { seconds } : { seconds: MAX_SECONDS, amount: target.amount };
  return measureLoad(target, connections, { ...limits, next: () => pool.take(), accepts: isToken });
}

/**
 * Measures a server while some connections are busy. Opening them is not measured.
 *
 * @param {Pick<Target, 'name' | 'server' | 'port' | 'database'>} target
 * @param {number} connections
 * @param {import('./load.mjs').RunOptions} options
 * @returns {Promise<Round>}
 */
export async function measureLoad(target, connections, options) {
  const load = await Load.open(target.port, connections);
  const { requests, seconds, ...round } = await measureCost(target, () => load.run(options));
  load.close();
  const rate = requests / seconds;
  console.error(`${target.name.padEnd(34)} ${number(round.cpu)} us, ${number(rate)}/s ${JSON.stringify(round.bad)}`);
  return { ...round, rate };
}

/**
 * Prints the medians. @type {(measurements: { target: { name: string }, rounds: Round[], peakMemory: number }[]) => boolean} whether every
 * response was correct
 */
export function printMeasurements(measurements) {
  const rows = measurements.map(({ target, rounds, peakMemory }) => [
    target.name,
    ...COLUMNS.map(([key, , digits]) => number(median(rounds.map((round) => Number(round[key]))), digits)),
    number(peakMemory),
    String(rounds.reduce((sum, { bad }) => sum + Object.keys(bad).length, 0)),
  ]);
  printTable(['target', ...COLUMNS.map(([, title]) => title), 'peak MB', 'bad'], rows);
  return rows.every((row) => row.at(-1) === '0');
}
