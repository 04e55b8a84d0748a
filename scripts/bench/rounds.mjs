import { readCpu, readMemory } from './cpu-meter.mjs';

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
 * @property {Record<string, number>} bad answers that were no token, by reason
 *
 * @typedef {{ target: import('./target.mjs').Target, rounds: Round[], memory: import('./cpu-meter.mjs').Memory }} Measurement
 * @typedef {{ cpu: () => number, statements: () => Promise<number> }} DatabaseMeter counts since the start, CPU in microseconds
 * @typedef {{ rounds: number, seconds: number, database: DatabaseMeter | null, onRound: (name: string, round: Round) => void }} Plan
 */

/**
 * Warms every target up, then measures them in turns, so that whatever else happens on the machine meets all of them alike.
 * The order moves on by one from round to round.
 *
 * @param {import('./target.mjs').Target[]} targets
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {Plan} plan
 * @returns {Promise<Measurement[]>}
 */
export async function measure(targets, load, plan) {
  for (const target of targets) await underLoad(target, load, () => load.run(target.name, { seconds: target.warmUpSeconds }));
  const measured = targets.map((target) => ({ target, rounds: /** @type {Round[]} */ ([]) }));
  for (let round = 0; round < plan.rounds; round += 1) {
    for (let place = 0; place < measured.length; place += 1) {
      const each = measured[(place + round) % measured.length];
      if (each) each.rounds.push(await measureRound(each.target, load, plan));
    }
  }
  return Promise.all(measured.map(async (each) => ({ ...each, memory: await readMemory(each.target.server.child) })));
}

/**
 * @param {import('./target.mjs').Target} target
 * @param {import('./load-process.mjs').LoadProcess} load
 * @param {Plan} plan
 * @returns {Promise<Round>}
 */
async function measureRound(target, load, { seconds, database, onRound }) {
  const read = async () => ({
    cpu: await readCpu(target.server.child),
    databaseCpu: target.usesDatabase && database ? database.cpu() : Number.NaN,
    statements: target.usesDatabase && database ? await database.statements() : Number.NaN,
  });
  const round = await underLoad(target, load, async () => {
    const before = await read();
    const { requests, seconds: elapsed, p50, p99, busy, bad } = await load.run(target.name, { seconds });
    const after = await read();
    const perRequest = (/** @type {keyof typeof before} */ key) => (after[key] - before[key]) / requests;
    const costs = { cpu: perRequest('cpu'), databaseCpu: perRequest('databaseCpu'), statements: perRequest('statements') };
    return { requests, ...costs, rate: requests / elapsed, p50, p99, busy, bad };
  });
  onRound(target.name, round);
  return round;
}

/**
 * Holds the connections open around `work`: opening them is no part of what is measured.
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
