/**
 * `npm run bench:signin`: the cost of issuing tokens to an application for a signed-in user, and of refreshing them, compared with bare
 * oidc-provider with everything in memory, in one interleaved run.
 */
import { parseArgs } from 'node:util';
import { onEnd, stopWithin } from './cleanup.mjs';
import { readCpu } from './cpu-meter.mjs';
import { Quiet } from './disturbance.mjs';
import { median } from './goals.mjs';
import { FEEDING_CORE, pin } from './pinning.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { exchange, refresh } from './signin-flows.mjs';
import { startBare, startProduct } from './signin-targets.mjs';

/** @typedef {import('./signin-targets.mjs').SignInTarget} SignInTarget */

/** Times the CPU of bare oidc-provider. */
const AT_MOST = 2.5;
const MINUTES = 15;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    exchanges: { type: 'string', default: '400' },
    refreshes: { type: 'string', default: '800' },
    connections: { type: 'string', default: '8' },
    'cpu-profiles': { type: 'string' },
  },
});

await runBench(() => {
  stopWithin(MINUTES);
  return main();
});

/** @returns {Promise<boolean>} whether the goals were met */
async function main() {
  pin(process.pid, FEEDING_CORE);
  const targets = [await startBare(values['cpu-profiles'])];
  onEnd(() => targets[0]?.server.stop());
  targets.push(await startProduct(values['cpu-profiles']));
  const rounds = Number(values.rounds);
  /** @type {Record<string, Record<string, number[]>>} */
  const measured = { exchange: { bare: [], product: [] }, refresh: { bare: [], product: [] } };
  for (const target of targets) await measure(target);
  const quiet = new Quiet();
  for (let round = 0; round < rounds; round += 1) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      await quiet.moment();
      const cpu = await measure(target);
      console.error(`${target.name.padEnd(8)} ${cpu.exchange.toFixed(0)} us/exchange ${cpu.refresh.toFixed(0)} us/refresh`);
      for (const [what, microseconds] of Object.entries(cpu)) measured[what]?.[target.name]?.push(microseconds);
    }
  }
  return report(measured, rounds);
}

/**
 * @param {SignInTarget} target
 * @returns {Promise<{ exchange: number, refresh: number }>} CPU of the server, microseconds each
 */
async function measure({ server, browser, application }) {
  const people = Array.from({ length: Number(values.connections) }, () => browser.twin());
  const refreshTokens = await Promise.all(people.map(async (each) => (await exchange(each, application)).refreshToken));
  const cost = async (/** @type {number} */ count, /** @type {(person: number) => Promise<unknown>} */ once) => {
    const before = await readCpu(server.child);
    const each = Math.ceil(count / people.length);
    await Promise.all(
      people.map(async (_each, person) => {
        for (let done = 0; done < each; done += 1) await once(person);
      }),
    );
    return ((await readCpu(server.child)) - before) / (each * people.length);
  };
  const at = (/** @type {number} */ person) => /** @type {(typeof people)[number]} */ (people[person]);
  const perExchange = await cost(Number(values.exchanges), (person) => exchange(at(person), application));
  const perRefresh = await cost(Number(values.refreshes), async (person) => {
    refreshTokens[person] = (await refresh(at(person), application, refreshTokens[person] ?? '')).refreshToken;
  });
  for (const person of people) person.close();
  return { exchange: perExchange, refresh: perRefresh };
}

/**
 * @param {Record<string, Record<string, number[]>>} measured
 * @param {number} rounds
 */
function report(measured, rounds) {
  const rows = Object.entries(measured).map(([what, { bare = [], product = [] }]) => {
    const ratios = product.map((microseconds, round) => microseconds / (bare[round] ?? Number.NaN));
    const ratio = median(ratios);
    return {
      what,
      ratio,
      cells: [median(bare), median(product)].map((value) => number(value, 0)),
      spread: [Math.min(...ratios), Math.max(...ratios)],
    };
  });
  console.log(`CPU of the server process, microseconds, medians of ${rounds} rounds; ${values.connections} connections\n`);
  const head = ['', 'bare oidc-provider', 'product', 'ratio', 'least to most', 'at most', ''];
  const body = rows.map(({ what, ratio, cells, spread }) => {
    const verdict = ratio <= AT_MOST ? 'ok' : 'MISS';
    return [what, ...cells, number(ratio, 2), spread.map((value) => number(value, 2)).join(' to '), number(AT_MOST, 1), verdict];
  });
  console.log(table([head, ...body]));
  return rows.every(({ ratio }) => ratio <= AT_MOST);
}
