import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { StartError } from './start-error.mjs';
import { DATA_DIR, variable } from './variable.mjs';

/** @typedef {{ name: string, port: number }} PortSetting */

export function refuseProduction() {
  if (process.env['NODE_ENV'] !== 'production') return;
  throw new StartError(
    'NODE_ENV: "npm start" is for development; in production set DATABASE_URL and run "npm run migrate", "npm run start:management" and "npm run start:auth"',
  );
}

/** @throws {StartError} it cannot be made or written */
export function openDataDirectory() {
  try {
    makeDirectory(DATA_DIR);
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new StartError(`DATA_DIR: ${DATA_DIR} cannot be written (${code}): make it writable, or set DATA_DIR to another directory`);
  }
}

/**
 * Creates the parents one by one: where a parent cannot contain directories, as in /proc, Node's own recursion never returns.
 *
 * @param {string} directory
 */
function makeDirectory(directory) {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/**
 * @param {string} name of the variable
 * @param {number} standard
 * @returns {PortSetting}
 */
export function portSetting(name, standard) {
  const value = variable(name) ?? String(standard);
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port >= 1 && port <= 65_535) return { name, port };
  throw new StartError(`${name}: must be a port number, 1 to 65535`);
}

/**
 * @param {PortSetting[]} settings
 * @throws {StartError} names the port and the variable to change
 */
export async function requireFreePorts(settings) {
  const seen = new Map();
  for (const { name, port } of settings) {
    if (seen.has(port)) throw new StartError(`${name}: port ${port} is ${seen.get(port)}'s already: set ${name} to another port`);
    seen.set(port, name);
    // curl and browsers try ::1 first for *.localhost: another server there would get our requests
    for (const address of new Set([variable('LISTEN_ADDRESS') ?? '127.0.0.1', '127.0.0.1', '::1']))
      await requireFree({ name, port }, address);
  }
}

/**
 * @param {PortSetting} setting
 * @param {string} address
 */
async function requireFree({ name, port }, address) {
  const server = createServer();
  try {
    server.listen({ port, host: address, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE') throw new StartError(`${name}: port ${port} is taken: free it, or set ${name} to another port`);
    if (code === 'EACCES') throw new StartError(`${name}: port ${port} may not be used by this user: set ${name} to another port`);
    if (address !== '::1') throw error;
    return;
  }
  server.close();
  await once(server, 'close');
}
