import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManagementClient } from './management-client.mjs';
import { replaceFile } from './replace-file.mjs';
import { DATA_DIR, variable } from './variable.mjs';

/** The API key with which `npm start` and the demo call the management API. The first key is shown once and stored nowhere. */
const KEY = join(DATA_DIR, 'start-key');

/**
 * Finds the key of an earlier start, or creates one. It needs no running application.
 *
 * @param {() => Promise<string>} make
 *
 * @returns {Promise<string>}
 */
export async function startKey(make) {
  if (existsSync(KEY)) return readFileSync(KEY, 'utf8').trim();
  return variable('BOOTSTRAP_API_KEY') ?? storeKey(make);
}

/**
 * @param {string} origin of the management API
 * @param {string} key
 * @param {() => Promise<string>} make creates another key if this one was revoked or belongs to another database
 * @returns {Promise<ManagementClient>}
 */
export async function connectManagement(origin, key, make) {
  const client = new ManagementClient(origin, key);
  const { status } = await client.request('GET', '/v1/domain');
  return status === 401 ? new ManagementClient(origin, await storeKey(make)) : client;
}

/**
 * @param {() => Promise<string>} make
 * @returns {Promise<string>}
 */
async function storeKey(make) {
  const key = await make();
  replaceFile(KEY, `${key}\n`);
  return key;
}
