import { cpus, loadavg } from 'node:os';
import { median } from './goals.mjs';
import { number, table } from './report.mjs';

/** How much slower the webhooks that answer may be, as a ratio. */
const MAX_RATIO = 1.1;

/**
 * @typedef {import('./webhook-rounds.mjs').Round} Round
 * @typedef {{ label: string, digits: number, slower: (without: number, with_: number) => number, of: (round: Round) => number }} Figure
 */

/** @type {Figure[]} */
const FIGURES = [
  {
    label: 'event to delivery, p50, ms',
    digits: 0,
    of: ({ latencies }) => quantile(latencies, 0.5),
    slower: (without, with_) => with_ / without,
  },
  {
    label: 'event to delivery, p99, ms',
    digits: 0,
    of: ({ latencies }) => quantile(latencies, 0.99),
    slower: (without, with_) => with_ / without,
  },
  { label: 'deliveries/s', digits: 0, of: ({ perSecond }) => perSecond, slower: (without, with_) => without / with_ },
  { label: 'CPU for each delivery, ms', digits: 2, of: ({ cpu }) => cpu, slower: (without, with_) => with_ / without },
];

/**
 * @param {import('./webhooks.mjs').Options} options
 * @param {readonly Round[]} rounds
 * @returns {{ text: string, isMet: boolean }}
 */
export function render({ webhooks, hanging, domains, rate, seconds, burst }, rounds) {
  const split = (/** @type {boolean} */ isWith) => rounds.filter((round) => round.isWith === isWith);
  const rows = FIGURES.map((figure) => {
    const [without, with_] = [false, true].map((isWith) => median(split(isWith).map(figure.of)));
    return { figure, without: without ?? Number.NaN, with_: with_ ?? Number.NaN };
  });
  const ratios = rows.map(({ figure, without, with_ }) => figure.slower(without, with_));
  const sum = (/** @type {(round: Round) => number} */ of) => rounds.reduce((total, round) => total + of(round), 0);
  const [lost, repeated] = [sum((round) => round.lost), sum((round) => round.repeated)];
  const text = [
    `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)} at the end`,
    `${number(webhooks - hanging, 0)} webhooks that always answer and ${hanging} others, of ${domains} domains; ${rounds.length / 2} rounds each: ${rate} events a second for ${seconds} s, then ${burst} at once; medians`,
    table([
      ['of those that always answer', 'the others answer', 'the others hang', 'slower by', 'at most', ''],
      ...rows.map(({ figure, without, with_ }, n) => rowOf(figure, { without, with_, ratio: ratios[n] ?? Number.NaN })),
    ]),
    `${number(
      sum(({ deliveries }) => deliveries),
      0,
    )} deliveries, ${lost} lost, ${repeated} repeated; ${sum(({ unanswered }) => unanswered)} requests were never answered`,
  ].join('\n\n');
  return { text, isMet: lost === 0 && ratios.every((ratio) => ratio <= MAX_RATIO) };
}

/**
 * @param {Figure} figure
 * @param {{ without: number, with_: number, ratio: number }} values
 */
function rowOf({ label, digits }, { without, with_, ratio }) {
  const slower = `${number((ratio - 1) * 100, 0)} %`;
  return [
    label,
    number(without, digits),
    number(with_, digits),
    slower,
    `${number((MAX_RATIO - 1) * 100, 0)} %`,
    ratio <= MAX_RATIO ? 'ok' : 'MISS',
  ];
}

/**
 * @param {readonly number[]} values
 * @param {number} share
 */
function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}
