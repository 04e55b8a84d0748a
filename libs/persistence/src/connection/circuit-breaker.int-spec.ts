import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { Rows } from '../../../../test/support/rows.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { createDataSource } from './data-source.fixture.js';
import { deriveTimeouts } from './data-source.js';
import { isDatabaseOutage } from './database-error.js';
import { Database } from './database.js';

/** Milliseconds that a request waits for the database, and the maximum once the circuit is open. */
const QUERY_TIMEOUT_MS = 600;
const MAX_REFUSAL_MS = 100;

let test: TestDatabase;
let network: TcpProxy;
let source: DataSource;
let database: Database;

beforeEach(async () => {
  test = await createTestDatabase();
  network = await TcpProxy.before(test.url);
  source = await createDataSource({ url: network.through(test.url), poolSize: 3, ...deriveTimeouts(QUERY_TIMEOUT_MS) }).initialize();
  database = new Database(source);
});

afterEach(async () => {
  await source.destroy();
  network.close();
  await test.drop();
});

async function captureFailure(work: Promise<unknown>): Promise<{ outage: boolean; ms: number }> {
  const begin = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { outage: isDatabaseOutage(error), ms: performance.now() - begin };
}

/** Every way to query the database. */
const runStatements = () => [
  captureFailure(database.manager.query('SELECT 1')),
  captureFailure(database.queryPrepared({ name: 'one', text: 'SELECT 1' }, [])),
  captureFailure(database.transaction(() => database.manager.query('SELECT 1'))),
  captureFailure(database.runLongStatement({ timeoutMs: 30_000 }, 'SELECT 1', [])),
  captureFailure(database.getRateLimitStore().query('SELECT 1')),
];

describe('unresponsive databases', () => {
  it.each(['restore', 'restoreForNew'] as const)(
    'delay one request; later ones fail immediately until the database answers again (%s)',
    async (restore) => {
      await Promise.all(runStatements());
      network.freeze();

      const first = await captureFailure(database.manager.query('SELECT 1'));
      expect(first.outage).toBe(true);
      expect(first.ms).toBeGreaterThan(MAX_REFUSAL_MS);
      await eventually(() => database.isCircuitOpen);
      for (const { outage, ms } of await Promise.all(runStatements())) expect([outage, ms < MAX_REFUSAL_MS]).toEqual([true, true]);
      expect(await database.isReady()).toBe(false);

      network[restore]();
      await eventually(() => !database.isCircuitOpen, { timeoutMs: 1_000 });
      expect((await Promise.all(runStatements())).map(({ outage }) => outage)).toEqual([false, false, false, false, false]);
      expect(await database.isReady()).toBe(true);
    },
  );

  it('are detected for connections that are not yet open', async () => {
    network.freeze();
    await Promise.all([1, 2, 3].map(() => captureFailure(database.manager.query('SELECT 1'))));

    expect(await eventually(() => database.isCircuitOpen)).toBe(true);
  });

  it('do not prevent the pool from closing', async () => {
    network.freeze();
    await captureFailure(database.manager.query('SELECT 1'));
    await eventually(() => database.isCircuitOpen);

    await source.destroy();

    expect(source.isInitialized).toBe(false);
    source = await createDataSource({ url: test.url, poolSize: 1, ...deriveTimeouts(QUERY_TIMEOUT_MS) }).initialize();
  });
});

describe('databases that answer others', () => {
  it('are not reported because of one silent connection or one slow statement', async () => {
    const rows = new Rows(test.url);
    const [backend]: { pid: number }[] = await database.manager.query('SELECT pg_backend_pid() AS pid');
    process.kill(backend!.pid, 'SIGSTOP');
    const stopped = await captureFailure(database.manager.query('SELECT 1'));
    process.kill(backend!.pid, 'SIGCONT');
    const slow = await captureFailure(database.manager.query('SELECT pg_sleep(10)'));

    expect([stopped.outage, slow.outage, database.isCircuitOpen]).toEqual([true, true, false]);
    expect(await database.manager.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await rows.end();
  });

  it('are not reported because every connection of the pool is busy', async () => {
    const release = Promise.withResolvers<void>();
    let entered = 0;
    const busy = [1, 2, 3].map(() =>
      database.transaction(() => {
        entered += 1;
        return release.promise;
      }),
    );
    await eventually(() => entered === 3);

    const { outage } = await captureFailure(database.manager.query('SELECT 1'));
    release.resolve();
    await Promise.all(busy);

    expect([outage, database.isCircuitOpen]).toEqual([true, false]);
  });

  it('are not reported because of a refused login', async () => {
    const name = new URL(test.url).pathname.slice(1);
    const admin = new URL(test.url);
    admin.pathname = '/postgres';
    const rows = new Rows(admin.href);
    await rows.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await rows.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`);

    const answers = await Promise.all(runStatements());
    await rows.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await rows.end();

    expect(answers.map(({ outage }) => outage)).toEqual([true, true, true, true, true]);
    expect(database.isCircuitOpen).toBe(false);
  });
});
