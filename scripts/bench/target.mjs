import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { generateClientKeys } from './client-keys.mjs';
import { basic } from './http.mjs';
import { targetName } from './methods.mjs';
import { ServerProcess } from './server-process.mjs';

/**
 * A server under test with the requests that it gets.
 *
 * @typedef {object} Target
 * @property {string} name as in the report
 * @property {import('./methods.mjs').MethodName} method how its clients authenticate
 * @property {ServerProcess} server
 * @property {number} port
 * @property {Party[]} parties who asks for tokens: one entry for each domain
 * @property {number} warmUpSeconds
 * @property {number} [warmUpAmount] requests to warm it up with, instead of seconds
 * @property {number} [amount] requests of a round, instead of seconds
 * @property {() => Promise<void>} [beforeRound]
 * @property {string} jwksPath where a domain publishes its keys
 * @property {boolean} usesDatabase
 *
 * @typedef {object} Party a client at its domain
 * @property {string} host
 * @property {string} issuer
 * @property {string} clientId
 * @property {string} secret
 * @property {import('./client-keys.mjs').ClientKeys} [keys] for the methods other than the secret
 */

/** Lets V8 compile the hot code, and the heap grow to its size. */
export const WARM_UP_SECONDS = 10;

/**
 * Starts one of the two servers for comparison: `limit.server.mjs` or `bare.server.mjs`.
 *
 * @param {'limit' | 'bare'} server
 * @param {import('./methods.mjs').MethodName} method
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<Target>}
 */
export async function startReference(server, method, cpuProfiles) {
  const port = await freePort();
  const party = createParty(`${server}.localhost:${port}`);
  const env = {
    NODE_ENV: 'production',
    BENCH_PORT: String(port),
    BENCH_ISSUER: party.issuer,
    BENCH_CLIENT_ID: party.clientId,
    BENCH_CLIENT_SECRET: party.secret,
    BENCH_CLIENT_METHOD: method,
    BENCH_CLIENT_KEY: JSON.stringify(party.keys.assertion.publicKey),
    BENCH_CLIENT_SUBJECT: party.keys.subjectDn,
  };
  const name = targetName(server, method);
  const program = fileURLToPath(new URL(`${server}.server.mjs`, import.meta.url));
  const process = new ServerProcess(name, { args: [program], env, cpuProfiles });
  await process.ready(port, '/jwks');
  const target = { name, method, server: process, port, parties: [party] };
  return { ...target, warmUpSeconds: WARM_UP_SECONDS, jwksPath: '/jwks', usesDatabase: false };
}

/** @param {string} host */
function createParty(host) {
  const clientId = 'bench';
  const secret = randomBytes(32).toString('base64url');
  return { host, issuer: `http://${host}`, clientId, secret, keys: generateClientKeys(clientId) };
}

/**
 * The plain request: Basic authentication, and only the grant type.
 *
 * @param {Party} party
 * @param {string} [more] further form parameters, starting with `&`
 * @returns {import('./load.mjs').TokenRequest}
 */
export function tokenRequest({ host, clientId, secret }, more = '') {
  return { host, authorization: basic(clientId, secret), body: `grant_type=client_credentials${more}` };
}
