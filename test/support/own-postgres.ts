import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@latchkey/persistence';
import { startPostgres } from '../../scripts/embedded-postgres.mjs';
import { copyCluster } from './cluster.mjs';
import { sql } from './sql.js';
import { makeTestFolder } from './test-folder.mjs';

type Server = Awaited<ReturnType<typeof startPostgres>>;

/** For the other servers of tests. It runs in the process of the test, which takes a quarter of the time of the program. */
export { migrate };

/**
 * Puts the files of a stopped server with a migrated database into a folder. They are copies of the files from
 * test/runner/global-setup.mjs. With TEST_DATABASE_URL there are none, so this function creates them, without the tables of the queue.
 */
export async function createMigratedCluster(directory: string): Promise<void> {
  const copy = process.env['TEST_POSTGRES_COPY'];
  if (copy) return copyCluster(copy, join(directory, 'cluster'));
  const server = await startPostgres({ dataDir: directory, durable: false });
  await migrate(server.url);
  await server.stop();
}

/** A migrated PostgreSQL for one test, which may stop and kill it. */
export class OwnPostgres {
  private stopped: number[] = [];

  private constructor(
    private readonly directory: string,
    private readonly durable: boolean,
    private server: Server,
  ) {}

  /** @param durable whether a kill preserves committed data */
  static async start({ durable = false } = {}): Promise<OwnPostgres> {
    const directory = makeTestFolder('fault');
    await createMigratedCluster(directory);
    return new OwnPostgres(directory, durable, await startPostgres({ dataDir: directory, durable }));
  }

  get url(): string {
    return this.server.url;
  }

  /** Stops all answers on existing and new connections, but does not refuse new ones. */
  async silence(): Promise<void> {
    const backends = await sql<{ pid: number }>(this.url, `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`);
    // The postmaster is stopped first, so that it starts no further processes. The process of this query has ended by then.
    this.stopped = [this.server.pid, ...backends.map(({ pid }) => pid)].filter((pid) => signal(pid, 'SIGSTOP'));
  }

  /** Lets it continue where it stopped. */
  wake(): void {
    for (const pid of this.stopped.splice(0)) signal(pid, 'SIGCONT');
  }

  /** Kills it, which breaks connections; new ones are refused. */
  async kill(): Promise<void> {
    await this.server.stop({ force: true });
  }

  /** Restarts the server at the same address. */
  async restart(): Promise<void> {
    this.server = await startPostgres({ dataDir: this.directory, durable: this.durable, port: this.server.port });
  }

  async remove(): Promise<void> {
    this.wake();
    await this.kill();
    rmSync(this.directory, { recursive: true });
  }
}

/** @returns whether the process exists */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
