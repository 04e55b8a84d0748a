import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { isAlive } from '../process.mjs';
import { replaceFile } from './replace-file.mjs';
import { DATA_DIR } from './variable.mjs';

/** What a running `npm start` leaves in DATA_DIR for others: for the operator CLI, and for the next start should this one be killed. */
const ENVIRONMENT = join(DATA_DIR, 'env');
const PROCESSES = join(DATA_DIR, 'processes.json');

/** Longer than an application takes to finish its requests. */
const ORPHAN_MS = 30_000;

/**
 * In the form that a shell reads too: `. .data/env; psql "$DATABASE_URL"`.
 *
 * @param {string} databaseUrl
 */
export function leaveDatabaseUrl(databaseUrl) {
  replaceFile(ENVIRONMENT, `DATABASE_URL='${databaseUrl}'\n`);
}

/** @returns {string | undefined} absent if nothing runs */
export function findDatabaseUrl() {
  return existsSync(ENVIRONMENT) ? parseEnv(readFileSync(ENVIRONMENT, 'utf8'))['DATABASE_URL'] : undefined;
}

/** @param {number[]} applications process ids */
export function leaveProcesses(applications) {
  replaceFile(PROCESSES, JSON.stringify({ starter: process.pid, applications }));
}

/** Applications whose starter was killed notice it and end; until then they hold their ports. */
export async function awaitOrphans() {
  if (!existsSync(PROCESSES)) return;
  const { starter, applications } = JSON.parse(readFileSync(PROCESSES, 'utf8'));
  if (isNode(starter)) return;
  for (const end = Date.now() + ORPHAN_MS; Date.now() < end && applications.some(isNode); await delay(50));
}

export function removeTraces() {
  for (const path of [ENVIRONMENT, PROCESSES]) rmSync(path, { force: true });
}

/**
 * Ids come round again.
 *
 * @param {number} pid
 */
function isNode(pid) {
  if (!isAlive(pid)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || /\.m?js\0/.test(readFileSync(commandLine, 'utf8'));
}
