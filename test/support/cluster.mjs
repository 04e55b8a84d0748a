import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../scripts/embedded-postgres.mjs';
import { makeTestFolder, removeAbandonedFolders } from './test-folder.mjs';

/**
 * @typedef {object} Cluster
 * @property {string} adminUrl changes after `copy`
 * @property {(template: string) => Promise<string>} copy makes a folder for `copyCluster` in which the database `latchkey` is a clone of
 * the template; no client may be connected
 * @property {() => Promise<void>} remove
 */

/**
 * Starts the PostgreSQL of one test run. It is fast, uses free memory of the file cache, and is gone afterwards.
 *
 * @returns {Promise<Cluster>}
 */
export async function startCluster() {
  await removeAbandonedFolders();
  const directory = makeTestFolder('cluster');
  try {
    let server = await startPostgres({ dataDir: directory, durable: false });
    return {
      get adminUrl() {
        return server.socketUrl;
      },
      copy: async (template) => {
        const copy = join(directory, 'copy');
        await cloneDatabase(server.url, template);
        await server.stop();
        await copyCluster(join(directory, 'cluster'), copy);
        server = await startPostgres({ dataDir: directory, durable: false });
        return copy;
      },
      remove: async () => {
        await server.stop({ force: true });
        rmSync(directory, { recursive: true });
      },
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies the files of a stopped server.
 *
 * @param {string} from
 * @param {string} to which does not exist
 */
export async function copyCluster(from, to) {
  await promisify(execFile)('cp', ['-a', from, to]);
}

/**
 * Replaces the database in a URL with a clone of another one. No client may be connected to either.
 *
 * @param {string} url
 *
 * @param {string} template
 */
async function cloneDatabase(url, template) {
  const administration = new URL(url);
  const name = administration.pathname.slice(1);
  administration.pathname = '/postgres';
  const client = new pg.Client(administration.href);
  await client.connect();
  try {
    await client.query(`DROP DATABASE ${name}`);
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  } finally {
    await client.end();
  }
}
