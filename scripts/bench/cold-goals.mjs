import { ratio, spread } from './goals.mjs';

/**
 * @typedef {import('./goals.mjs').Goal} Goal
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 */

const COLD = ['first token of a domain', 'after a change of the client', 'after a change of the domain'];
const MAX_RATIO = 2;
const MIN_RATE = 3_000;

/**
 * The goals of cold tokens.
 *
 * @param {Measurement[]} measurements with one named `warm`
 * @returns {Goal[]} those with both sides measured
 */
export function judgeCold(measurements) {
  const find = (/** @type {string} */ name) => measurements.find(({ target }) => target.name === name);
  return COLD.flatMap((name) => {
    const cold = find(name);
    const label = `${name}, tokens/s`;
    const rate = cold && { label, ...spread(cold.rounds.map((round) => round.rate)), atMost: Infinity, atLeast: MIN_RATE, digits: 0 };
    return [ratio(`${name}, CPU to a warm one`, [cold, find('warm')], MAX_RATIO), rate ?? null].filter((goal) => goal !== null);
  });
}
