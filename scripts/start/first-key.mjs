import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isKeyUnseen, markKeyUnseen } from './run-files.mjs';
import { ROOT, variable } from './variable.mjs';

/** @typedef {{ key: string | undefined, source: 'made' | 'shown before' | 'BOOTSTRAP_API_KEY', subscription: string }} FirstKey */

const FIRST_SUBSCRIPTION = 'default';

const run = promisify(execFile);

/**
 * Creates a subscription with an API key, unless one exists or BOOTSTRAP_API_KEY provides the key. If an earlier start was killed before it
 * showed its key, the subscription gets another one.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} databaseUrl
 * @returns {Promise<FirstKey>}
 */
export async function firstKey(env, databaseUrl) {
  if (variable('BOOTSTRAP_API_KEY')) return { key: undefined, source: 'BOOTSTRAP_API_KEY', subscription: 'bootstrap' };
  const existing = await findSubscription(databaseUrl);
  if (existing !== undefined && !isKeyUnseen()) return { key: undefined, source: 'shown before', subscription: existing };
  markKeyUnseen();
  return { key: await makeKey(env, databaseUrl, existing), source: 'made', subscription: existing ?? FIRST_SUBSCRIPTION };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} databaseUrl
 * @param {string | undefined} existing subscription
 * @returns {Promise<string>}
 */
async function makeKey(env, databaseUrl, existing) {
  if (existing !== undefined) return runCli(env, 'key', 'create', existing, '--name', 'first');
  return runCli(env, 'subscription', 'create', FIRST_SUBSCRIPTION).catch(async (error) => {
    // the command of a start that was killed a moment ago may still run, and may have created it
    const made = await findSubscription(databaseUrl);
    if (made === undefined) throw error;
    return makeKey(env, databaseUrl, made);
  });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {...string} command that makes a key
 * @returns {Promise<string>} the key
 */
async function runCli(env, ...command) {
  const main = join(ROOT, 'dist', 'apps', 'management', 'src', 'cli', 'main.js');
  const { stdout } = await run(process.execPath, [main, ...command, '--json'], { cwd: ROOT, env });
  return JSON.parse(stdout).apiKey;
}

/**
 * Queried directly, because the operator CLI would add half a second to every start.
 *
 * @param {string} databaseUrl
 * @returns {Promise<string | undefined>} the name of the oldest
 */
async function findSubscription(databaseUrl) {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('SELECT name FROM subscription ORDER BY created_at LIMIT 1');
    return rows[0]?.name;
  } finally {
    await client.end();
  }
}
