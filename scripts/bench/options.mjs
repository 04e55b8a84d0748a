import { parseArgs } from 'node:util';
import { METHOD_NAMES } from './methods.mjs';
import { wholeNumber } from './whole-number.mjs';

/**
 * What one run measures, from the command line.
 *
 * @typedef {object} Options
 * @property {string[]} targets which of `limit`, `bare`, `product` and `oidc` are measured
 * @property {import('./methods.mjs').MethodName[]} methods how the clients authenticate
 * @property {number[]} domains how many domains the product is hit over, one auth server for each number
 * @property {number} rounds measured rounds per target; their median counts
 * @property {number} seconds length of a round
 * @property {number} connections keep-alive connections of the load generator
 * @property {string | undefined} json file that gets the result as JSON
 * @property {string | undefined} cpuProfiles directory that gets a CPU profile of every server
 */

export const usage = `npm run bench:token -- [options]
  --targets limit,bare,product,oidc   what is measured
  --methods secret                    how clients authenticate: ${METHOD_NAMES.join(',')}
  --domains 1,1000                    numbers of domains (1,1000,10000 takes some minutes more)
  --rounds 7 --seconds 4              measured rounds per target and their length
  --connections 32                    keep-alive connections
  --json FILE                         the result as JSON
  --cpu-profiles DIR                  a CPU profile of every server (it disturbs the figures)`;

const KNOWN_TARGETS = ['limit', 'bare', 'product', 'oidc'];

/**
 * @param {string[]} args
 * @returns {Options}
 * @throws {Error} one line that names the faulty option
 */
export function parseOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      targets: { type: 'string', default: KNOWN_TARGETS.join(',') },
      methods: { type: 'string', default: 'secret' },
      domains: { type: 'string', default: '1,1000' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '32' },
      json: { type: 'string' },
      'cpu-profiles': { type: 'string' },
    },
  });
  return {
    targets: choice('targets', values.targets, KNOWN_TARGETS),
    methods: choice('methods', values.methods, METHOD_NAMES),
    domains: values.domains.split(',').map((text) => wholeNumber('domains', text)),
    rounds: wholeNumber('rounds', values.rounds),
    seconds: duration('seconds', values.seconds),
    connections: wholeNumber('connections', values.connections),
    json: values.json,
    cpuProfiles: values['cpu-profiles'],
  };
}

/**
 * @template {string} T
 * @param {string} name
 * @param {string} text
 * @param {T[]} known
 */
function choice(name, text, known) {
  const chosen = text.split(',');
  const unknown = chosen.find((each) => !known.some((one) => one === each));
  if (unknown !== undefined) throw new Error(`--${name}: "${unknown}" is none of ${known.join(', ')}`);
  return /** @type {T[]} */ (chosen);
}

/**
 * @param {string} name
 * @param {string} text
 */
function duration(name, text) {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${name}: "${text}" is no number above 0`);
  return value;
}
