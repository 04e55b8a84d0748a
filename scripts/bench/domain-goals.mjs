import { memory, ratio } from './goals.mjs';

/**
 * @typedef {import('./goals.mjs').Goal} Goal
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 */

const MAX_MB = 400;

/**
 * The goals of many domains, all of them asked for at random.
 *
 * @param {Measurement[]} measurements named `limit`, `1 active`, `20000 active` and `50000 active`
 * @returns {Goal[]} those with both sides measured
 */
export function judgeDomains(measurements) {
  const find = (/** @type {string} */ name) => measurements.find(({ target }) => target.name === name);
  const [some, most] = [find('20000 active'), find('50000 active')];
  return [
    ratio('20,000 domains active, CPU to one domain', [some, find('1 active')], 1.1),
    some ? memory('20,000 domains active, peak resident memory, MB', some, MAX_MB) : null,
    ratio('50,000 domains active, CPU to the limit', [most, find('limit')], 1.5),
    most ? memory('50,000 domains active, peak resident memory, MB', most, MAX_MB) : null,
  ].filter((goal) => goal !== null);
}
