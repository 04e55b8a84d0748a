import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.mjs';

/** @typedef {import('./management-client.mjs').ManagementClient} ManagementClient */

/**
 * @typedef {object} ShownOnce what `npm start` keeps about a secret that it prints once
 * @property {() => boolean} isUnseen whether a start created the secret, or was about to, but ended before it showed it
 * @property {() => void} markUnseen
 */

export const LOCALHOST = '/v1/domain/localhost';

const HELLO = `${LOCALHOST}/client/hello`;
const HELLO_CONFIGURATION = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read write' };

/** How long a deletion of the domain may take. */
const DELETION_MS = 30_000;
const POLL_MS = 100;

/**
 * Registers the domain `localhost` unless it exists, because it is the only such name that every program on this machine resolves.
 *
 * @param {ManagementClient} management
 *
 * @returns {Promise<boolean>} false if another subscription has it
 */
export async function registerLocalhost(management) {
  for (const end = Date.now() + DELETION_MS; Date.now() < end; await delay(POLL_MS)) {
    const { status, json } = await management.request('GET', LOCALHOST);
    if (status === 200 && json.status !== 'deleting') return true;
    if (status !== 200 && status !== 404) throw management.refusal(`GET ${LOCALHOST}`, { status, json });
    if (status === 200) continue;
    const registered = await management.request('POST', '/v1/domain', { domain: 'localhost' });
    if (registered.status === 201) return true;
    if (registered.json?.type === '/problems/domain-unavailable') return false;
    if (registered.json?.type !== '/problems/domain-exists') throw management.refusal('POST /v1/domain', registered);
  }
  throw new StartError(
    `The domain localhost could not be registered within ${DELETION_MS / 1000} s: "npm run cli -- domain jobs localhost" shows why`,
  );
}

/**
 * Provisions the client `hello` unless it exists. If an earlier start was killed before it showed the secret, the client gets a new one.
 *
 * @param {ManagementClient} management
 *
 * @param {ShownOnce} shown
 * @returns {Promise<string | undefined>} the secret to show; absent if it was already shown
 */
export async function provisionHello(management, shown) {
  const { status } = await management.request('GET', HELLO);
  if (status === 200 && !shown.isUnseen()) return undefined;
  shown.markUnseen();
  const { clientSecret } = await management.call('PUT', HELLO, HELLO_CONFIGURATION);
  return clientSecret ?? (await management.call('POST', `${HELLO}/secret`)).clientSecret;
}
