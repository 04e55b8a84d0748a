/**
 * The goals of docs/performance.md, checked against one run.
 *
 * @typedef {{ label: string, value: number, low: number, high: number, atMost: number, atLeast?: number, digits: number }} Goal
 * `low` and `high`: the extremes over the rounds
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 */

/**
 * @param {Measurement[]} measurements
 * @param {number[]} domains the numbers of domains in the runs of the product
 * @returns {Goal[]} those with both sides measured
 */
export function judge(measurements, domains) {
  const find = (/** @type {string} */ name) => measurements.find(({ target }) => target.name === name);
  const many = domains.length ? Math.max(...domains) : 0;
  const usual = usualDomains(domains);
  const product = find(`product-${usual}`);
  const largest = find(`product-${many}`);
  const label = `${usual.toLocaleString('en')} domains, CPU`;
  return [
    ratio(`${label} to bare oidc-provider`, [product, find('bare')], 0.6),
    ratio(`${label} to the limit`, [product, find('limit')], 1.4),
    many > 1 ? ratio(`${many.toLocaleString('en')} domains to one domain, CPU`, [largest, find('product-1')], 1.1) : null,
    largest ? memory(`${many.toLocaleString('en')} domains, peak resident memory, MB`, largest, 300) : null,
    product ? statements('statements at the database per token', product, 0.15) : null,
    ratio('a request that goes to oidc-provider, CPU to bare oidc-provider', [find('oidc'), find('bare')], 2),
    ratio('bare oidc-provider, CPU to the limit', [find('bare'), find('limit')], Number.NaN),
  ].filter((goal) => goal !== null);
}

/**
 * @param {number[]} domains
 * @returns {number} the one for which most goals are
 */
export function usualDomains(domains) {
  return domains.includes(1000) ? 1000 : Math.max(0, ...domains);
}

/**
 * Rounds of the same number ran one after the other: each pair gives a ratio, and the median counts.
 *
 * @param {string} label
 * @param {[Measurement | undefined, Measurement | undefined]} sides
 * @param {number} atMost
 * @returns {Goal | null}
 */
export function ratio(label, [one, other], atMost) {
  if (!one || !other || one === other) return null;
  const values = one.rounds.map((round, index) => round.cpu / (other.rounds[index]?.cpu ?? Number.NaN));
  return { label, ...spread(values), atMost, digits: 2 };
}

/**
 * @param {string} label
 * @param {Measurement} measurement
 * @param {number} atMost
 * @returns {Goal}
 */
export function memory(label, { memory: { current, peak } }, atMost) {
  return { label, value: peak, low: current, high: peak, atMost, digits: 0 };
}

/**
 * @param {string} label
 * @param {Measurement} measurement
 * @param {number} atMost
 * @returns {Goal}
 */
function statements(label, { rounds }, atMost) {
  return { label, ...spread(rounds.map((round) => round.statements)), atMost, digits: 3 };
}

/** @param {number[]} values */
export function spread(values) {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * @param {number[]} values
 * @returns {number} NaN of nothing
 */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
