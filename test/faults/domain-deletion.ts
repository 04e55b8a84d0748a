import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  startManagement,
  startManagementProcess,
  type Caller,
  type Management,
  type StartedManagement,
  type StartedManagementProcess,
} from '../support/management.js';
import { findTablesContaining } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import type { LogEvent } from '../support/service-log.js';
import type { Settings } from '../support/service-process.js';

export interface DeletedDomain {
  id: string;
  name: string;
}

/** A database with as many management APIs as a scenario needs. They all stop with it, even if it fails. */
export class Deployment {
  private readonly replicas: StartedManagement[] = [];
  private readonly processes: StartedManagementProcess[] = [];
  private readonly apiKey = `key-${randomUUID()}`;
  private readonly rows: Rows;

  private constructor(
    readonly database: TestDatabase,
    private readonly settings: Settings,
  ) {
    this.rows = new Rows(database.url);
  }

  /** @param settings of every replica, such as REDIS_URL */
  static async run(settings: Settings, scenario: (deployment: Deployment) => Promise<void>): Promise<void> {
    const deployment = new Deployment(await createTestDatabase(), settings);
    try {
      await scenario(deployment);
    } finally {
      await Promise.all([...deployment.replicas.map((each) => each.stop()), ...deployment.processes.map((each) => each.process.kill())]);
      await deployment.rows.end();
      await deployment.database.drop();
    }
  }

  /** Starts one in the process of the test, or with Redis in a separate process, because a process supports one kind of queue. */
  async start(WORKER: 'on' | 'off'): Promise<StartedManagement | StartedManagementProcess> {
    if (this.settings['REDIS_URL']) return this.startProcess(WORKER);
    const started = await startManagement(this.database.url, { ...this.settings, WORKER, BOOTSTRAP_API_KEY: this.apiKey });
    this.replicas.push(started);
    return started;
  }

  /** Starts one that can be killed or asked to stop. */
  async startProcess(WORKER: 'on' | 'off'): Promise<StartedManagementProcess> {
    const started = await startManagementProcess(this.database.url, { ...this.settings, WORKER, BOOTSTRAP_API_KEY: this.apiKey });
    this.processes.push(started);
    return started;
  }

  async register(by: Management): Promise<DeletedDomain> {
    const name = await this.callerOf(by).registerDomain();
    const [row] = await this.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name]);
    return { id: row!.id, name };
  }

  /** Gives the domain enough rows that its purge takes some time. */
  async fill({ id }: DeletedDomain, rows: number): Promise<void> {
    const insert = `INSERT INTO oidc_payload (domain_id, model, hash, payload) SELECT $1, 'AccessToken', sha256(n::text::bytea), '{}' FROM generate_series(1, $2::integer) AS n`;
    await this.rows.query(insert, [id, rows]);
  }

  async countRemainingRows({ id }: DeletedDomain): Promise<number> {
    const [row] = await this.rows.query<{ count: number }>('SELECT count(*)::integer FROM oidc_payload WHERE domain_id = $1', [id]);
    return row!.count;
  }

  async delete({ name }: DeletedDomain, by: Management): Promise<void> {
    expect(await this.callerOf(by).delete(`/v1/domain/${name}`)).toMatchObject({ status: 204 });
  }

  /** Deletes a domain whose job was lost: its state is `deleting`, and no job is queued. */
  async deleteWithoutJob({ id }: DeletedDomain): Promise<void> {
    await this.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [id]);
  }

  /** Waits until nothing is left of the domain. */
  async untilPurged({ id, name }: DeletedDomain, timeoutMs: number): Promise<void> {
    const isGone = async (): Promise<boolean> => (await this.rows.query('SELECT FROM domain WHERE id = $1', [id])).length === 0;
    await eventually(isGone, { timeoutMs, intervalMs: 50 });
    expect(await findTablesContaining(this.database.url, name)).toEqual(['public.domain_deletion']);
  }

  private callerOf(management: Management): Caller {
    return management.as(this.apiKey);
  }
}

/** The events about job attempts in a management API's log. */
export function attempts({ events }: { events: LogEvent[] }): LogEvent[] {
  return events.filter(({ msg, queue }) => msg === 'job' && queue === 'domain-deletion');
}
