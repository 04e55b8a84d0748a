import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, variable } from './variable.mjs';

/** @typedef {{ key: string | undefined, source: 'made' | 'shown before' | 'BOOTSTRAP_API_KEY', subscription: string }} FirstKey */

const run = promisify(execFile);

/**
 * Makes a subscription with an API key, unless there is one or BOOTSTRAP_API_KEY brings it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<FirstKey>}
 */
export async function firstKey(env) {
  if (variable('BOOTSTRAP_API_KEY')) return { key: undefined, source: 'BOOTSTRAP_API_KEY', subscription: 'bootstrap' };
  const [existing] = await cli(env, ['subscription', 'list']);
  if (existing) return { key: undefined, source: 'shown before', subscription: existing.name };
  const { apiKey, name } = await cli(env, ['subscription', 'create', 'default']);
  return { key: apiKey, source: 'made', subscription: name };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} command
 */
async function cli(env, command) {
  const main = join(ROOT, 'dist', 'apps', 'management', 'src', 'cli', 'main.js');
  const { stdout } = await run(process.execPath, ['--enable-source-maps', main, ...command, '--json'], { cwd: ROOT, env });
  return JSON.parse(stdout);
}
