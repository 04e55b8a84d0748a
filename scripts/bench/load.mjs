/**
 * The load generator: a separate process, driven over IPC. It keeps the prepared requests of every target. On `run` it keeps all
 * connections busy with requests drawn uniformly at random, until the time or the number is reached. It waits for every response, so the
 * number of responses is the number of requests the server worked on.
 */
import { LoadConnection } from './load-connection.mjs';
import { encode } from './load-request.mjs';

/**
 * @typedef {{ host: string, authorization: string, body: string }} TokenRequest
 * @typedef {{ port: number, requests: TokenRequest[], connections: number }} Target
 * @typedef {{ requests: number, seconds: number, bad: Record<string, number>, p50: number, p99: number, busy: number,
 *   tokens: { index: number, token: string }[] }} RunResult
 *   `seconds` elapsed, latencies in ms, `busy` share of a core that the generator itself needed, `bad` counts what was no token, by reason
 * @typedef {{ type: 'target', name: string, target: Target }} TargetMessage
 * @typedef {{ type: 'open', name: string } | { type: 'close', name: string }} ConnectionMessage
 * @typedef {{ type: 'run', name: string, seconds: number, amount: number, keepTokens: boolean }} RunMessage
 * @typedef {TargetMessage | ConnectionMessage | RunMessage} Message
 */

/** Milliseconds to wait for the last answers after the end of a round. */
const DRAIN_MILLISECONDS = 10_000;

/** @type {Map<string, { target: Target, buffers: Buffer[], connections: LoadConnection[] }>} */
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
    const buffers = message.target.requests.map(encode);
    return void targets.set(message.name, { target: message.target, buffers, connections: [] });
  }
  const entry = targets.get(message.name);
  if (!entry) throw new Error(`no target ${message.name}`);
  if (message.type === 'open') {
    entry.connections = Array.from({ length: entry.target.connections }, () => new LoadConnection(entry.target.port));
    return void (await Promise.all(entry.connections.map((connection) => connection.opened())));
  }
  if (message.type === 'close') return entry.connections.splice(0).forEach((connection) => connection.close());
  return run(entry, message);
}

/**
 * @param {{ buffers: Buffer[], connections: LoadConnection[] }} entry
 * @param {RunMessage} message
 * @returns {Promise<RunResult>}
 */
async function run({ buffers, connections }, message) {
  const tally = new Tally(message.keepTokens);
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  const mayStart = () => performance.now() - startedAt < message.seconds * 1000 && tally.started < message.amount;
  const watchdog = setTimeout(() => connections.forEach((c) => c.close()), message.seconds * 1000 + DRAIN_MILLISECONDS);
  await Promise.race([
    Promise.all(connections.map((connection) => loop(connection, { buffers, tally, mayStart }))),
    new Promise((resolve) => setTimeout(resolve, message.seconds * 1000 + DRAIN_MILLISECONDS).unref()),
  ]);
  clearTimeout(watchdog);
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { ...tally.summary(), seconds, busy: (user + system) / 1e6 / seconds };
}

/**
 * @param {LoadConnection} connection
 * @param {{ buffers: Buffer[], tally: Tally, mayStart: () => boolean }} work
 * @returns {Promise<void>} when the connection has nothing more to do
 */
function loop(connection, { buffers, tally, mayStart }) {
  return new Promise((resolve) => {
    const next = () => {
      if (!mayStart()) return resolve();
      const index = Math.floor(Math.random() * buffers.length);
      tally.started += 1;
      connection.send(/** @type {Buffer} */ (buffers[index]), (response) => {
        tally.add(index, response);
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
  /** @type {{ index: number, token: string }[]} */
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
    if (good && this.#keepTokens) this.#tokens.push({ index, token: JSON.parse(response.body).access_token });
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
