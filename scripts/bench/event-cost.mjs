/**
 * `npm run bench:events`: the CPU that the chain of the log, traces and the outbox of webhooks add to a warm token and to a sign-in by link, in one
 * interleaved run. CPU is that of the auth server and PostgreSQL; with the chain, also that of the process that chains.
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { buildIfStale } from '../build-if-stale.mjs';
import { onEnd, stopWithin } from './cleanup.mjs';
import { Quiet } from './disturbance.mjs';
import { startTargets } from './event-cost-targets.mjs';
import { EventCostRounds } from './event-cost-rounds.mjs';
import { median } from './goals.mjs';
import { number, table } from './report.mjs';
import { runBench } from './run-bench.mjs';
import { wholeNumber } from './whole-number.mjs';

/** How much more CPU each may need. */
const MAX_RATIO = 1.03;
const MINUTES = 15;

const usage = `npm run bench:events -- [options]
  --rounds 9       of each
  --tokens 5000    in a round
  --signins 60     in a round`;

/**
 * @param {Record<'rounds' | 'tokens' | 'signins', number>} options
 * @returns {Promise<boolean>} whether each costs as little as it should
 */
async function main({ rounds, tokens, signins }) {
  await buildIfStale(fileURLToPath(new URL('../..', import.meta.url)));
  const targets = await startTargets(signins);
  const database = new pg.Client(targets.product.database.url);
  await database.connect();
  onEnd(() => database.end());
  const measuring = new EventCostRounds(targets, database, { tokens, signins });
  await measuring.warmUp();
  const quiet = new Quiet();
  for (let round = 0; round < rounds; round += 1) {
    await quiet.moment();
    await measuring.measureAll(round);
  }
  const rows = measuring.figures.map(({ work, variant, cpu, baseline }) => {
    const ratios = cpu.map((each, n) => each / (baseline[n] ?? Number.NaN));
    return { work, variant, cpu: median(cpu), ratio: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) };
  });
  console.log(`CPU, microseconds, medians of ${rounds} rounds of ${tokens} tokens and ${signins} sign-ins\n`);
  console.log(table([['', 'with', 'CPU us', 'more', 'least to most', 'at most', ''], ...rows.map(rowOf)]));
  return rows.every((row) => !hasGoal(row) || row.ratio <= MAX_RATIO);
}

/**
 * Traces have a goal for tokens only.
 *
 * @param {{ work: string, variant: string }} row
 */
function hasGoal({ work, variant }) {
  return work === 'token' || !variant.startsWith('traces');
}

/** @param {{ work: string, variant: string, cpu: number, ratio: number, low: number, high: number }} row */
function rowOf({ work, variant, cpu, ratio, low, high }) {
  const more = (/** @type {number} */ value) => `${number((value - 1) * 100, 1)} %`;
  if (variant === 'none') return [work, variant, number(cpu, 0), '', '', '', ''];
  const figures = [work, variant, number(cpu, 0), more(ratio), `${more(low)} to ${more(high)}`];
  return hasGoal({ work, variant }) ? [...figures, more(MAX_RATIO), ratio <= MAX_RATIO ? 'ok' : 'MISS'] : [...figures, '-', ''];
}

await runBench(() => {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '9' },
      tokens: { type: 'string', default: '5000' },
      signins: { type: 'string', default: '60' },
    },
  });
  stopWithin(MINUTES);
  return main({
    rounds: wholeNumber('rounds', values.rounds),
    tokens: wholeNumber('tokens', values.tokens),
    signins: wholeNumber('signins', values.signins),
  });
}, usage);
