/** `npm run cli -- <command>`: uses the API of LATCHKEY_URL, the database of DATABASE_URL, or that of a running `npm start`. */
import './require-node.mjs';
import { existsSync } from 'node:fs';
// Not imported by name, because older versions of Node.js lack it and would fail before they are rejected.
import module from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMasterKeyFile } from './start/master-key.mjs';
import { StartError } from './start/start-error.mjs';
import { findSettings } from './start/run-files.mjs';
import { DATA_DIR, ROOT, dropPostgresVariables, variable } from './start/variable.mjs';

const MAIN = join(ROOT, 'dist', 'apps', 'management', 'src', 'cli', 'main.js');

/** @throws {StartError} if no database runs */
async function useEmbeddedDatabase() {
  const { DATABASE_URL: url, ...others } = findSettings();
  if (!url || !(await isListening(url))) {
    throw new StartError(`No database: DATABASE_URL is not set, and no running "npm start" keeps its data in ${DATA_DIR}`);
  }
  dropPostgresVariables();
  process.env['DATABASE_URL'] = url;
  for (const [name, value] of Object.entries(others)) if (variable(name) === undefined) process.env[name] = value;
}

/**
 * @param {string} url
 * @returns {Promise<boolean>}
 */
function isListening(url) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Options that only print information about the commands. */
const INFORMATION = new Set(['--help', '-h', '--version', '-V']);

/** What names the management API, so that a command may use it in place of a database. */
const API_URL = ['LATCHKEY_URL', 'LATCHKEY_URL_FILE'];

/** Neither a new client key, files nor information about the commands need a database, and no command over HTTP does. */
function needsDatabase() {
  const [command, ...rest] = process.argv.slice(2);
  if (command === undefined || ['help', 'completion', 'config', 'migrate'].includes(command)) return false;
  if (API_URL.some((name) => process.env[name]) || rest.some((word) => /^--url(=|$)/.test(word))) return false;
  if (command === 'log' && rest[0] === 'verify' && rest.some((word) => /^--file(=|$)/.test(word))) return false;
  return ![command, ...rest].some((word) => INFORMATION.has(word)) && !(command === 'client' && rest[0] === 'keygen');
}

async function run() {
  if (!existsSync(MAIN)) throw new StartError('Nothing is built yet: run "npm run build"');
  if (variable('DATABASE_URL') === undefined && needsDatabase()) await useEmbeddedDatabase();
  const masterKey = findMasterKeyFile();
  if (masterKey) process.env['MASTER_KEY_FILE'] = masterKey;
  // Excludes the maps of packages, which take a tenth of a start to read.
  module.setSourceMapsSupport(true);
  await import(pathToFileURL(MAIN).href);
}

await run().catch((error) => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
