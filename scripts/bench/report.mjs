import { cpus } from 'node:os';
import { judge, median } from './goals.mjs';
import { recordGoals } from './goal-file.mjs';
import { judgeMethods } from './method-goals.mjs';
import { canPin } from './pinning.mjs';

/**
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 * @typedef {import('./rounds.mjs').Round} Round
 * @typedef {{ promise: string, kept: boolean, seen: string }} Guard
 */

/** Columns of the longest name of a target. */
const NAME_WIDTH = 34;

/** @type {[keyof Round, string, number][]} */
const COLUMNS = [
  ['cpu', 'CPU us/token', 0],
  ['rate', 'tokens/s', 0],
  ['p50', 'p50 ms', 2],
  ['p99', 'p99 ms', 2],
  ['databaseCpu', 'PostgreSQL us/token', 0],
  ['statements', 'statements/token', 3],
  ['busy', 'generator, cores', 2],
  ['others', 'others, cores', 2],
];

/**
 * @param {Measurement[]} measurements
 * @param {Guard[]} guards
 * @param {import('./options.mjs').Options} options
 */
export function summarise(measurements, guards, options) {
  const domains = options.targets.includes('product') ? options.domains : [];
  return {
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version, pinned: canPin },
    settings: { rounds: options.rounds, seconds: options.seconds, connections: options.connections },
    targets: measurements.map(summariseTarget),
    goals: [...judge(measurements, domains), ...judgeMethods(measurements, options.methods, domains)],
    guards,
  };
}

/** @typedef {ReturnType<typeof summarise>} Summary */

/** @param {Measurement} measurement */
function summariseTarget({ target, rounds, memory }) {
  return { name: target.name, ...medians(rounds), memory, bad: bad(rounds), rounds };
}

/** @param {Round[]} rounds */
function medians(rounds) {
  return Object.fromEntries(COLUMNS.map(([key]) => [key, median(rounds.map((round) => Number(round[key])))]));
}

/** @param {Round[]} rounds */
function bad(rounds) {
  return rounds.reduce((sum, round) => sum + Object.values(round.bad).reduce((count, each) => count + each, 0), 0);
}

/**
 * @param {Summary} summary
 * @returns {string} the tables as Markdown, readable as they are
 */
export function render({ machine, settings, targets, goals, guards }) {
  const place = machine.pinned ? 'server on one core, generator and PostgreSQL on the other' : 'nothing pinned';
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${place}; ${settings.rounds} rounds of ${settings.seconds} s, ${settings.connections} connections; medians`,
    renderTargets(targets),
    renderGoals(goals),
    table([['guard', 'seen', ''], ...guards.map(({ promise, seen, kept }) => [promise, seen, kept ? 'ok' : 'BROKEN'])]),
  ].join('\n\n');
}

/**
 * @param {Measurement[]} measurements
 * @param {import('./goals.mjs').Goal[]} goals
 * @returns {string} the tables as Markdown
 */
export function renderMeasurements(measurements, goals) {
  return `${renderTargets(measurements.map(summariseTarget))}\n\n${renderGoals(goals)}`;
}

/** @param {Summary['targets']} targets */
function renderTargets(targets) {
  const rows = targets.map((target) => [
    target.name,
    ...COLUMNS.map(([key, , digits]) => number(/** @type {any} */ (target)[key], digits)),
    `${number(target.memory.current, 0)} / ${number(target.memory.peak, 0)}`,
    String(target.bad),
  ]);
  return table([['target', ...COLUMNS.map(([, title]) => title), 'RSS MB / peak', 'bad'], ...rows]);
}

/** @param {import('./goals.mjs').Goal[]} goals */
function renderGoals(goals) {
  recordGoals(goals);
  return table([['goal', 'measured', 'least to most', 'at most', ''], ...goals.map(goalRow)]);
}

/**
 * @param {import('./goals.mjs').Goal} goal
 * @returns {string[]} label, measured, least to most, bound and verdict
 */
export function goalRow({ label, value, low, high, atMost, atLeast, digits }) {
  const bound = atLeast === undefined ? number(atMost, digits) : `at least ${number(atLeast, digits)}`;
  const isMet = atLeast === undefined ? value <= atMost : value >= atLeast;
  const verdict = bound === '-' ? 'for comparison' : isMet ? 'ok' : 'MISS';
  return [label, number(value, digits), `${number(low, digits)} to ${number(high, digits)}`, bound, verdict];
}

/**
 * Shows a round as soon as it has ended.
 *
 * @param {string} name
 * @param {Round} round
 */
export function sayRound(name, { cpu, rate, others, bad: faults }) {
  const figures = `${cpu.toFixed(0).padStart(5)} us/token ${rate.toFixed(0).padStart(6)} tokens/s ${others.toFixed(2)} cores to others`;
  console.error(`${name.padEnd(NAME_WIDTH)} ${figures} ${Object.keys(faults).length ? JSON.stringify(faults) : ''}`);
}

/**
 * @param {number} value
 * @param {number} digits
 */
export function number(value, digits) {
  return Number.isNaN(value) ? '-' : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {string[][]} rows the first is the head */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  return [lines[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.slice(1)].join('\n');
}
