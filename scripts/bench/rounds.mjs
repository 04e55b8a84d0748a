import { readCpu, readMemory } from './cpu-meter.mjs';
import { Quiet, UNNOTICED, readMachineCpu } from './disturbance.mjs';

/** How often a round that other processes disturbed is repeated. */
const ATTEMPTS = 2;
/** The longest round of a number of requests. */
const MAX_SECONDS = 60;

/**
 * One measured round of one target.
 *
 * @typedef {object} Round
 * @property {number} requests
 * @property {number} cpu of the server, user and system, microseconds per request
 * @property {number} databaseCpu of PostgreSQL, microseconds per request, NaN for a target without
 * @property {number} statements of all processes at the database per request, NaN for a target without
 * @property {number} rate requests per second
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} busy share of a core that the load generator needed
 * @property {number} others cores that processes outside of this run have used meanwhile
 * @property {Record<string, number>} bad answers that were no token, by reason
 *
 * @typedef {{ target: import('./target.mjs').Target, rounds: Round[], memory: import('./cpu-meter.mjs').Memory }} Measurement
 * @typedef {{ cpu: () => number, statements: () => Promise<number>, walBytes: () => Promise<number> }} DatabaseMeter counts since the start, CPU in microseconds
 * @typedef {{ rounds: number, seconds: number, attempts?: number, database: DatabaseMeter | null, onRound: (name: string, round: Round) => void }} Plan
 */

/**
 * Warms every target up, then measures them in turns, so that other load on the machine affects all of them alike. The order moves on by
 * one from round to round.
 *
 * @param {import('./target.mjs').Target[]} targets
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {Plan} plan
 * @returns {Promise<Measurement[]>}
 */
export async function measure(targets, load, plan) {
  for (const target of targets) await underLoad(target, load, () => warmUp(target, load));
  const measured = targets.map((target) => ({ target, rounds: /** @type {Round[]} */ ([]) }));
  const quiet = new Quiet();
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let place = 0; place < measured.length; place += 1) {
      const each = measured[(place + round) % measured.length];
      if (each) each.rounds.push(await measureUndisturbed(each.target, load, { ...plan, quiet }));
    }
  }
  return Promise.all(measured.map(async (each) => ({ ...each, memory: await readMemory(each.target.server.child) })));
}

/**
 * In parts, so that not all requests have to be signed in advance.
 *
 * @param {import('./target.mjs').Target} target
 * @param {import('./load-process.mjs').LoadProcess} load
 */
async function warmUp({ name, warmUpSeconds, warmUpAmount }, load) {
  if (warmUpAmount) return void (await load.run(name, { seconds: MAX_SECONDS, amount: warmUpAmount }));
  for (let left = warmUpSeconds; left > 0; left -= 1) {
    const seconds = Math.min(left, 1);
    await load.prepare(name, { seconds });
    await load.run(name, { seconds });
  }
}

/**
 * @param {import('./target.mjs').Target} target
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {Plan & { quiet: Quiet }} plan
 * @returns {Promise<Round>}
 */
async function measureUndisturbed(target, load, plan) {
  /** @type {Round | undefined} */
  let best;
  for (let attempt = 1; attempt <= (plan.attempts ?? ATTEMPTS); attempt += 1) {
    await plan.quiet.moment();
    const round = await measureRound(target, load, plan);
    plan.onRound(target.name, round);
    // bad answers count, whatever else the machine did
    if (Object.keys(round.bad).length > 0) return round;
    if (!best || round.others < best.others) best = round;
    if (best.others <= UNNOTICED) break;
  }
  return /** @type {Round} */ (best);
}

/**
 * @param {import('./target.mjs').Target} target
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {Plan} plan
 * @returns {Promise<Round>}
 */
async function measureRound(target, load, { seconds, database }) {
  await load.prepare(target.name, { seconds });
  await target.beforeRound?.();
  const limits = target.amount === undefined ? { seconds } : { seconds: MAX_SECONDS, amount: target.amount };
  const read = async () => ({
    machine: readMachineCpu(),
    own: ownCpu(),
    cpu: await readCpu(target.server.child),
    databaseCpu: target.usesDatabase && database ? database.cpu() : Number.NaN,
    statements: target.usesDatabase && database ? await database.statements() : Number.NaN,
  });
  return underLoad(target, load, async () => {
    const before = await read();
    const { requests, seconds: elapsed, p50, p99, busy, bad } = await load.run(target.name, limits);
    const after = await read();
    const used = (/** @type {keyof typeof before} */ key) => after[key] - before[key];
    const ours = used('own') + used('cpu') + (used('databaseCpu') || 0) + busy * elapsed * 1e6;
    const others = Math.max(0, (used('machine') - ours) / 1e6 / elapsed);
    const perRequest = {
      cpu: used('cpu') / requests,
      databaseCpu: used('databaseCpu') / requests,
      statements: used('statements') / requests,
    };
    return { requests, ...perRequest, rate: requests / elapsed, p50, p99, busy, others, bad };
  });
}

function ownCpu() {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/**
 * Holds the connections open during `work`, so that opening them is not measured.
 *
 * @template T
 * @param {import('./target.mjs').Target} target
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {() => Promise<T>} work
 */
export async function underLoad(target, load, work) {
  await load.open(target.name);
  const result = await work();
  await load.close(target.name);
  return result;
}
