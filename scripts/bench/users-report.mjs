import { cpus } from 'node:os';
import { number, table } from './report.mjs';

/**
 * @typedef {import('./users-measure.mjs').Measured} Measured
 * @typedef {{ label: string, value: number, atMost: number }} Goal milliseconds
 * @typedef {object} Result
 * @property {import('./users.mjs').Options} options
 * @property {import('./users-population.mjs').Population} population
 * @property {import('./users-measure.mjs').Measurements} measured
 * @property {import('./users-measure.mjs').Creation} creation
 * @property {import('./report.mjs').Guard[]} guards
 */

/** @param {Result} result */
export function summarise({ options, population, measured, creation, guards }) {
  const groups = [...Map.groupBy(measured.cases, ({ case: { group } }) => group)];
  return {
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, others: measured.others },
    options,
    sizes: population.sizes,
    rows: groups.map(([group, cases]) => ({ group, matches: cases[0]?.matches ?? 0, ...spread(cases) })),
    goals: goalsOf(measured.cases),
    creation,
    guards,
  };
}

/** @param {Measured[]} cases */
function spread(cases) {
  const times = cases.flatMap((each) => each.times);
  return {
    median: percentile(times, 50),
    p99: percentile(times, 99),
    most: Math.max(...times),
    cpu: percentile(
      cases.flatMap((each) => each.cpus),
      50,
    ),
  };
}

/** @param {Measured[]} cases @returns {Goal[]} */
function goalsOf(cases) {
  /** @param {string} kind */
  const timesOf = (kind) => cases.filter((each) => each.case.kind === kind).flatMap(({ times }) => times);
  const [searches, short, pages] = [timesOf('search'), timesOf('short'), timesOf('page')];
  return [
    { label: 'search of three characters or more, median', value: percentile(searches, 50), atMost: 50 },
    { label: 'search of three characters or more, p99', value: percentile(searches, 99), atMost: 150 },
    { label: 'search of one or two characters, p99', value: percentile(short, 99), atMost: 150 },
    { label: 'page without a search, at any offset up to 100,000, p99', value: percentile(pages, 99), atMost: 100 },
  ];
}

/**
 * @param {number[]} values
 * @param {number} percent
 */
function percentile(values, percent) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? Number.NaN;
}

/**
 * @param {ReturnType<typeof summarise>} summary
 * @returns {string} the tables as Markdown, readable as they are
 */
export function render({ machine, options, sizes, rows, goals, creation, guards }) {
  const thousands = (/** @type {number} */ value) => value.toLocaleString('en');
  return [
    `${thousands(options.users)} users in one domain, ${thousands(options.domains * options.each)} in ${thousands(options.domains)} others; ` +
      `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; others took ${number(machine.others, 2)} cores; ${options.rounds} rounds; milliseconds from the call to the rows, less those in which others had the core`,
    table([
      ['list or search', 'found', 'median', 'p99', 'most', 'CPU of PostgreSQL'],
      ...rows.map(({ group, matches, median, p99, most, cpu }) => [
        group,
        thousands(matches),
        ...[median, p99, most, cpu].map((value) => number(value, 1)),
      ]),
    ]),
    table([['table or index', 'MB'], ...sizes.map(({ name, bytes }) => [name, number(bytes / 1e6, 0)])]),
    `A user made among them: ${number(creation.time, 2)} ms, ${number(creation.cpu, 2)} of CPU in PostgreSQL (mean of ${creation.users}).`,
    table([
      ['goal', 'measured', 'at most', ''],
      ...goals.map(({ label, value, atMost }) => [label, number(value, 1), number(atMost, 0), value <= atMost ? 'ok' : 'MISS']),
    ]),
    table([['guard', 'seen', ''], ...guards.map(({ promise, seen, kept }) => [promise, seen, kept ? 'ok' : 'BROKEN'])]),
  ].join('\n\n');
}
