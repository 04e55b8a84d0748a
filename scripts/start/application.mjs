import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.mjs';
import { ROOT } from './variable.mjs';

/**
 * @typedef {object} Application
 * @property {string} name
 * @property {number} pid
 * @property {Promise<string>} ended says how; never rejects
 * @property {() => Promise<void>} stop lets it finish its requests, and waits until it has ended
 * @property {() => void} kill
 * @property {(level: string) => void} setLogLevel
 */

/** Longer than an application takes to finish its requests. */
const STOP_TIMEOUT_MS = 35_000;
const READY_MS = 60_000;
const POLL_MS = 25;

/**
 * Starts an application that writes to this terminal. It runs in its own process group, so that Ctrl-C reaches only this process and
 * PostgreSQL stops last. When the IPC channel breaks because this process was killed, the application ends too.
 *
 * @param {string} name for the user
 *
 * @param {string} main its file, below the checkout
 * @param {NodeJS.ProcessEnv} env
 * @returns {Application}
 */
export function startApplication(name, main, env) {
  const child = spawn(
    process.execPath,
    ['--import', './dist/libs/server/src/source-maps.js', '--max-semi-space-size=16', '--no-allocation-site-pretenuring', join(ROOT, main)],
    {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const pid = /** @type {number} */ (child.pid);
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(code === null ? `signal ${by}` : `exit code ${code}`));
  });
  const kill = () => void child.kill('SIGKILL');
  const stop = async () => {
    child.kill('SIGTERM');
    const impatience = setTimeout(kill, STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(impatience);
  };
  const setLogLevel = (/** @type {string} */ logLevel) => void (child.connected && child.send({ logLevel }));
  return { name, pid, ended, stop, kill, setLogLevel };
}

/**
 * Waits until a URL answers successfully.
 *
 * @param {string} url
 */
export async function untilReady(url) {
  for (const end = Date.now() + READY_MS; Date.now() < end; await delay(POLL_MS)) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(READY_MS) }).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
  }
  throw new StartError(`${url} is not ready after ${READY_MS / 1000} seconds`);
}
