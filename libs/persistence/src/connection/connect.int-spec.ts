import { SettingsError } from '@latchkey/config';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { connect as connectSocket, createServer, type AddressInfo, type Server } from 'node:net';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { connect } from './connect.js';
import { createDataSource } from './data-source.fixture.js';
import { deriveTimeouts } from './data-source.js';
import { isDatabaseOutage } from './database-error.js';

let test: TestDatabase;
let rows: Rows;
let source: DataSource | undefined;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
});

afterAll(async () => {
  await rows.end();
  await test.drop();
});

afterEach(async () => {
  if (source?.isInitialized) await source.destroy();
  source = undefined;
});

function createSource(url: string): DataSource {
  source = createDataSource({ url, poolSize: 2, ...deriveTimeouts(1_800) });
  return source;
}

/** The URL of the test's database with another port. */
function withPort(port: number): string {
  const url = new URL(test.tcpUrl);
  url.port = String(port);
  return url.href;
}

/** A local port that leads to the database once it is opened. */
async function createPort(): Promise<{ port: number; open: () => Promise<Server> }> {
  const { hostname, port: databasePort } = new URL(test.tcpUrl);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const open = async () => {
    const server = createServer((socket) => {
      const database = connectSocket(Number(databasePort), hostname);
      for (const end of [socket, database]) end.on('error', () => undefined);
      socket.pipe(database).pipe(socket);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  return { port, open };
}

describe('database connection at the start of a process', () => {
  it('connects immediately to a migrated database', async () => {
    const waits: unknown[] = [];

    const connected = await connect(createSource(test.url), (reason) => waits.push(reason));

    expect(await connected.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(waits).toEqual([]);
  });

  it('waits for a database that does not exist yet, and logs why', async () => {
    const { port, open } = await createPort();
    const waits: unknown[] = [];
    const opened: Promise<Server>[] = [];

    const connected = await connect(createSource(withPort(port)), (reason) => {
      waits.push(reason);
      if (opened.length === 0) opened.push(open());
    });

    expect(await connected.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(waits.map(isDatabaseOutage)).toEqual(waits.map(() => true));
    expect(waits).toMatchObject([{ code: 'ECONNREFUSED' }]);
    (await opened[0])!.close();
  });

  it('waits if the database disappears during the pooler check, and then repeats the check', async () => {
    const network = await TcpProxy.before(test.tcpUrl);
    const opened = createSource(network.through(test.tcpUrl));
    const createQueryRunner = opened.createQueryRunner.bind(opened);
    const waits: unknown[] = [];
    jest.spyOn(opened, 'createQueryRunner').mockImplementationOnce(() => {
      network.cut();
      return createQueryRunner();
    });

    const connected = await connect(opened, (reason) => {
      waits.push({ isOutage: isDatabaseOutage(reason), isOpen: opened.isInitialized });
      network.restore();
    });

    expect(await connected.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(waits).toEqual([{ isOutage: true, isOpen: false }]);
    network.close();
  });

  it('waits for missing migrations, and logs that', async () => {
    const waits: string[] = [];
    await rows.query('ALTER TABLE migration RENAME TO later');
    const migrated: Promise<unknown>[] = [];

    const connected = await connect(createSource(test.url), (reason) => {
      waits.push((reason as Error).message);
      migrated.push(rows.query('ALTER TABLE later RENAME TO migration'));
    });

    expect(connected.isInitialized).toBe(true);
    expect(waits).toEqual(['the database lacks migrations of this release: run npm run migrate']);
    await Promise.all(migrated);
  });

  it.each([
    ['password', (url: URL) => (url.password = 'wrong'), /^DATABASE_URL: password authentication failed for user/],
    ['database', (url: URL) => (url.pathname = '/missing'), /^DATABASE_URL: database "missing" does not exist$/],
  ])('fails without waiting if its %s is wrong and must be corrected', async (_part, spoil, expected) => {
    const url = new URL(test.tcpUrl);
    spoil(url);
    const waits: unknown[] = [];

    const refused = await connect(createSource(url.href), (reason) => waits.push(reason)).catch((error: unknown) => error);

    expect(refused).toBeInstanceOf(SettingsError);
    expect((refused as SettingsError).errors).toEqual([expect.stringMatching(expected)]);
    expect(waits).toEqual([]);
  });

  it('fails without waiting if the account may not read the tables', async () => {
    const user = `reader_${Date.now()}`;
    await rows.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
    const url = new URL(test.tcpUrl);
    [url.username, url.password] = [user, 'secret'];
    const waits: unknown[] = [];

    const refused = connect(createSource(url.href), (reason) => waits.push(reason));

    await expect(refused).rejects.toThrow('permission denied for table migration');
    expect(waits).toEqual([]);
    await source?.destroy();
    await rows.query(`DROP ROLE ${user}`);
  });
});
