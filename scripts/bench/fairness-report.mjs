import { cpus } from 'node:os';
import { number, table } from './report.mjs';

/**
 * @typedef {import('./fairness-auth.mjs').Flood} Flood
 * @typedef {import('./fairness-auth.mjs').Latency} Latency
 * @typedef {import('./fairness-management.mjs').ManagementFlood} ManagementFlood
 * @typedef {import('./fairness-outage.mjs').Outage} Outage
 * @typedef {{ label: string, value: number, atMost: number }} Goal milliseconds
 */

/** The permitted effect of a flood on others: a multiple of their p99 without it, and a number of milliseconds. */
const TIMES = 2;
const MORE_MS = 20;
const REFUSED_WITHIN_MS = 100;
const RECOVERY_MS = 1_000;

/**
 * @param {import('./fairness.mjs').Options} options
 * @param {{ management: ManagementFlood, floods: Flood[], outages: Outage[] }} measured
 */
export function summarise(options, { management, floods, outages }) {
  const machine = { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
  const compared = [
    ...management.comparisons.map(({ kind, calm, flood }) => ({ label: `management, ${kind} of another domain, p99`, calm, flood })),
    ...floods.map(({ name, calm, flood }) => ({ label: `auth, a flood of ${name}, p99 of another domain`, calm, flood })),
  ];
  const goals = [
    ...compared.map(({ label, calm, flood }) => ({ label, value: flood.p99, atMost: TIMES * calm.p99 + MORE_MS })),
    ...outages.flatMap(({ service, later, recovery }) => [
      { label: `${service}, a request once the circuit is open`, value: later, atMost: REFUSED_WITHIN_MS },
      { label: `${service}, from the database's return to an answer`, value: recovery, atMost: RECOVERY_MS },
    ]),
  ];
  return { machine, options, management, floods, outages, goals };
}

/** @param {ReturnType<typeof summarise>} summary */
export function render({ machine, options, management, floods, outages, goals }) {
  const times = (/** @type {Latency} */ { p50, p99 }) => [number(p50, 1), number(p99, 1)];
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`,
    `${options.writers} writers of one domain at the management API, which got ${JSON.stringify(management.answers)}`,
    table([
      ['another domain', 'calm p50 ms', 'calm p99 ms', 'p50 ms meanwhile', 'p99 ms meanwhile'],
      ...management.comparisons.map(({ kind, calm, flood }) => [kind, ...times(calm), ...times(flood)]),
    ]),
    `${options.connections} connections of one domain at the token endpoint, one auth process`,
    table([
      ['flood of', 'a second', 'another domain: calm p50 ms', 'calm p99 ms', 'p50 ms meanwhile', 'p99 ms meanwhile'],
      ...floods.map(({ name, answers, calm, flood }) => [name, number(answers, 0), ...times(calm), ...times(flood)]),
    ]),
    'the database stands still',
    table([
      ['service', 'longest at first, ms', 'requests later', 'longest of them, ms', 'recovery, ms'],
      ...outages.map(({ service, first, refused, later, recovery }) => [
        service,
        number(first, 0),
        `${refused}`,
        number(later, 0),
        number(recovery, 0),
      ]),
    ]),
    table([['goal, ms', 'measured', 'at most', ''], ...goals.map(row)]),
  ].join('\n\n');
}

/** @param {Goal} goal */
function row({ label, value, atMost }) {
  return [label, number(value, 1), number(atMost, 1), value <= atMost ? 'ok' : 'MISS'];
}
