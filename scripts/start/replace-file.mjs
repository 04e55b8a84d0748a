import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read, completely or not at all, and flushes it to the disk.
 *
 * @param {string} path
 * @param {string} content
 */
export function replaceFile(path, content) {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
