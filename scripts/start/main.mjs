import { isIP } from 'node:net';
import { buildIfStale } from '../build-if-stale.mjs';
import { startApplication, untilReady } from './application.mjs';
import { migrateDatabase, startDatabase } from './database.mjs';
import { firstKey } from './first-key.mjs';
import { masterKeyFile } from './master-key.mjs';
import { openDataDirectory, portSetting, refuseProduction, requireFreePorts } from './preflight.mjs';
import { Running } from './running.mjs';
import { readSettings } from './settings.mjs';
import { StartError } from './start-error.mjs';
import { stopRequests } from './stop-request.mjs';
import { awaitOrphans, leaveDatabaseUrl, leaveProcesses, markKeySeen, removeTraces } from './run-files.mjs';
import { ROOT, dropPostgresVariables, variable } from './variable.mjs';
import { walkThrough } from './walk-through.mjs';

/** Stands for the embedded database while the settings are checked. */
const NOT_YET_KNOWN = 'postgres://127.0.0.1/latchkey';

/** Ended by force: 128 + SIGINT. */
const FORCED = 130;

/**
 * Runs Latchkey until it gets a signal or a part of it ends.
 *
 * @returns {Promise<number>} the exit code
 */
export async function start() {
  // the reader of our output may be gone; the started processes must still end
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
  await checkSurroundings();
  const embedded = variable('DATABASE_URL') === undefined;
  if (embedded) dropPostgresVariables();
  const masterKey = masterKeyFile();
  const env = { ...process.env, ...(masterKey && { MASTER_KEY_FILE: masterKey }) };
  const settings = await readSettings(embedded ? { ...env, DATABASE_URL: NOT_YET_KNOWN } : env);
  requested.throwIfAborted();
  const databaseUrl = embedded ? await startDatabase(running) : settings.DATABASE_URL;
  requested.throwIfAborted();
  await migrateDatabase(databaseUrl);
  requested.throwIfAborted();
  running.add({ stop: async () => removeTraces() });
  if (embedded) leaveDatabaseUrl(databaseUrl);
  await serve(running, requested, { settings, databaseUrl, env: embedded ? { ...env, DATABASE_URL: databaseUrl } : env });
}

/** Checks all of this before it starts anything. */
async function checkSurroundings() {
  refuseProduction();
  const ports = [portSetting('MANAGEMENT_PORT', 3000), portSetting('AUTH_PORT', 3001)];
  openDataDirectory();
  await awaitOrphans();
  await requireFreePorts(ports);
  await buildIfStale(ROOT).catch((error) => {
    throw new StartError(error.message);
  });
}

/**
 * @param {Running} running
 * @param {AbortSignal} requested
 * @param {{ settings: import('@latchkey/config').ManagementSettings, env: NodeJS.ProcessEnv, databaseUrl: string }} how
 */
async function serve(running, requested, { settings, env, databaseUrl }) {
  const applications = [
    startApplication('management API', 'apps/management/src/main.js', env),
    startApplication('auth server', 'apps/auth/src/main.js', env),
  ];
  running.add({
    stop: () => Promise.all(applications.map((application) => application.stop())),
    force: () => applications.forEach((application) => application.kill()),
  });
  leaveProcesses(applications.map(({ pid }) => pid));
  const interrupted = Promise.race([rejection(requested), ...applications.map(unexpectedEnd)]);
  const key = firstKey(env, databaseUrl);
  const host = reachable(settings.LISTEN_ADDRESS);
  const ready = Promise.all([key, ...[settings.MANAGEMENT_PORT, settings.AUTH_PORT].map((port) => untilReady(`http://${host}:${port}`))]);
  const [keyToShow] = await Promise.race([interrupted, ready]);
  process.stdout.write(walkThrough(settings, keyToShow));
  markKeySeen();
  await interrupted;
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
  throw new StartError(`The ${name} ended unexpectedly (${await ended}); everything else is stopped`);
}

/** @param {string} address that the applications listen on */
function reachable(address) {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return isIP(address) === 6 ? `[${address}]` : address;
}
