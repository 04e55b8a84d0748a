import { ratio, spread, usualDomains } from './goals.mjs';
import { METHODS, targetName } from './methods.mjs';

/**
 * The goals for methods other than the secret.
 *
 * @typedef {import('./goals.mjs').Goal} Goal
 * @typedef {import('./rounds.mjs').Measurement} Measurement
 * @typedef {import('./methods.mjs').MethodName} MethodName
 */

const MAX_CPU_TO_BARE = 0.45;
const MIN_THROUGHPUT_TO_SECRET = 0.7;

/**
 * @param {Measurement[]} measurements
 * @param {MethodName[]} methods
 * @param {number[]} domains the numbers of domains in the runs of the product
 * @returns {Goal[]} those with all sides measured
 */
export function judgeMethods(measurements, methods, domains) {
  const find = (/** @type {string} */ server, /** @type {MethodName} */ method) =>
    measurements.find(({ target }) => target.name === targetName(server, method));
  const product = `product-${usualDomains(domains)}`;
  const others = methods.filter((method) => method !== 'secret');
  return others.flatMap((method) => {
    const [one, bare, limit] = [find(product, method), find('bare', method), find('limit', method)];
    const throughput = compareThroughput(method, [one, limit], [find(product, 'secret'), find('limit', 'secret')]);
    return [
      ratio(`${method}, CPU to bare oidc-provider`, [one, bare], MAX_CPU_TO_BARE),
      ratio(`${method}, CPU to the limit`, [one, limit], Number.NaN),
      throughput,
    ].filter((goal) => goal !== null);
  });
}

/**
 * The throughput of a method, to that of the secret, after subtracting the verification: what the limit needs more with the method than with
 * the secret.
 *
 * @param {MethodName} method
 * @param {(Measurement | undefined)[]} measured the product and the limit with the method
 * @param {(Measurement | undefined)[]} bySecret the product and the limit with the secret
 * @returns {Goal | null}
 */
function compareThroughput(method, [product, limit], [productBySecret, limitBySecret]) {
  if (!product || !limit || !productBySecret || !limitBySecret) return null;
  const values = product.rounds.map((_, index) => {
    const verification = cpu(limit, index) - cpu(limitBySecret, index);
    return cpu(productBySecret, index) / (cpu(product, index) - verification);
  });
  const label = `${method}, throughput to the secret's, after subtracting the verification that the limit pays`;
  const isSigned = METHODS[method].credential === 'key' || METHODS[method].provesKey;
  const goal = { label, ...spread(values), atMost: Number.NaN, digits: 2 };
  return isSigned ? { ...goal, atLeast: MIN_THROUGHPUT_TO_SECRET } : goal;
}

/**
 * @param {Measurement} measurement
 * @param {number} index of the round
 */
function cpu({ rounds }, index) {
  return rounds[index]?.cpu ?? Number.NaN;
}
