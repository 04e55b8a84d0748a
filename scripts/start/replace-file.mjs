import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file for its owner's eyes only, whole or not at all, and on the disk before it counts.
 *
 * @param {string} path
 * @param {string} content
 */
export function replaceFile(path, content) {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, content, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
