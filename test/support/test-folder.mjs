import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAbandoned } from '../../scripts/embedded-postgres.mjs';
import { isAlive } from '../../scripts/process.mjs';

const PREFIX = 'latchkey-test-';
const OWNED = new RegExp(`^${PREFIX}(\\d+)-`);

/**
 * Makes a temporary folder of this process, which should remove it. If it cannot, because it was killed or interrupted, the next run does.
 *
 * @param {string} purpose part of its name
 */
export function makeTestFolder(purpose) {
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-${purpose}-`));
}

/** Removes the folders of processes that are gone, and ends the PostgreSQL servers in them. Another run may do the same. */
export async function removeAbandonedFolders() {
  for (const name of readdirSync(tmpdir())) {
    const owner = OWNED.exec(name)?.[1];
    const folder = join(tmpdir(), name);
    if (owner === undefined || isAlive(Number(owner)) || !isOurs(folder)) continue;
    for (const each of [folder, ...foldersIn(folder)]) await stopAbandoned(each);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function isOurs(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() && found.uid === process.getuid?.();
}

/** @param {string} folder */
function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map(({ name }) => join(folder, name));
}
