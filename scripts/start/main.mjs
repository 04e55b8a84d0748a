import { isIP } from 'node:net';
import { buildIfStale } from '../build-if-stale.mjs';
import { startApplication, untilReady } from './application.mjs';
import { consoleEnvironment } from './console.mjs';
import { demoEnvironment } from './demo.mjs';
import { introduce } from './introduce.mjs';
import { withPreparationLock } from './preparation-lock.mjs';
import { migrateDatabase, startDatabase } from './database.mjs';
import { masterKeyFile } from './master-key.mjs';
import { openDataDirectory, readPortSettings, refuseProduction, requireFreePorts } from './preflight.mjs';
import { Running } from './running.mjs';
import { readSettings } from './settings.mjs';
import { StartError } from './start-error.mjs';
import { stopRequests } from './stop-request.mjs';
import { awaitOrphans, leaveProcesses, leaveSettings, lockDataDirectory, removeTraces } from './run-files.mjs';
import { ROOT, dropPostgresVariables, variable } from './variable.mjs';

/** @typedef {import('./management-client.mjs').ManagementClient} ManagementClient */

/** Stands for the embedded database while the settings are checked. */
const NOT_YET_KNOWN = 'postgres://127.0.0.1/latchkey';

/** Killed: 128 + SIGINT. */
const FORCED = 130;

/**
 * Runs Latchkey until it receives a signal or a part of it ends.
 *
 * @returns {Promise<number>} the exit code
 */
export async function start() {
  // The reader of standard output may be gone, but the started processes must still end.
  process.stdout.on('error', () => undefined);
  const { requested, forced } = stopRequests();
  const running = new Running();
  /** @type {unknown[]} */
  const failures = [];
  await run(running, requested).catch((error) => requested.aborted || failures.push(error));
  failures.push(...(await running.stop(forced)));
  for (const failure of failures) console.error(failure instanceof StartError ? failure.message : failure);
  if (forced.aborted) return FORCED;
  return failures.length === 0 ? 0 : 1;
}

/**
 * @param {Running} running
 * @param {AbortSignal} requested
 */
async function run(running, requested) {
  const { demoPort, errors } = await checkSurroundings(running);
  const embedded = variable('DATABASE_URL') === undefined;
  if (embedded) dropPostgresVariables();
  const masterKey = masterKeyFile();
  const env = { ...process.env, ...(masterKey && { MASTER_KEY_FILE: masterKey }), ...consoleEnvironment() };
  const settings = await readSettings(embedded ? { ...env, DATABASE_URL: NOT_YET_KNOWN } : env, errors);
  requested.throwIfAborted();
  const databaseUrl = embedded ? await startDatabase(running) : settings.DATABASE_URL;
  requested.throwIfAborted();
  await migrateDatabase(databaseUrl);
  requested.throwIfAborted();
  const { MANAGEMENT_URL, MANAGEMENT_ISSUERS, AUTH_URL } = settings;
  if (embedded) leaveSettings({ DATABASE_URL: databaseUrl, MANAGEMENT_URL, AUTH_URL, MANAGEMENT_ISSUERS: MANAGEMENT_ISSUERS.join(',') });
  await serve(running, requested, { settings, databaseUrl, demoPort, env: embedded ? { ...env, DATABASE_URL: databaseUrl } : env });
}

/**
 * Checks everything before anything starts.
 *
 * @param {Running} running
 *
 * @returns {Promise<{ demoPort: number | undefined, errors: string[] }>} errors of settings, which are reported together with those of the
 * services
 */
async function checkSurroundings(running) {
  refuseProduction();
  const { ports, demoPort, errors } = readPortSettings();
  openDataDirectory();
  lockDataDirectory();
  running.add({ stop: async () => removeTraces() });
  await awaitOrphans();
  if (errors.length === 0) await requireFreePorts(ports);
  await buildIfStale(ROOT).catch((error) => {
    throw new StartError(error.message);
  });
  return { demoPort, errors };
}

/**
 * @typedef {object} Setup
 * @property {import('@latchkey/config').ManagementSettings} settings
 * @property {NodeJS.ProcessEnv} env
 * @property {string} databaseUrl
 * @property {number | undefined} demoPort absent without the demo
 */

/**
 * @param {Running} running
 * @param {AbortSignal} requested
 * @param {Setup} setup
 */
async function serve(running, requested, setup) {
  const { settings } = setup;
  const env = quieten(setup);
  const applications = [
    startApplication('management API', 'dist/apps/management/src/main.js', env),
    startApplication('auth server', 'dist/apps/auth/src/main.js', env),
  ];
  running.addApplications(applications);
  leaveProcesses(applications.map(({ pid }) => pid));
  const interrupted = Promise.race([rejection(requested), ...applications.map(unexpectedEnd)]);
  const host = reachable(settings.LISTEN_ADDRESS);
  const [managementOrigin = '', authOrigin] = [settings.MANAGEMENT_PORT, settings.AUTH_PORT].map((port) => `http://${host}:${port}`);
  const ready = Promise.all([managementOrigin, authOrigin].map((origin) => untilReady(`${origin}/readyz`)));
  const startDemo = async (/** @type {string} */ clientSecret, /** @type {ManagementClient} */ management) => {
    const demo = startApplication('demo', 'examples/web-app/server.mjs', demoEnvironment(setup, clientSecret, management));
    running.addApplications([demo]);
    void demo.ended.then((how) => running.isStopping || console.error(`The demo ended (${how}); the services continue without it`));
    leaveProcesses([...applications, demo].map(({ pid }) => pid));
    return isDemoReady(demo, `http://${host}:${setup.demoPort}`);
  };
  const introduction = { ...setup, managementOrigin, ready, startDemo };
  await Promise.race([interrupted, withPreparationLock(setup.databaseUrl, () => introduce(introduction))]);
  for (const application of applications) application.setLogLevel(settings.LOG_LEVEL);
  await interrupted;
}

/**
 * Until the introduction is printed, the applications log only warnings, because start-up messages and requests are not informative.
 *
 * @param {Setup} setup
 *
 * @returns {NodeJS.ProcessEnv}
 */
function quieten({ settings, env }) {
  return settings.LOG_LEVEL === 'info' ? { ...env, LOG_LEVEL: 'warn', LOG_LEVEL_FILE: '' } : env;
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
function rejection(signal) {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

/**
 * @param {import('./application.mjs').Application} application
 * @returns {Promise<never>}
 */
async function unexpectedEnd({ name, ended }) {
  throw new StartError(`The ${name} exited unexpectedly (${await ended}); stopping everything else`);
}

/**
 * The services continue without the demo if it ends.
 *
 * @param {import('./application.mjs').Application} demo
 *
 * @param {string} origin
 */
function isDemoReady(demo, origin) {
  return Promise.race([untilReady(`${origin}/healthz`).then(() => true), demo.ended.then(() => false)]);
}

/** @param {string} address that the applications listen on */
function reachable(address) {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return isIP(address) === 6 ? `[${address}]` : address;
}
