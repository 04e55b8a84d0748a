import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { StartError } from './start-error.mjs';
import { DATA_DIR, variable } from './variable.mjs';

/** @typedef {{ name: string, port: number, otherwise?: string }} PortSetting `otherwise`: another remedy if the port is taken */

export function refuseProduction() {
  if (process.env['NODE_ENV'] !== 'production') return;
  throw new StartError(
    'NODE_ENV: "npm start" is for development; in production set DATABASE_URL and run "npm run migrate", "npm run start:management" and "npm run start:auth"',
  );
}

/** @throws {StartError} if it cannot be created or written */
export function openDataDirectory() {
  try {
    makeDirectory(DATA_DIR);
    accessSync(DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new StartError(`DATA_DIR: ${DATA_DIR} is not writable (${code}): make it writable, or set DATA_DIR to another directory`);
  }
}

/**
 * Creates the parents one by one, because Node.js's own recursion never returns if a parent cannot contain directories, as in /proc.
 *
 * @param {string} directory
 */
function makeDirectory(directory) {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/**
 * The ports of the services and of the demo, which has none with DEMO=off.
 *
 * @returns {{ ports: PortSetting[], demoPort: number | undefined, errors: string[] }} `errors`: a line for each invalid setting
 */
export function readPortSettings() {
  /** @type {string[]} */
  const errors = [];
  const demo = variable('DEMO') ?? 'on';
  if (demo !== 'on' && demo !== 'off') errors.push('DEMO: must be one of: on, off');
  const services = [portSetting('MANAGEMENT_PORT', 3000), portSetting('AUTH_PORT', 3001)];
  const demoPort = { ...portSetting('DEMO_PORT', 3002), otherwise: ', or leave the demo out with DEMO=off' };
  const ports = [...services, ...(demo === 'on' ? [demoPort] : [])];
  for (const { name, port } of [...services, demoPort])
    if (!(port >= 1 && port <= 65_535)) errors.push(`${name}: must be a port number, 1 to 65535`);
  return { ports, demoPort: demo === 'on' ? demoPort.port : undefined, errors };
}

/**
 * @param {string} name of the variable
 * @param {number} defaultPort
 * @returns {PortSetting} its port is NaN if the value is no number
 */
function portSetting(name, defaultPort) {
  const value = variable(name) ?? String(defaultPort);
  return { name, port: /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN };
}

/**
 * @param {PortSetting[]} settings
 * @throws {StartError} that names the port and the variable to change
 */
export async function requireFreePorts(settings) {
  const seen = new Map();
  for (const setting of settings) {
    const { name, port } = setting;
    if (seen.has(port)) throw new StartError(`${name}: port ${port} is already used by ${seen.get(port)}: set ${name} to another port`);
    seen.set(port, name);
    // curl and browsers try ::1 first for *.localhost, so another server there would get the requests.
    for (const address of new Set([variable('LISTEN_ADDRESS') ?? '127.0.0.1', '127.0.0.1', '::1'])) await requireFree(setting, address);
  }
}

/**
 * @param {PortSetting} setting
 * @param {string} address
 */
async function requireFree({ name, port, otherwise = '' }, address) {
  const server = createServer();
  try {
    server.listen({ port, host: address, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE') throw new StartError(`${name}: port ${port} is taken: free it, or set ${name} to another port${otherwise}`);
    if (code === 'EACCES') throw new StartError(`${name}: port ${port} is not available to this user: set ${name} to another port`);
    if (address !== '::1') throw error;
    return;
  }
  server.close();
  await once(server, 'close');
}
