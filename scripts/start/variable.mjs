import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from './start-error.mjs';

/** The checkout's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Absolute: the directory of the embedded database and the generated keys. */
export const DATA_DIR = process.env['DATA_DIR'] ? resolve(process.env['DATA_DIR']) : join(ROOT, '.data');

/**
 * Reads a variable before libs/config is built, with the same rules: an empty variable counts as unset, and NAME_FILE names a file.
 *
 * @param {string} name
 *
 * @returns {string | undefined}
 */
export function variable(name) {
  const file = process.env[`${name}_FILE`];
  if (!file) return process.env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError(`${name}_FILE: cannot be read (${/** @type {NodeJS.ErrnoException} */ (error).code})`);
  }
}

/** PGHOST, PGSSLMODE and similar variables belong to a server other than the embedded one. Child processes inherit their absence. */
export function dropPostgresVariables() {
  for (const name of Object.keys(process.env)) if (name.startsWith('PG')) delete process.env[name];
}
