import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { basic } from './http.mjs';
import { ServerProcess, freePort } from './server-process.mjs';

/**
 * A server under test with the requests that it gets.
 *
 * @typedef {object} Target
 * @property {string} name as in the report
 * @property {ServerProcess} server
 * @property {number} port
 * @property {Party[]} parties who asks for tokens: one entry for each domain
 * @property {number} warmUpSeconds
 * @property {string} jwksPath where a domain publishes its keys
 * @property {boolean} usesDatabase
 *
 * @typedef {object} Party a client at its domain
 * @property {string} host
 * @property {string} issuer
 * @property {string} clientId
 * @property {string} secret
 */

/** Lets V8 compile the hot code, and the heap grow to its size. */
export const WARM_UP_SECONDS = 10;

/**
 * Starts one of the two servers for comparison: `limit.server.mjs` or `bare.server.mjs`.
 *
 * @param {'limit' | 'bare'} name
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<Target>}
 */
export async function startReference(name, cpuProfiles) {
  const port = await freePort();
  const host = `${name}.localhost:${port}`;
  const party = { host, issuer: `http://${host}`, clientId: 'bench', secret: randomBytes(32).toString('base64url') };
  const env = {
    NODE_ENV: 'production',
    BENCH_PORT: String(port),
    BENCH_ISSUER: party.issuer,
    BENCH_CLIENT_ID: party.clientId,
    BENCH_CLIENT_SECRET: party.secret,
  };
  const program = fileURLToPath(new URL(`${name}.server.mjs`, import.meta.url));
  const server = new ServerProcess(name, { args: [program], env, cpuProfiles });
  await server.ready(port, '/jwks');
  return { name, server, port, parties: [party], warmUpSeconds: WARM_UP_SECONDS, jwksPath: '/jwks', usesDatabase: false };
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
