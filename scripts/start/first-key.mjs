import pg from 'pg';
import { makeKey } from './make-key.mjs';
import { isUnseen, markUnseen } from './run-files.mjs';
import { variable } from './variable.mjs';

/** @typedef {{ key: string | undefined, source: 'made' | 'shown before' | 'BOOTSTRAP_API_KEY', subscription: string }} FirstKey */

const FIRST_SUBSCRIPTION = 'default';

/**
 * Creates a subscription with an API key, unless one exists or BOOTSTRAP_API_KEY provides the key. If an earlier start was killed before it
 * showed its key, the subscription gets a new one.
 *
 * @param {NodeJS.ProcessEnv} env
 *
 * @param {string} databaseUrl
 * @returns {Promise<FirstKey>}
 */
export async function firstKey(env, databaseUrl) {
  if (variable('BOOTSTRAP_API_KEY')) return { key: undefined, source: 'BOOTSTRAP_API_KEY', subscription: 'bootstrap' };
  const existing = await findSubscription(databaseUrl);
  if (existing !== undefined && !isUnseen('first-key')) return { key: undefined, source: 'shown before', subscription: existing };
  markUnseen('first-key');
  return { key: await makeFirstKey(env, databaseUrl, existing), source: 'made', subscription: existing ?? FIRST_SUBSCRIPTION };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} databaseUrl
 * @param {string | undefined} existing subscription
 * @returns {Promise<string>}
 */
async function makeFirstKey(env, databaseUrl, existing) {
  if (existing !== undefined) return makeKey(env, 'key', 'create', existing, '--name', 'first');
  return makeKey(env, 'subscription', 'create', FIRST_SUBSCRIPTION).catch(async (error) => {
    // A start that was killed a moment ago may have created it.
    const made = await findSubscription(databaseUrl);
    if (made === undefined) throw error;
    return makeFirstKey(env, databaseUrl, made);
  });
}

/**
 * Queries directly, because loading the operator CLI would add half a second to every start.
 *
 * @param {string} databaseUrl
 *
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
