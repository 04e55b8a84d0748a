import pg from 'pg';
import { eventually } from '../support/eventually.js';

/** A lock that blocks others at one step of their work. */
export class Barrier {
  private constructor(
    private readonly client: pg.Client,
    private readonly pid: number,
    private readonly name: string,
  ) {}

  /** @param lock a statement that takes a lock until the end of its transaction */
  static async close(databaseUrl: string, lock: string, values: unknown[] = []): Promise<Barrier> {
    const client = new pg.Client(databaseUrl);
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await client.query('BEGIN');
    await client.query(lock, values);
    return new Barrier(client, rows[0]!.pid, lock);
  }

  /** Waits until a statement waits for the lock. */
  async reached(): Promise<void> {
    // pg_stat_activity does not help: within a transaction it shows the state of its first query.
    const blocked = `SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))`;
    const isReached = async () => (await this.client.query(blocked, [this.pid])).rows.length > 0;
    await eventually(isReached, { timeoutMs: 90_000, intervalMs: 20 }).catch(() => {
      throw new Error(`no work reached the barrier: ${this.name}`);
    });
  }

  /** Releases the lock; does nothing if its server is gone. */
  async open(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
