/**
 * The load generator: a separate process, driven over IPC. It keeps the prepared requests of every target. On `run` it keeps all
 * connections busy with requests drawn uniformly at random, until the time or the number is reached. It waits for every response, so the
 * number of responses is the number of requests the server worked on.
 */
import { LoadConnection } from './load-connection.mjs';
import { RequestPool } from './request-pool.mjs';

/**
 * @typedef {{ host: string, authorization: string, body: string, headers?: Record<string, string> }} TokenRequest
 * @typedef {{ port: number, requests: import('./request-signer.mjs').RequestTemplate[], connections: number, inTurn: boolean }} Target
 * @typedef {{ index: number, token: string, type: string }} ReceivedToken `index` of its request
 * @typedef {{ requests: number, seconds: number, bad: Record<string, number>, p50: number, p99: number, busy: number,
 *   tokens: ReceivedToken[] }} RunResult
 *   `seconds` elapsed, latencies in ms, `busy` share of a core that the generator itself needed, `bad` counts what was no token, by reason
 * @typedef {{ type: 'target', name: string, target: Target }} TargetMessage
 * @typedef {{ type: 'open', name: string } | { type: 'close', name: string }} ConnectionMessage
 * @typedef {{ type: 'prepare', name: string, seconds: number, amount: number }} PrepareMessage
 * @typedef {{ type: 'run', name: string, seconds: number, amount: number, keepTokens: boolean }} RunMessage
 * @typedef {TargetMessage | ConnectionMessage | PrepareMessage | RunMessage} Message
 * @typedef {{ target: Target, pool: RequestPool, connections: LoadConnection[], rate: number }} Entry `rate`: requests per second
 */

/** Milliseconds to wait for the last answers after the end of a round. */
const DRAIN_MILLISECONDS = 10_000;
/** The rate for which requests are signed before a target has been measured: no server verifies more signatures on one core. */
const FIRST_RATE = 12_000;
/** How many more requests are signed than the target has last answered in the time. */
const RESERVE = 1.5;

/** @type {Map<string, Entry>} */
const targets = new Map();

/** @param {Message & { id: number }} message */
async function answer(message) {
  try {
    process.send?.({ id: message.id, result: await handle(message) });
  } catch (error) {
    process.send?.({ id: message.id, error: String(error) });
  }
}

process.on('message', (/** @type {Message & { id: number }} */ message) => void answer(message));
process.on('disconnect', () => process.exit(0));

/** @param {Message} message */
async function handle(message) {
  if (message.type === 'target') {
    const pool = new RequestPool(message.target.requests, message.target);
    return void targets.set(message.name, { target: message.target, pool, connections: [], rate: FIRST_RATE });
  }
  const entry = targets.get(message.name);
  if (!entry) throw new Error(`no target ${message.name}`);
  if (message.type === 'open') {
    entry.connections = Array.from({ length: entry.target.connections }, () => new LoadConnection(entry.target.port));
    return void (await Promise.all(entry.connections.map((connection) => connection.opened())));
  }
  if (message.type === 'close') return entry.connections.splice(0).forEach((connection) => connection.close());
  if (message.type === 'prepare') {
    const most = Math.ceil(message.seconds * entry.rate * RESERVE) + entry.target.connections;
    return entry.pool.prepare(Math.min(most, message.amount));
  }
  return run(entry, message);
}

/**
 * @param {Entry} entry
 * @param {RunMessage} message
 * @returns {Promise<RunResult>}
 */
async function run(entry, message) {
  const { pool, connections } = entry;
  const tally = new Tally(message.keepTokens);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const mayStart = () => performance.now() - startedAt < message.seconds * 1000 && tally.started < message.amount;
  const watchdog = setTimeout(() => connections.forEach((c) => c.close()), message.seconds * 1000 + DRAIN_MILLISECONDS);
  await Promise.race([
    Promise.all(connections.map((connection) => loop(connection, { pool, tally, mayStart }))),
    new Promise((resolve) => setTimeout(resolve, message.seconds * 1000 + DRAIN_MILLISECONDS).unref()),
  ]);
  clearTimeout(watchdog);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  entry.rate = tally.started / seconds;
  return { ...tally.summary(), seconds, busy: (user + system) / 1e6 / seconds };
}

/**
 * @param {LoadConnection} connection
 * @param {{ pool: RequestPool, tally: Tally, mayStart: () => boolean }} work
 * @returns {Promise<void>} when the connection has nothing more to do
 */
function loop(connection, { pool, tally, mayStart }) {
  return new Promise((resolve) => {
    const next = () => {
      const request = mayStart() ? pool.take() : undefined;
      if (!request) return resolve();
      tally.started += 1;
      connection.send(request.bytes, (response) => {
        tally.add(request.index, response);
        if (response.failure !== undefined) return resolve();
        next();
      });
    };
    next();
  });
}

/** What happened in one run. */
class Tally {
  started = 0;
  /** @type {number[]} */
  #latencies = [];
  /** @type {Record<string, number>} */
  #bad = {};
  /** @type {ReceivedToken[]} */
  #tokens = [];
  #keepTokens;

  /** @param {boolean} keepTokens */
  constructor(keepTokens) {
    this.#keepTokens = keepTokens;
  }

  /**
   * @param {number} index
   * @param {import('./load-connection.mjs').LoadResponse} response
   */
  add(index, response) {
    const good = response.status === 200 && response.body.includes('"access_token":"ey');
    if (good) this.#latencies.push(response.milliseconds);
    else this.#reject(response);
    if (!good || !this.#keepTokens) return;
    const { access_token: token, token_type: type } = JSON.parse(response.body);
    this.#tokens.push({ index, token, type });
  }

  /** @param {import('./load-connection.mjs').LoadResponse} response */
  #reject({ status, failure }) {
    const reason = failure ?? `status ${status}`;
    this.#bad[reason] = (this.#bad[reason] ?? 0) + 1;
  }

  summary() {
    const sorted = Float64Array.from(this.#latencies).toSorted();
    const unanswered = this.started - sorted.length - Object.values(this.#bad).reduce((sum, n) => sum + n, 0);
    const bad = unanswered > 0 ? { ...this.#bad, 'no answer': unanswered } : this.#bad;
    return { requests: this.started, bad, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), tokens: this.#tokens };
  }
}

/**
 * @param {Float64Array} sorted
 * @param {number} share
 */
function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
