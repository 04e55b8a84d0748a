import { provisionDemo } from './demo.mjs';
import { prepareConsole } from './console.mjs';
import { firstKey } from './first-key.mjs';
import { provisionHello, registerLocalhost } from './localhost-domain.mjs';
import { makeKey } from './make-key.mjs';
import { isUnseen, markAllSeen, markUnseen } from './run-files.mjs';
import { connectManagement, startKey } from './start-key.mjs';
import { walkThrough } from './walk-through.mjs';

/** @typedef {import('./management-client.mjs').ManagementClient} ManagementClient */

const HELLO_SECRET = { isUnseen: () => isUnseen('hello-secret'), markUnseen: () => markUnseen('hello-secret') };

/**
 * @typedef {object} Introduction
 * @property {import('@latchkey/config').ManagementSettings} settings
 * @property {NodeJS.ProcessEnv} env
 * @property {string} databaseUrl
 * @property {string} managementOrigin where the management API listens
 * @property {Promise<unknown>} ready resolves when both services are ready
 * @property {number | undefined} demoPort
 * @property {(clientSecret: string, management: ManagementClient) => Promise<boolean>} startDemo whether it runs
 */

/**
 * Creates what a developer needs first, unless it exists: an API key, the domain `localhost` with the client `hello`, the console's first operator, and the demo. Prints
 * them with commands to paste.
 *
 * @param {Introduction} introduction
 */
export async function introduce({ settings, env, databaseUrl, managementOrigin, ready, demoPort, startDemo }) {
  const key = await firstKey(env, databaseUrl);
  const makeStartKey = () => makeKey(env, 'key', 'create', key.subscription, '--name', 'npm start');
  const [kept] = await Promise.all([startKey(makeStartKey), ready]);
  const management = await connectManagement(managementOrigin, kept, makeStartKey);
  const localhost = (await registerLocalhost(management)) ? { secret: await provisionHello(management, HELLO_SECRET) } : undefined;
  const consoleLink = localhost && (await prepareConsole(management, settings));
  const demo = demoPort === undefined ? undefined : `http://localhost:${demoPort}`;
  const runsDemo = localhost !== undefined && demo !== undefined && (await startDemo(await provisionDemo(management, demo), management));
  process.stdout.write(walkThrough(settings, key, { localhost, demo: runsDemo ? demo : undefined, consoleLink }));
  markAllSeen();
}
