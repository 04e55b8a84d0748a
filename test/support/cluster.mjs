import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, stopAbandoned } from '../../scripts/embedded-postgres.mjs';
import { isAlive } from '../../scripts/process.mjs';

const PREFIX = 'latchkey-test-';

/**
 * Starts the PostgreSQL of one test run: fast, on free memory of the file cache, gone afterwards.
 *
 * @returns {Promise<{ adminUrl: string, remove: () => Promise<void> }>}
 */
export async function startCluster() {
  await removeAbandoned();
  const directory = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  try {
    const server = await startPostgres({ dataDir: directory, durable: false });
    return {
      adminUrl: server.url,
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

/** A run that was killed, or interrupted by Ctrl-C, could not remove its own. */
async function removeAbandoned() {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    const directory = join(tmpdir(), name);
    if (owner === undefined || isAlive(Number(owner)) || statSync(directory).uid !== process.getuid?.()) continue;
    await stopAbandoned(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}
