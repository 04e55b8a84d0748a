import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './database.js';
import type { Answer } from './http.js';
import { startManagement, type Caller, type StartedManagement } from './management.js';
import { Rows } from './rows.js';
import type { Settings } from './service-process.js';
import { createSubscription } from './subscription.js';

/** The shared parts of the tests in a file. */
export interface ManagementFixture {
  readonly database: TestDatabase;
  /** The rows of that database. */
  readonly rows: Rows;
  readonly management: StartedManagement;
  /** A caller with a new subscription. */
  readonly caller: Caller;
}

/**
 * Starts a management API on its own database before the tests of a file, and stops both after the last one. Read the fixture only in tests.
 *
 * @param settings beside those that run no jobs
 */
export function useManagementFixture(settings: Settings = {}): ManagementFixture {
  const fixture = {} as { -readonly [name in keyof ManagementFixture]: ManagementFixture[name] };
  beforeAll(async () => {
    fixture.database = await createTestDatabase();
    fixture.rows = new Rows(fixture.database.url);
    fixture.management = await startManagement(fixture.database.url, { WORKER: 'off', ...settings });
    fixture.caller = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
  });
  afterAll(async () => {
    await fixture.management.stop();
    await fixture.rows.end();
    await fixture.database.drop();
  });
  return fixture;
}

/** The shared parts of a file's tests of concurrent requests. */
export class ReplicaFixture {
  database!: TestDatabase;
  replicas!: StartedManagement[];
  /** A caller for each replica, all with the same subscription, which is new for each test. */
  callers!: Caller[];

  /** Sends concurrent requests to the replicas in turn. */
  race(count: number, request: (caller: Caller, n: number) => Promise<Answer>): Promise<Answer[]> {
    return Promise.all(Array.from({ length: count }, (_none, n) => request(this.callers[n % this.callers.length]!, n)));
  }
}

/** Starts two replicas of the management API on one database before the tests of a file, and stops them after the last one. */
export function useReplicaFixture(): ReplicaFixture {
  const fixture = new ReplicaFixture();
  beforeAll(async () => {
    fixture.database = await createTestDatabase();
    const settings = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-both' };
    fixture.replicas = await Promise.all([1, 2].map(() => startManagement(fixture.database.url, settings)));
  });
  beforeEach(async () => {
    const { apiKey } = await createSubscription(fixture.database.url);
    fixture.callers = fixture.replicas.map((replica) => replica.as(apiKey));
  });
  afterAll(async () => {
    await Promise.all(fixture.replicas.map((replica) => replica.stop()));
    await fixture.database.drop();
  });
  return fixture;
}
