import { randomUUID } from 'node:crypto';
import { startAuth, startAuthProcess, type Auth } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/http.js';
import { startManagement, startManagementProcess, type Caller, type Management } from '../support/management.js';
import { OwnPostgres } from '../support/own-postgres.js';
import type { RunningService, Service, Settings } from '../support/service-process.js';
import { IS_EVERY_FAULT } from './extent.js';

/** After this number of failed starts of a process, for any reason, the test fails with the last error. */
const MAX_START_ATTEMPTS = 3;

/** How a service starts in a process, which can be killed, and in the process of the test, which needs only a third of the CPU. */
interface Starts<Started extends Service> {
  process(): Promise<Started & RunningService>;
  inTest(): Promise<Started>;
}

/**
 * A service that is killed repeatedly. Each time, and also if its start fails, another one replaces it. It is a separate process until the
 * last kill; the one after that runs in the process of the test.
 */
export class Replica<Started extends Service> {
  private victim: (Started & RunningService) | undefined;
  private present: Promise<Started>;

  /** @param kills how often it will be killed */
  constructor(
    private readonly starts: Starts<Started>,
    private kills: number,
  ) {
    this.present = this.begin();
  }

  /** The running one, as soon as there is one. */
  get up(): Promise<Started> {
    return this.present;
  }

  /** Runs kill -9; the next replica starts immediately. */
  async kill(): Promise<void> {
    await this.present;
    if (!this.victim) throw new Error('the test has announced fewer kills of this service');
    await this.victim.process.kill();
    this.kills -= 1;
    this.present = this.begin();
    this.present.catch(() => undefined);
  }

  private async begin(): Promise<Started> {
    this.victim = undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (this.kills === 0) return await this.starts.inTest();
        return (this.victim = await this.starts.process());
      } catch (error) {
        if (attempt === MAX_START_ATTEMPTS) throw error;
      }
    }
  }

  /** Stops it for good. */
  async end(): Promise<void> {
    const last = await this.present.catch(() => null);
    await (this.victim ? this.victim.process.kill() : last?.stop());
  }
}

/** A PostgreSQL, an API without jobs and, on request, one with jobs and an auth server. Each is restarted after a kill. */
export class ReplicaCluster {
  kills = 0;
  private readonly replicas: Replica<Service>[] = [];

  private constructor(
    readonly postgres: OwnPostgres,
    private readonly settings: Settings,
    readonly api: Replica<Management>,
  ) {
    this.replicas.push(api);
  }

  /**
   * @param apiKills how often the API will be killed
   * @param settings of the management services
   */
  static async start(apiKills: number, settings: Settings = {}): Promise<ReplicaCluster> {
    const postgres = await OwnPostgres.start({ durable: true });
    const all: Settings = { BOOTSTRAP_API_KEY: `key-${randomUUID()}`, RATE_LIMIT: 'off', ...settings };
    const cluster = new ReplicaCluster(postgres, all, managementReplica(postgres.url, { ...all, WORKER: 'off' }, apiKills));
    await cluster.api.up;
    return cluster;
  }

  /** Adds a replica that issues tokens. */
  auth(kills: number): Replica<Auth> {
    const settings = { RATE_LIMIT: 'off' };
    const { url } = this.postgres;
    const auth = new Replica<Auth>(
      { process: () => startAuthProcess(url, settings), inTest: () => startAuth(url, settings) },
      killsOf(kills),
    );
    this.replicas.push(auth);
    return auth;
  }

  /** Adds a replica that runs jobs. */
  worker(kills: number): Replica<Management> {
    const worker = managementReplica(this.postgres.url, { ...this.settings, WORKER: 'on' }, kills);
    this.replicas.push(worker);
    return worker;
  }

  async kill(...victims: Replica<Service>[]): Promise<void> {
    this.kills += victims.length;
    await Promise.all(victims.map((victim) => victim.kill()));
  }

  /** Runs kill -9 on PostgreSQL, which is started again. */
  async killPostgres(): Promise<void> {
    this.kills += 1;
    await this.postgres.kill();
    await this.postgres.restart();
  }

  /** A caller of the running API. */
  async caller(): Promise<Caller> {
    return (await this.api.up).as(this.settings['BOOTSTRAP_API_KEY']!);
  }

  /**
   * Retries an idempotent request until it succeeds: the serving process may be killed, or may have lost its database.
   *
   * @returns the first response that reports no outage
   */
  request(request: (caller: Caller) => Promise<Answer>): Promise<Answer> {
    return eventually(
      async () => {
        const caller = await this.caller();
        const answer = await request(caller).catch(() => null);
        return answer && answer.status < 500 ? answer : null;
      },
      { timeoutMs: 40_000, intervalMs: 50 },
    );
  }

  /** Sends a request to a server that may die, without waiting. The answer is null if no response came. */
  async begin(request: (caller: Caller) => Promise<Answer>): Promise<{ answer: Promise<Answer | null> }> {
    const caller = await this.caller();
    return { answer: request(caller).catch(() => null) };
  }

  /** Ends everything. */
  async stop(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
    await this.postgres.remove();
  }
}

function managementReplica(url: string, settings: Settings, kills: number): Replica<Management> {
  return new Replica<Management>(
    { process: () => startManagementProcess(url, settings), inTest: () => startManagement(url, settings) },
    killsOf(kills),
  );
}

/** FAULTS=all removes the limit on kills. */
function killsOf(defaultKills: number): number {
  return IS_EVERY_FAULT ? Infinity : defaultKills;
}
