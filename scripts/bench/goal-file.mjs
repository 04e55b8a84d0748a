import { appendFileSync } from 'node:fs';

/**
 * Adds goals to the file that `npm run bench` reads, one JSON value a line. Without BENCH_GOALS_FILE, nobody reads them.
 *
 * @param {readonly import('./goals.mjs').Goal[]} goals those without a bound are for comparison, and left out
 */
export function recordGoals(goals) {
  const file = process.env['BENCH_GOALS_FILE'];
  if (file === undefined) return;
  for (const goal of goals) if (!Number.isNaN(goal.atMost)) appendFileSync(file, `${JSON.stringify(goal)}\n`);
}
