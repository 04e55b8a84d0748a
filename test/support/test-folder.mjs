import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stopAbandoned } from '../../scripts/embedded-postgres.mjs';
import { isAlive } from '../../scripts/process.mjs';

const PREFIX = 'latchkey-test-';
const OWNED = new RegExp(`^${PREFIX}(\\d+)-`);
/** A killed process needs some milliseconds to disappear; the limit is 5 s in all. */
const POLL_MS = 20;
const MAX_POLLS = 250;

/**
 * Creates a temporary folder for this process, which should remove it. If the process is killed or interrupted, the next run removes it.
 *
 * @param {string} purpose part of its name
 *
 * @param {string} [parent]
 */
export function makeTestFolder(purpose, parent = tmpdir()) {
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-${purpose}-`));
}

/**
 * Removes the folders of dead processes, and kills the servers in them: see `endProcessesIn`. Another run may do the same.
 *
 * @param {string} [parent]
 */
export async function removeAbandonedFolders(parent = tmpdir()) {
  for (const name of readdirSync(parent)) {
    const owner = OWNED.exec(name)?.[1];
    const folder = join(parent, name);
    if (owner === undefined || isAlive(Number(owner)) || !isOurs(folder)) continue;
    for (const each of [folder, ...foldersIn(folder)]) await stopAbandoned(each);
    await endProcessesIn(folder);
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

/**
 * Kills each process that works in a folder, or has a path in it as an argument; only Linux provides this information. Servers need both
 * checks: some replace their arguments with a title, and in a container without CAP_SYS_PTRACE root cannot read the working directory of
 * another user's process.
 *
 * @param {string} folder
 */
async function endProcessesIn(folder) {
  for (let polls = 0; polls < MAX_POLLS && processesIn(folder).filter(kill).length > 0; polls++) await delay(POLL_MS);
}

/**
 * @param {string} folder
 * @returns {number[]} without this process and zombies
 */
function processesIn(folder) {
  if (process.platform !== 'linux') return [];
  const names = [folder, join(realpathSync(dirname(folder)), basename(folder))];
  const isIn = (/** @type {string} */ path) => names.some((name) => path === name || path.startsWith(`${name}/`));
  const ids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return ids.filter((pid) => pid !== process.pid && pathsOf(pid).some(isIn));
}

/**
 * @param {number} pid
 * @returns {string[]} its working directory and its arguments, with only the value of `--option=value`
 */
function pathsOf(pid) {
  const read = (/** @type {() => string} */ source) => {
    try {
      return source();
    } catch {
      // The process has exited, or belongs to another user.
      return '';
    }
  };
  const args = read(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  return [read(() => readlinkSync(`/proc/${pid}/cwd`)), ...args.map((each) => each.replace(/^--?[\w-]+=/, ''))];
}

/**
 * @param {number} pid
 * @returns {boolean} false if it is gone or belongs to another user
 */
function kill(pid) {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
