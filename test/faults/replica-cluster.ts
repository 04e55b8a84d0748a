import { randomUUID } from 'node:crypto';
import { startAuthProcess, type AuthProcess } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/http.js';
import { startManagementProcess, type Caller, type StartedManagementProcess } from '../support/management.js';
import { OwnPostgres } from '../support/own-postgres.js';
import type { RunningService, Settings } from '../support/service-process.js';

/** The number of failed starts of a process, for any reason, after which the test fails with the last one. */
const MAX_START_ATTEMPTS = 3;

/** A process that is killed repeatedly: each time, and also if its start fails, another one replaces it. */
export class Replica<Process extends RunningService> {
  private present: Promise<Process>;

  constructor(private readonly start: () => Promise<Process>) {
    this.present = this.begin();
  }

  /** The one that is up, as soon as one is. */
  get up(): Promise<Process> {
    return this.present;
  }

  /** kill -9; the next replica starts immediately. */
  async kill(): Promise<void> {
    await (await this.present).process.kill();
    this.present = this.begin();
    this.present.catch(() => undefined);
  }

  private async begin(): Promise<Process> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.start();
      } catch (error) {
        if (attempt === MAX_START_ATTEMPTS) throw error;
      }
    }
  }

  /** Ends it for good. */
  async end(): Promise<void> {
    await (await this.present.catch(() => null))?.process.kill();
  }
}

/** A PostgreSQL, an API without jobs, one with jobs, and an auth server, the last two on request: each is restarted after a kill. */
export class ReplicaCluster {
  kills = 0;
  private readonly replicas: Replica<RunningService>[] = [];

  private constructor(
    readonly postgres: OwnPostgres,
    private readonly settings: Settings,
    readonly api: Replica<StartedManagementProcess>,
  ) {
    this.replicas.push(api);
  }

  /** @param settings of the management processes */
  static async start(settings: Settings = {}): Promise<ReplicaCluster> {
    const postgres = await OwnPostgres.start({ durable: true });
    const all: Settings = { BOOTSTRAP_API_KEY: `key-${randomUUID()}`, RATE_LIMIT: 'off', ...settings };
    const api = new Replica(() => startManagementProcess(postgres.url, { ...all, WORKER: 'off' }));
    const cluster = new ReplicaCluster(postgres, all, api);
    await cluster.api.up;
    return cluster;
  }

  /** One that issues tokens. */
  auth(): Replica<AuthProcess> {
    const auth = new Replica(() => startAuthProcess(this.postgres.url, { RATE_LIMIT: 'off' }));
    this.replicas.push(auth);
    return auth;
  }

  /** One that works jobs. */
  worker(): Replica<StartedManagementProcess> {
    const worker = new Replica(() => startManagementProcess(this.postgres.url, { ...this.settings, WORKER: 'on' }));
    this.replicas.push(worker);
    return worker;
  }

  async kill(...victims: Replica<RunningService>[]): Promise<void> {
    this.kills += victims.length;
    await Promise.all(victims.map((victim) => victim.kill()));
  }

  /** kill -9 of PostgreSQL, which is started again. */
  async killPostgres(): Promise<void> {
    this.kills += 1;
    await this.postgres.kill();
    await this.postgres.restart();
  }

  /**
   * Retries an idempotent request until it succeeds: the serving process may be killed, or without a database.
   *
   * @returns the first response that reports no outage
   */
  request(request: (caller: Caller) => Promise<Answer>): Promise<Answer> {
    return eventually(
      async () => {
        const api = await this.api.up;
        const answer = await request(api.as(this.settings['BOOTSTRAP_API_KEY']!)).catch(() => null);
        return answer && answer.status < 500 ? answer : null;
      },
      { timeoutMs: 40_000, intervalMs: 50 },
    );
  }

  /** Sends a request to a server that may die, without waiting: null if no response came. */
  async begin(request: (caller: Caller) => Promise<Answer>): Promise<{ answer: Promise<Answer | null> }> {
    const api = await this.api.up;
    return { answer: request(api.as(this.settings['BOOTSTRAP_API_KEY']!)).catch(() => null) };
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
    await this.postgres.remove();
  }
}
