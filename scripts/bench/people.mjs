/**
 * `npm run bench:people`: the CPU time of one request of each endpoint that people and their applications use, of the product and of bare
 * oidc-provider with everything in a Map, in one interleaved run of at most 90 seconds.
 */
import { parseArgs } from 'node:util';
import { onEnd, stopWithin } from './cleanup.mjs';
import { readCpu } from './cpu-meter.mjs';
import { recordGoals } from './goal-file.mjs';
import { median, spread } from './goals.mjs';
import { PATHS } from './people-paths.mjs';
import { startBare, startProduct } from './people-targets.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';

/**
 * @typedef {import('./people-paths.mjs').Path} Path
 * @typedef {import('./people-paths.mjs').Prepared} Prepared
 * @typedef {import('./people-targets.mjs').PeopleTarget} PeopleTarget
 * @typedef {{ cpu: number, databaseCpu: number }} Cost microseconds for a request
 * @typedef {{ statements: number, walBytes: number }} Writes of one request that is alone
 */

const MINUTES = 1.5;
/** No round begins that would end later, in milliseconds since the start. */
const ROUNDS_END_MS = 80_000;
const SEQUENTIAL_REQUESTS = 10;
/** Those of the meter itself, between its two readings. */
const METER_STATEMENTS = 2;

const HEAD = ['request', 'product', 'PostgreSQL', 'bare', 'ratio', 'least to most', 'statements, round trips', 'WAL bytes', 'goal', ''];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '96' },
    connections: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
    'cpu-profiles': { type: 'string' },
  },
});

await runBench(() => {
  stopWithin(MINUTES);
  return main();
});

/** @returns {Promise<boolean>} whether every goal was met */
async function main() {
  pin(process.pid, FEEDING_CORE);
  const bare = await startBare(values['cpu-profiles']);
  onEnd(() => bare.server.stop());
  const product = await startProduct(values['cpu-profiles']);
  const paths = PATHS.filter(({ name }) => name.includes(values.only));
  for (const path of paths) for (const target of [bare, product]) await measure(path, target);
  /** @type {Map<Path, { bare: Cost[], product: Cost[] }>} */
  const costs = new Map(paths.map((path) => [path, { bare: [], product: [] }]));
  let rounds = 0;
  let roundMs = 0;
  for (; rounds < Number(values.rounds) && performance.now() + roundMs < ROUNDS_END_MS; rounds += 1) {
    const startedAt = performance.now();
    for (const [path, measured] of costs) {
      for (const target of rounds % 2 === 0 ? [bare, product] : [product, bare]) measured[target.name].push(await measure(path, target));
    }
    roundMs = performance.now() - startedAt;
  }
  const rows = [];
  for (const [path, measured] of costs) rows.push(judge(path, measured, await countWrites(path, product)));
  console.log(`CPU in microseconds for a request, medians of ${rounds} rounds; ${values.connections} connections\n`);
  console.log(table([HEAD, ...rows.map(({ cells }) => cells)]));
  return rows.every(({ isMet }) => isMet);
}

/**
 * @param {Path} path
 * @param {PeopleTarget} target
 * @returns {Promise<Cost>}
 */
async function measure(path, target) {
  const { server, browser, database } = target;
  const browsers = Array.from({ length: Number(values.connections) }, () => browser.twin());
  const each = Math.ceil((Number(values.requests) * (path.weight ?? 1)) / browsers.length);
  const prepared = await Promise.all(browsers.map((one) => prepare(path, { browser: one, target, count: each })));
  const read = async () => ({ cpu: await readCpu(server.child), databaseCpu: database?.meter.cpu() ?? 0 });
  const before = await read();
  await Promise.all(browsers.map((one, index) => sendAll(path, { browser: one, target, prepared: prepared[index] ?? [] })));
  const after = await read();
  for (const one of browsers) one.close();
  const sent = each * browsers.length * repeatsOf(path);
  return { cpu: (after.cpu - before.cpu) / sent, databaseCpu: (after.databaseCpu - before.databaseCpu) / sent };
}

/**
 * @param {Path} path
 * @param {{ browser: import('./signin-browser.mjs').SignInBrowser, target: PeopleTarget, count: number }} options
 */
async function prepare(path, { browser, target, count }) {
  /** @type {Prepared[]} */
  const prepared = [];
  while (prepared.length < count) prepared.push((await path.prepare?.(browser, target)) ?? {});
  return prepared;
}

/**
 * @param {Path} path
 * @param {{ browser: import('./signin-browser.mjs').SignInBrowser, target: PeopleTarget, prepared: Prepared[] }} options
 */
async function sendAll(path, { browser, target, prepared }) {
  for (const one of prepared) {
    for (let sent = 0; sent < repeatsOf(path); sent += 1) await path.send(browser, target, one);
  }
}

/** @param {Path} path */
function repeatsOf({ repeats = 1 }) {
  return repeats;
}

/**
 * One request after the other, so that none shares a statement with another. Every statement is a round trip, BEGIN and COMMIT too.
 *
 * @param {Path} path
 * @param {PeopleTarget} target
 * @returns {Promise<Writes>}
 */
async function countWrites(path, target) {
  const { meter } = /** @type {import('./database.mjs').Database} */ (target.database);
  const browser = target.browser.twin();
  const prepared = await prepare(path, { browser, target, count: SEQUENTIAL_REQUESTS });
  const read = async () => ({ walBytes: await meter.walBytes(), statements: await meter.statements() });
  const before = await read();
  await sendAll(path, { browser, target, prepared });
  const after = await read();
  browser.close();
  const sent = SEQUENTIAL_REQUESTS * repeatsOf(path);
  return {
    statements: (after.statements - before.statements - METER_STATEMENTS) / sent,
    walBytes: (after.walBytes - before.walBytes) / sent,
  };
}

/**
 * @param {Path} path
 * @param {{ bare: Cost[], product: Cost[] }} costs by round
 * @param {Writes} writes
 */
function judge({ name, goal }, { bare, product }, { statements, walBytes }) {
  const ratio = spread(product.map(({ cpu }, round) => cpu / (bare[round]?.cpu ?? Number.NaN)));
  const [ours, postgres, theirs] = [
    product.map(({ cpu }) => cpu),
    product.map(({ databaseCpu }) => databaseCpu),
    bare.map(({ cpu }) => cpu),
  ];
  const isMet = ratio.value <= goal;
  recordGoals([{ label: `${name}, CPU to bare oidc-provider`, ...ratio, atMost: goal, digits: 2 }]);
  const cells = [
    name,
    ...[ours, postgres, theirs].map((each) => number(median(each), 0)),
    number(ratio.value, 2),
    `${number(ratio.low, 2)} to ${number(ratio.high, 2)}`,
    number(statements, 1),
    number(walBytes, 0),
    number(goal, 1),
    isMet ? 'ok' : 'MISS',
  ];
  return { cells, isMet };
}
