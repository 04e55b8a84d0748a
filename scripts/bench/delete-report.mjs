import { cpus } from 'node:os';
import { number, table } from './report.mjs';

/**
 * @typedef {import('./delete-large.mjs').LargeDeletion} LargeDeletion
 * @typedef {import('./delete-small.mjs').SmallDeletions} SmallDeletions
 * @typedef {{ label: string, value: number, atMost: number, digits: number }} Goal
 */

const MINUTES = 5;

/**
 * @param {import('./delete.mjs').Options} options
 * @param {LargeDeletion | null} large
 * @param {SmallDeletions | null} small
 */
export function summarise(options, large, small) {
  return {
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    options,
    large,
    small,
    goals: large ? goalsOf(large) : [],
    guards: [...(large ? largeGuards(large) : []), ...(small ? smallGuards(small) : [])],
  };
}

/** @param {LargeDeletion} large @returns {Goal[]} */
function goalsOf({ seconds, quiet, busy, lockWait }) {
  return [
    { label: 'from the 204 until the last row is gone, s', value: seconds, atMost: MINUTES * 60, digits: 0 },
    { label: 'p99 of the other domain meanwhile, in times of its quiet p99', value: busy.p99 / quiet.p99, atMost: 1.5, digits: 2 },
    { label: 'longest wait for a lock, ms', value: lockWait, atMost: 100, digits: 0 },
  ];
}

/** @param {LargeDeletion} large @returns {import('./report.mjs').Guard[]} */
function largeGuards({ traces, bad }) {
  return [
    {
      promise: 'no table has anything of the domain, its users or its clients',
      kept: traces.length === 0,
      seen: traces.join(', ') || 'all tables read',
    },
    { promise: 'every request to the other domain got a token', kept: Object.keys(bad).length === 0, seen: JSON.stringify(bad) },
  ];
}

/** @param {SmallDeletions} small @returns {import('./report.mjs').Guard[]} */
function smallGuards({ late, failed, deletions, left, requests }) {
  return [
    {
      promise: 'of all requests that began after a 204, none got anything but 404',
      kept: late.length === 0 && requests.late > 0,
      seen:
        late.length > 0
          ? `${late.length}: ${late[0]}`
          : `${requests.late.toLocaleString('en')} requests, ${deletions.toLocaleString('en')} deletions`,
    },
    {
      promise: 'no request to another domain failed',
      kept: failed.length === 0 && requests.live > 0,
      seen: failed.length > 0 ? `${failed.length}: ${failed[0]}` : `${requests.live.toLocaleString('en')} requests`,
    },
    { promise: 'every deletion came to its end', kept: left === 0, seen: `${left} domains left` },
  ];
}

/** @param {ReturnType<typeof summarise>} summary */
export function render({ machine, options, large, small, goals, guards }) {
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; everything on all cores`,
    ...(large ? [renderLarge(large, options)] : []),
    ...(small ? [renderSmall(small)] : []),
    ...(goals.length > 0 ? [renderGoals(goals)] : []),
    table([['guard', 'seen', ''], ...guards.map(({ promise, seen, kept }) => [promise, seen, kept ? 'ok' : 'BROKEN'])]),
  ].join('\n\n');
}

/** @param {Goal[]} goals */
function renderGoals(goals) {
  return table([
    ['goal', 'measured', 'at most', ''],
    ...goals.map(({ label, value, atMost, digits }) => [
      label,
      number(value, digits),
      number(atMost, digits && 1),
      value <= atMost ? 'ok' : 'MISS',
    ]),
  ]);
}

/**
 * @param {LargeDeletion} large
 * @param {import('./delete.mjs').Options} options
 */
function renderLarge({ rows, seconds, quiet, busy }, { users, rate }) {
  const phase = (/** @type {string} */ name, /** @type {import('./delete-large.mjs').Phase} */ { p50, p99, windows, requests, others }) => [
    name,
    requests.toLocaleString('en'),
    ...[p50, p99, windows, others].map((value) => number(value, 2)),
  ];
  return [
    `${users.toLocaleString('en')} users, ${rows.toLocaleString('en')} rows in all, gone after ${number(seconds, 0)} s; ${rate} tokens a second of another domain`,
    table([
      ['the other domain', 'tokens', 'p50 ms', 'p99 ms', 'p99 of 5 s, median', 'others, cores'],
      phase('before and after', quiet),
      phase('meanwhile', busy),
    ]),
  ].join('\n\n');
}

/** @param {SmallDeletions} small */
function renderSmall({ deletions, connections, seconds, p50, p99, kinds }) {
  return [
    `${deletions.toLocaleString('en')} domains deleted in ${number(seconds, 0)} s, one after another, while ${connections} connections asked two auth servers; DELETE: p50 ${number(p50, 1)} ms, p99 ${number(p99, 1)} ms`,
    table([
      ['asked for', 'requests', 'of them after a 204'],
      ...kinds.map(({ kind, all, late }) => [kind, all.toLocaleString('en'), late.toLocaleString('en')]),
    ]),
  ].join('\n\n');
}
