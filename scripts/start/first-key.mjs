import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT, variable } from './variable.mjs';

/** @typedef {{ key: string | undefined, source: 'made' | 'shown before' | 'BOOTSTRAP_API_KEY', subscription: string }} FirstKey */

const run = promisify(execFile);

/**
 * Makes a subscription with an API key, unless there is one or BOOTSTRAP_API_KEY brings it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} databaseUrl
 * @returns {Promise<FirstKey>}
 */
export async function firstKey(env, databaseUrl) {
  if (variable('BOOTSTRAP_API_KEY')) return { key: undefined, source: 'BOOTSTRAP_API_KEY', subscription: 'bootstrap' };
  const existing = await findSubscription(databaseUrl);
  if (existing !== undefined) return { key: undefined, source: 'shown before', subscription: existing };
  const main = join(ROOT, 'dist', 'apps', 'management', 'src', 'cli', 'main.js');
  const { stdout } = await run(process.execPath, [main, 'subscription', 'create', 'default', '--json'], { cwd: ROOT, env });
  const { apiKey, name } = JSON.parse(stdout);
  return { key: apiKey, source: 'made', subscription: name };
}

/**
 * Looked up here, because the operator CLI takes half a second of every start's time.
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
