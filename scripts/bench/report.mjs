/**
 * @typedef {{ value: number, low: number, high: number }} Spread the median over rounds, and the extremes
 * @typedef {Spread & { label: string, digits: number, atMost?: number, atLeast?: number }} Goal
 * @typedef {{ promise: string, kept: boolean, seen: string }} Guard a condition without which the figures do not count
 */

/** @type {(values: readonly number[], share: number) => number} NaN without values */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** @type {(values: readonly number[]) => number} NaN without values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (lower + upper) / 2;
}

/** @type {(values: readonly number[]) => Spread} */
export function spread(values) {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** @type {(value: number) => Spread} of a single measurement */
export function once(value) {
  return { value, low: value, high: value };
}

/**
 * The CPU time of one server relative to another. Rounds with the same number ran one after the other, so each pair yields a ratio.
 *
 * @param {string} label
 *
 * @param {({ rounds: readonly { cpu: number }[] } | undefined)[]} sides
 * @param {number} atMost
 * @returns {Goal[]} none unless both sides were measured
 */
export function compareCpu(label, [one, other], atMost) {
  if (!one || !other) return [];
  const ratios = one.rounds.map(({ cpu }, index) => cpu / (other.rounds[index]?.cpu ?? Number.NaN));
  return [{ label, ...spread(ratios), atMost, digits: 2 }];
}

/** @type {(goals: Goal[]) => boolean} prints them @returns whether all were met */
export function printGoals(goals) {
  const rows = goals.map((goal) => {
    const { label, value, low, high, atLeast, atMost = Number.NaN, digits } = goal;
    const bound = atLeast === undefined ? number(atMost, digits) : `${number(atLeast, digits)} or more`;
    return [label, number(value, digits), `${number(low, digits)} to ${number(high, digits)}`, bound, isMet(goal) ? 'ok' : 'MISS'];
  });
  printTable(['goal', 'measured', 'least to most', 'bound', ''], rows);
  return goals.every(isMet);
}

/** @type {(goal: Goal) => boolean} */
function isMet({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast;
}

/** @type {(guards: Guard[]) => boolean} prints them @returns whether all held */
export function printGuards(guards) {
  printTable(
    ['guard', 'seen', ''],
    guards.map(({ promise, seen, kept }) => [promise, seen, kept ? 'ok' : 'BROKEN']),
  );
  return guards.every(({ kept }) => kept);
}

/** @type {(value: number, digits?: number) => string} */
export function number(value, digits = 0) {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @type {(head: string[], rows: string[][]) => void} as Markdown */
export function printTable(head, rows) {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = [head, ...rows].map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  console.log(`\n${[lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n')}`);
}
