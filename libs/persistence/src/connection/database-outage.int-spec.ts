import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { DataSource } from 'typeorm';
import { startPostgres } from '../../../../scripts/embedded-postgres.mjs';
import { Rows } from '../../../../test/support/rows.js';
import { makeTestFolder } from '../../../../test/support/test-folder.mjs';
import { createDataSource } from './data-source.fixture.js';
import { isDatabaseOutage, isDatabaseAccessDenied } from './database-error.js';
import { Database } from './database.js';

/** Milliseconds. The server's limit is longer here, so that the client's limit is tested. */
const TIMEOUTS = { connectionTimeout: 1_000, statementTimeout: 20_000, queryTimeout: 1_000 };
/** All connections of the sources below, as the server sees them. */
const OWN_CONNECTIONS = `datname = current_database() AND application_name = 'latchkey'`;

let directory: string;
let server: Awaited<ReturnType<typeof startPostgres>>;
let rows: Rows;

beforeAll(async () => {
  directory = makeTestFolder('outage');
  server = await startPostgres({ dataDir: directory, durable: false });
  rows = new Rows(server.url);
  await rows.query('CREATE TABLE note (text text)');
});

afterAll(async () => {
  await rows.end();
  await server.stop({ force: true });
  rmSync(directory, { recursive: true });
});

async function withSource<T>(
  options: Partial<{ poolSize: number; statementTimeout: number }>,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const defaults = { url: server.url, poolSize: 1, ...TIMEOUTS };
  const source = await createDataSource({ ...defaults, ...options }).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** The rejection of a promise, and the milliseconds until it. */
async function captureFailure(work: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const begin = performance.now();
  const error = await work.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  return { error, after: performance.now() - begin };
}

function connectTo(url: string): Promise<{ error: unknown; after: number }> {
  return captureFailure(createDataSource({ url, poolSize: 1, ...TIMEOUTS }).initialize());
}

/** A server that is not PostgreSQL. @returns the outcome of connecting to it */
async function connectToFake(answer: (socket: Socket) => void): Promise<{ error: unknown; after: number }> {
  const sockets: Socket[] = [];
  const fake = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(fake, 'listening');
  const result = await connectTo(`postgres://u:p@127.0.0.1:${(fake.address() as AddressInfo).port}/d`);
  for (const socket of sockets) socket.destroy();
  fake.close();
  return result;
}

const terminate = () => rows.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${OWN_CONNECTIONS}`);

async function getBackendPid(database: Database): Promise<number> {
  const [row]: { pid: number }[] = await database.manager.query('SELECT pg_backend_pid() AS pid');
  return row!.pid;
}

async function listNotes(): Promise<unknown[]> {
  return (await rows.query('SELECT text FROM note ORDER BY text')).map(({ text }) => text);
}

describe('database outages', () => {
  it('are recognized if no server listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');

    const { error } = await connectTo(`postgres://u:p@localhost:${port}/d`);

    expect([isDatabaseOutage(error), isDatabaseAccessDenied(error)]).toEqual([true, false]);
  });

  it('are recognized if the server closes the connection', async () => {
    const { error } = await connectToFake((socket) => socket.destroy());

    expect(isDatabaseOutage(error)).toBe(true);
  });

  it('are recognized if the server is silent, after one second', async () => {
    const { error, after } = await connectToFake(() => undefined);

    expect(isDatabaseOutage(error)).toBe(true);
    expect(after).toBeLessThan(1_800);
  });

  it("are recognized if a statement exceeds the server's time limit", async () => {
    const { error } = await withSource({ statementTimeout: 50 }, (source) => captureFailure(source.query('SELECT pg_sleep(10)')));

    expect(error).toMatchObject({ driverError: { code: '57014' } });
    expect(isDatabaseOutage(error)).toBe(true);
  });

  it('are recognized if every connection of the pool is busy, after one second', async () => {
    await withSource({}, async (source) => {
      const release = Promise.withResolvers<void>();
      const busy = new Database(source).transaction(() => release.promise);
      await rows.until(`EXISTS (SELECT FROM pg_stat_activity WHERE ${OWN_CONNECTIONS} AND state = 'idle in transaction')`);

      const { error, after } = await captureFailure(source.query('SELECT 1'));

      release.resolve();
      await busy;
      expect(isDatabaseOutage(error)).toBe(true);
      expect(after).toBeLessThan(1_800);
    });
  });

  it('are recognized if the connection ends during a statement', async () => {
    await withSource({}, async (source) => {
      const running = captureFailure(source.query('SELECT pg_sleep(10)'));
      await rows.until(
        `EXISTS (SELECT FROM pg_stat_activity WHERE ${OWN_CONNECTIONS} AND query LIKE 'SELECT pg_sleep%' AND state = 'active')`,
      );

      await terminate();

      expect(isDatabaseOutage((await running).error)).toBe(true);
    });
  });

  it('are recognized if the connection ends between two statements of a transaction', async () => {
    await withSource({}, async (source) => {
      const database = new Database(source);

      const { error } = await captureFailure(
        database.transaction(async () => {
          await database.manager.query('SELECT 1');
          await terminate();
          await database.manager.query('SELECT 2');
        }),
      );

      expect(isDatabaseOutage(error)).toBe(true);
    });
  });

  it('are recognized if the connection ends before a transaction commits', async () => {
    await withSource({}, async (source) => {
      const database = new Database(source);

      const { error } = await captureFailure(
        database.transaction(async () => {
          await database.manager.query(`INSERT INTO note VALUES ('never kept')`);
          await terminate();
        }),
      );

      expect(isDatabaseOutage(error)).toBe(true);
      expect(await listNotes()).not.toContain('never kept');
    });
  });

  it('are recognized if the server shuts down, and end when it is back', async () => {
    await withSource({ poolSize: 2 }, async (source) => {
      const { port } = server;
      await source.query('SELECT 1');
      await server.stop({ force: true });
      const database = new Database(source);
      const during = [await captureFailure(source.query('SELECT 1')), await captureFailure(database.transaction(async () => 'done'))];
      const ready = await database.isReady();

      server = await startPostgres({ dataDir: directory, durable: false, port });

      expect(during.map(({ error }) => isDatabaseOutage(error))).toEqual([true, true]);
      expect(ready).toBe(false);
      expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });
});

describe('errors that are not outages', () => {
  it('include an invalid statement', async () => {
    const { error } = await withSource({}, (source) => captureFailure(source.query('SELEC 1')));

    expect(isDatabaseOutage(error)).toBe(false);
  });
});

describe('rejected connections', () => {
  it.each([
    ['password', (url: URL) => (url.password = 'wrong')],
    ['database', (url: URL) => (url.pathname = '/missing')],
    ['user', (url: URL) => (url.username = 'nobody')],
  ])('count as an outage for a request, and as an access error at the start: wrong %s', async (_part, spoil) => {
    const url = new URL(server.url);
    spoil(url);

    const { error } = await connectTo(url.href);

    expect([isDatabaseOutage(error), isDatabaseAccessDenied(error)]).toEqual([true, true]);
  });
});

describe('a server that stops answering during a transaction', () => {
  it('is waited for only once, commits nothing, and does not return its connection to the pool', async () => {
    await withSource({}, async (source) => {
      const database = new Database(source);
      let frozen = 0;
      const { error, after } = await captureFailure(
        database.transaction(async () => {
          await database.manager.query(`INSERT INTO note VALUES ('frozen')`);
          frozen = await getBackendPid(database);
          process.kill(frozen, 'SIGSTOP');
          await database.manager.query('SELECT 1');
        }),
      );
      process.kill(frozen, 'SIGCONT');

      await database.manager.query(`INSERT INTO note VALUES ('thawed')`);

      expect(isDatabaseOutage(error)).toBe(true);
      expect(after).toBeLessThan(TIMEOUTS.queryTimeout * 1.8);
      expect(await getBackendPid(database)).not.toBe(frozen);
      await rows.until(`NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = ${frozen})`);
      expect((await listNotes()).filter((text) => text === 'frozen' || text === 'thawed')).toEqual(['thawed']);
    });
  });

  it('never runs statements on a connection whose statement was abandoned', async () => {
    await withSource({}, async (source) => {
      const database = new Database(source);
      const frozen = await getBackendPid(database);
      process.kill(frozen, 'SIGSTOP');
      const { error } = await captureFailure(database.manager.query('SELECT 1'));

      const next = await getBackendPid(database);

      process.kill(frozen, 'SIGCONT');
      expect(isDatabaseOutage(error)).toBe(true);
      expect(next).not.toBe(frozen);
    });
  });
});

describe('transactions that were left open', () => {
  it('do not affect the next user of the connection', async () => {
    await withSource({}, async (source) => {
      const runner = source.createQueryRunner();
      await runner.query('BEGIN');
      await runner.query(`INSERT INTO note VALUES ('left open')`);
      await runner.release();

      await source.query(`INSERT INTO note VALUES ('on its own')`);

      expect(await listNotes()).toContain('on its own');
      expect(await listNotes()).not.toContain('left open');
    });
  });

  it('cost no connection if they ended normally', async () => {
    await withSource({}, async (source) => {
      const database = new Database(source);
      const before = await getBackendPid(database);

      await database.transaction(async () => database.manager.query('SELECT 1'));
      await captureFailure(database.transaction(() => Promise.reject(new Error('undo'))));
      await captureFailure(database.manager.query('SELEC 1'));

      expect(await getBackendPid(database)).toBe(before);
    });
  });
});
