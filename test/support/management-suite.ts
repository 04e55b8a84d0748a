import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './database.js';
import type { Answer } from './http.js';
import { startManagement, type Caller, type StartedManagement } from './management.js';
import { Rows } from './rows.js';
import type { Settings } from './service-process.js';
import { createSubscription } from './subscription.js';

/** The shared parts of the tests in a file. */
export interface ManagementSuite {
  readonly database: TestDatabase;
  /** The rows of that database. */
  readonly rows: Rows;
  readonly management: StartedManagement;
  /** A caller with a new subscription. */
  readonly caller: Caller;
}

/**
 * Starts a management API on its own database before the tests of a file, and stops both after the last one. Read the suite only in tests.
 *
 * @param settings beside those that run no jobs
 */
export function useManagementSuite(settings: Settings = {}): ManagementSuite {
  const suite = {} as { -readonly [name in keyof ManagementSuite]: ManagementSuite[name] };
  beforeAll(async () => {
    suite.database = await createTestDatabase();
    suite.rows = new Rows(suite.database.url);
    suite.management = await startManagement(suite.database.url, { WORKER: 'off', ...settings });
    suite.caller = suite.management.as((await createSubscription(suite.database.url)).apiKey);
  });
  afterAll(async () => {
    await suite.management.stop();
    await suite.rows.end();
    await suite.database.drop();
  });
  return suite;
}

/** The shared parts of a file's tests of concurrent requests. */
export class ReplicaSuite {
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
export function useReplicaSuite(): ReplicaSuite {
  const suite = new ReplicaSuite();
  beforeAll(async () => {
    suite.database = await createTestDatabase();
    const settings = { WORKER: 'off', BOOTSTRAP_API_KEY: 'the-same-for-both' };
    suite.replicas = await Promise.all([1, 2].map(() => startManagement(suite.database.url, settings)));
  });
  beforeEach(async () => {
    const { apiKey } = await createSubscription(suite.database.url);
    suite.callers = suite.replicas.map((replica) => replica.as(apiKey));
  });
  afterAll(async () => {
    await Promise.all(suite.replicas.map((replica) => replica.stop()));
    await suite.database.drop();
  });
  return suite;
}
