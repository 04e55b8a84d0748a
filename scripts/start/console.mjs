import { randomUUID } from 'node:crypto';
import { builtConsole } from './built.mjs';
import { LOCALHOST } from './localhost-domain.mjs';
import { variable } from './variable.mjs';

/** @typedef {import('./management-client.mjs').ManagementClient} ManagementClient */
/** @typedef {Pick<import('@latchkey/config').ManagementSettings, 'CONSOLE' | 'MANAGEMENT_ISSUERS' | 'MANAGEMENT_URL' | 'AUTH_URL'>} ConsoleSettings */

const CLIENT = `${LOCALHOST}/client/console`;
const OPERATOR = '/v1/operator/owner';
const USERNAME = 'owner@localhost';

/** Of a start that is refused for its AUTH_PORT or AUTH_URL. */
const NOT_YET_KNOWN = 'http://localhost';

/**
 * Switches the console on, unless the environment says otherwise. Operators sign in at the domain `localhost`.
 *
 * @returns {Record<string, string>}
 */
export function consoleEnvironment() {
  const mode = variable('CONSOLE');
  if (mode === 'off') return {};
  const authUrl = variable('AUTH_URL') ?? `http://{domain}:${variable('AUTH_PORT') ?? 3001}`;
  const issuer = authUrl.replace(/\/$/, '').replace('{domain}', 'localhost');
  return {
    ...(mode === undefined && { CONSOLE: 'on' }),
    ...(variable('MANAGEMENT_ISSUERS') === undefined && {
      MANAGEMENT_ISSUERS: /^https?:\/\/localhost(:\d+)?$/.test(issuer) && URL.canParse(issuer) ? issuer : NOT_YET_KNOWN,
    }),
  };
}

/**
 * Does what the commands `console setup localhost` and `operator link` do, by the API: loading the commands would make every start slower.
 *
 * @param {ManagementClient} management
 *
 * @param {ConsoleSettings} settings
 * @returns {Promise<string | undefined>} a link that signs the first operator in; absent if operators sign in elsewhere
 */
export async function prepareConsole(management, settings) {
  const issuer = settings.AUTH_URL.replace('{domain}', () => 'localhost');
  if (settings.CONSOLE === 'off' || settings.MANAGEMENT_ISSUERS[0] !== issuer) return undefined;
  const { CONSOLE_AUTHENTICATION, CONSOLE_PATHS, describeConsoleClient } = await builtConsole();
  await management.call('PUT', CLIENT, describeConsoleClient(settings.MANAGEMENT_URL));
  await management.call('PUT', `${CLIENT}/authentication`, CONSOLE_AUTHENTICATION);
  const sub = await provisionOwner(management, issuer);
  const redirectUri = `${settings.MANAGEMENT_URL}${CONSOLE_PATHS.home}`;
  const { uri } = await management.call('POST', `${LOCALHOST}/user/${sub}/magiclink`, { redirectUri });
  return uri;
}

/**
 * Creates the operator first, so that a start which was killed can be repeated. The issuer changes with AUTH_PORT.
 *
 * @param {ManagementClient} management
 *
 * @param {string} issuer
 * @returns {Promise<string>} its `sub`
 */
async function provisionOwner(management, issuer) {
  const { json: stored } = await management.request('GET', OPERATOR);
  const subject = stored?.subject ?? randomUUID();
  const operator = stored?.subject ? stored : { subject, name: 'Owner', permissions: ['*'], domains: null };
  if (stored?.issuer !== issuer) await management.call('PUT', OPERATOR, { ...operator, issuer });
  const { status } = await management.request('GET', `${LOCALHOST}/user/${subject}`);
  if (status === 404) await management.call('POST', `${LOCALHOST}/user`, { preferredUsername: USERNAME, name: 'Owner', sub: subject });
  return subject;
}
