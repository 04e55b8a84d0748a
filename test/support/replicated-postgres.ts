import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/embedded-postgres.mjs';
import { copyCluster } from './cluster.mjs';
import { eventually } from './eventually.js';
import { createMigratedCluster } from './own-postgres.js';
import { sql } from './sql.js';
import { makeTestFolder } from './test-folder.mjs';

type Server = Awaited<ReturnType<typeof startPostgres>>;

const STANDBY_NAME = 'standby';
/** The tests' servers commit asynchronously by default. */
const SYNCHRONOUS = { synchronous_standby_names: STANDBY_NAME, synchronous_commit: 'on' };

/** A migrated primary and its synchronous standby: the primary acknowledges a commit once the standby has it. */
export class ReplicatedPostgres {
  private constructor(
    private readonly directory: string,
    readonly primary: Server,
    readonly standby: Server,
  ) {}

  static async start(): Promise<ReplicatedPostgres> {
    const directory = makeTestFolder('replicated');
    const [primaryDir, standbyDir] = [join(directory, 'primary'), join(directory, 'standby')];
    for (const folder of [primaryDir, standbyDir]) mkdirSync(folder);
    await createMigratedCluster(primaryDir);
    await copyCluster(join(primaryDir, 'cluster'), join(standbyDir, 'cluster'));
    writeFileSync(join(standbyDir, 'cluster', 'data', 'standby.signal'), '');
    const primary = await startPostgres({ dataDir: primaryDir, durable: false, options: SYNCHRONOUS });
    const { username, password } = new URL(primary.url);
    const conninfo = `host=127.0.0.1 port=${primary.port} user=${username} password=${password} application_name=${STANDBY_NAME}`;
    const standby = await startPostgres({ dataDir: standbyDir, durable: false, options: { primary_conninfo: conninfo } });
    const replicated = new ReplicatedPostgres(directory, primary, standby);
    await eventually(() => replicated.isSynchronous(), { timeoutMs: 30_000 });
    return replicated;
  }

  /** Makes the standby the primary, and returns when it accepts writes. */
  async promote(): Promise<void> {
    await sql(this.standby.url, 'SELECT pg_promote()');
  }

  async remove(): Promise<void> {
    await Promise.all([this.primary, this.standby].map((server) => server.stop({ force: true })));
    rmSync(this.directory, { recursive: true });
  }

  private async isSynchronous(): Promise<boolean> {
    const [replica] = await sql<{ sync_state: string }>(this.primary.url, 'SELECT sync_state FROM pg_stat_replication');
    return replica?.sync_state === 'sync';
  }
}
