import { LOCALHOST } from './localhost-domain.mjs';

/** @typedef {import('./management-client.mjs').ManagementClient} ManagementClient */

/** The user of the demo. */
export const DEMO_USER = 'demo@example.com';

const CLIENT = `${LOCALHOST}/client/demo`;

/** Seconds. Another `npm start` on the same database may still run the demo with an older secret. */
const SECRET_OVERLAP_SECONDS = 86_400;

/**
 * Prepares the domain `localhost` for the demo at every start: its client with a new secret, and its user.
 *
 * @param {ManagementClient} management
 *
 * @param {string} origin of the demo
 * @returns {Promise<string>} the client's secret
 */
export async function provisionDemo(management, origin) {
  await management.call('PUT', CLIENT, {
    clientType: 'Confidential',
    grantType: 'AuthorizationCode',
    scope: 'openid profile email offline_access read write',
    redirectUris: [`${origin}/callback`],
    postSignOutRedirectUris: [`${origin}/`],
  });
  await management.call('PUT', `${CLIENT}/presentation`, { name: 'Latchkey Notes' });
  await createUser(management);
  const { clientSecret } = await management.call('POST', `${CLIENT}/secret`, { overlapSeconds: SECRET_OVERLAP_SECONDS });
  return clientSecret;
}

/** @param {ManagementClient} management */
async function createUser(management) {
  const users = await management.call('GET', `${LOCALHOST}/user?search=${encodeURIComponent(DEMO_USER)}`);
  const user =
    users.find((/** @type {{ preferredUsername: string }} */ each) => each.preferredUsername === DEMO_USER) ??
    (await management.call('POST', `${LOCALHOST}/user`, { preferredUsername: DEMO_USER, name: 'Demo User' }));
  // An earlier start may have been killed before it set the address.
  if (!user.email) await management.call('PATCH', `${LOCALHOST}/user/${user.sub}`, { email: DEMO_USER, email_verified: true });
}

/**
 * Only what the demo needs: it gets neither the database nor the master key. With a mail server there is no inbox to show, so it gets no
 * API key either.
 *
 * @param {{ settings: { AUTH_URL: string, LISTEN_ADDRESS: string, outbox: boolean }, demoPort: number | undefined }} setup
 *
 * @param {string} clientSecret
 * @param {ManagementClient} management
 * @returns {Record<string, string>}
 */
export function demoEnvironment({ settings, demoPort }, clientSecret, management) {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    PORT: String(demoPort),
    HOST: settings.LISTEN_ADDRESS,
    ISSUER: settings.AUTH_URL.replace('{domain}', 'localhost'),
    CLIENT_ID: 'demo',
    CLIENT_SECRET: clientSecret,
    ...(settings.outbox && { MANAGEMENT_URL: management.origin, MANAGEMENT_API_KEY: management.key, DEMO_USER }),
  };
}
