import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { replaceFile } from './replace-file.mjs';
import { DATA_DIR } from './variable.mjs';

const GENERATED = join(DATA_DIR, 'master-key');

/**
 * Finds the key that encrypts stored data, or creates one in DATA_DIR. Without it the data cannot be read again.
 *
 * @returns {string | undefined} the file, absolute; absent if MASTER_KEY itself is set
 */
export function masterKeyFile() {
  if (!process.env['MASTER_KEY'] && !process.env['MASTER_KEY_FILE'] && !existsSync(GENERATED)) {
    replaceFile(GENERATED, `${randomBytes(32).toString('base64')}\n`);
  }
  return findMasterKeyFile();
}

/** @returns {string | undefined} the file, absolute; absent if MASTER_KEY itself is set, or nothing is */
export function findMasterKeyFile() {
  const given = process.env['MASTER_KEY_FILE'];
  if (given) return resolve(given);
  return !process.env['MASTER_KEY'] && existsSync(GENERATED) ? GENERATED : undefined;
}
