import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { createDataSource } from './data-source.fixture.js';
import { Database } from './database.js';

const POOL_SIZE = 3;
const NAMES = { name: 'names', text: 'SELECT name FROM subscription WHERE name LIKE $1 ORDER BY name' };

let test: TestDatabase;
let source: DataSource;
let rows: Rows;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  source = await createDataSource({ url: test.url, poolSize: POOL_SIZE, ...TEST_TIMEOUTS }).initialize();
  database = new Database(source);
});

afterAll(async () => {
  await source.destroy();
  await rows.end();
  await test.drop();
});

function insert(name: string): Promise<unknown> {
  return database.manager.query('INSERT INTO subscription (name) VALUES ($1)', [name]);
}

async function names(prefix: string): Promise<string[]> {
  const found = await rows.query<{ name: string }>('SELECT name FROM subscription WHERE name LIKE $1 ORDER BY name', [`${prefix}%`]);
  return found.map(({ name }) => name);
}

describe('database transactions', () => {
  it('commit all of the work, and return its result', async () => {
    const result = await database.transaction(async () => {
      await insert('kept 1');
      await insert('kept 2');
      return 'done';
    });

    expect([result, await names('kept')]).toEqual(['done', ['kept 1', 'kept 2']]);
  });

  it('roll back and rethrow the error of their work', async () => {
    const reason = new Error('changed my mind');

    const work = database.transaction(async () => {
      await insert('undone');
      throw reason;
    });

    await expect(work).rejects.toBe(reason);
    expect(await names('undone')).toEqual([]);
  });

  it('roll back when a statement fails, and return a usable connection', async () => {
    const work = database.transaction(async () => {
      await insert('broken');
      await database.manager.query('SELECT * FROM nothing');
    });

    await expect(work).rejects.toThrow('relation "nothing" does not exist');
    await Promise.all(Array.from({ length: POOL_SIZE }, (_, n) => insert(`after ${n}`)));
    expect([await names('broken'), await names('after')]).toEqual([[], ['after 0', 'after 1', 'after 2']]);
  });

  it('join the current transaction, so that an error undoes both', async () => {
    const work = database.transaction(async () => {
      await insert('joined outer');
      await database.transaction(() => insert('joined inner'));
      throw new Error('undo');
    });

    await expect(work).rejects.toThrow('undo');
    expect(await names('joined')).toEqual([]);
  });

  it('join the current transaction, so that a caught error commits with the rest', async () => {
    await database.transaction(async () => {
      await insert('caught outer');
      const inner = database.transaction(async () => {
        await insert('caught inner');
        throw new Error('no matter');
      });
      await inner.catch(() => undefined);
    });

    expect(await names('caught')).toEqual(['caught inner', 'caught outer']);
  });

  it('are visible to others only after their commit', async () => {
    const during = await database.transaction(async () => {
      await insert('unseen');
      return names('unseen');
    });

    expect([during, await names('unseen')]).toEqual([[], ['unseen']]);
  });

  it('are independent of concurrent ones', async () => {
    const bothIn = Promise.withResolvers<void>();
    const work = (name: string, fails: boolean) =>
      database.transaction(async () => {
        await insert(name);
        if (fails) bothIn.resolve();
        await bothIn.promise;
        if (fails) throw new Error('undo');
      });

    const results = await Promise.allSettled([work('parallel kept', false), work('parallel undone', true)]);

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await names('parallel')).toEqual(['parallel kept']);
  });

  it('end with their work, so that later work runs outside', async () => {
    await database.transaction(() => insert('ended 1')).then(() => insert('ended 2'));

    expect([await names('ended'), database.manager]).toEqual([['ended 1', 'ended 2'], source.manager]);
  });
});

describe('transactions that PostgreSQL rolls back in favour of others', () => {
  it('are retried after a deadlock', async () => {
    await insert('row 1');
    await insert('row 2');
    const touch = (name: string): Promise<unknown> =>
      database.manager.query('UPDATE subscription SET created_at = now() WHERE name = $1', [name]);
    const barrier = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const runs = jest.fn();
    const crossing = (mine: 0 | 1): Promise<void> =>
      database.transaction(async () => {
        runs();
        await touch(`row ${mine + 1}`);
        barrier[mine].resolve();
        await barrier[1 - mine]!.promise;
        await touch(`row ${2 - mine}`);
      });

    await Promise.all([crossing(0), crossing(1)]);

    expect(runs).toHaveBeenCalledTimes(3);
  });

  it('are retried once, after a pause in which the other transaction wakes up, and then fail', async () => {
    const runs: number[] = [];
    const failing = database.transaction(async () => {
      runs.push(performance.now());
      await insert('never');
      await database.manager.query(`DO $$ BEGIN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END $$`);
    });

    await expect(failing).rejects.toThrow('could not serialize access');
    expect([runs.length, await names('never')]).toEqual([2, []]);
    expect(runs[1]! - runs[0]!).toBeGreaterThanOrEqual(50);
  });
});

describe('prepared statements', () => {
  it('return rows', async () => {
    await insert('named');

    expect(await database.queryPrepared(NAMES, ['named%'])).toEqual([{ name: 'named' }]);
  });

  it('run outside the current transaction', async () => {
    const seen = await database.transaction(async () => {
      await insert('outside');
      return database.queryPrepared(NAMES, ['outside%']);
    });

    expect(seen).toEqual([]);
  });

  it('are planned once per connection', async () => {
    const single = await createDataSource({ url: test.url, poolSize: 1, ...TEST_TIMEOUTS }).initialize();
    const alone = new Database(single);
    for (let n = 0; n < 3; n++) await alone.queryPrepared(NAMES, ['none']);

    const prepared = await single.query(
      `SELECT name, generic_plans + custom_plans AS used FROM pg_prepared_statements WHERE name = 'names'`,
    );

    await single.destroy();
    expect(prepared).toEqual([{ name: 'names', used: '3' }]);
  });
});

describe('connection pool', () => {
  it('opens no more connections than its limit, and counts open, idle and waiting ones', async () => {
    const bothIn = Promise.withResolvers<void>();
    const running = Array.from({ length: POOL_SIZE + 2 }, () => database.transaction(() => bothIn.promise));
    await rows.until(
      `(SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey'
         AND state = 'idle in transaction') = ${POOL_SIZE}`,
    );

    const busy = database.getPoolUsage();

    bothIn.resolve();
    await Promise.all(running);
    expect([busy, database.getPoolUsage()]).toEqual([
      { total: POOL_SIZE, idle: 0, waiting: 2 },
      { total: POOL_SIZE, idle: POOL_SIZE, waiting: 0 },
    ]);
  });
});

describe('failing statements', () => {
  it('log nothing, because their parameters are hashes, tokens and personal data', async () => {
    const printers = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => jest.spyOn(console, level).mockReturnValue());
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);

    await expect(database.manager.query('SELECT * FROM nothing WHERE hash = $1', ['hunter2'])).rejects.toThrow('does not exist');

    const printed = [write, ...printers].flatMap(({ mock }) => mock.calls);
    jest.restoreAllMocks();
    expect(printed).toEqual([]);
  });
});

describe('checked-out connections', () => {
  it('may break without ending the process: the next statement reports it', async () => {
    const pool = database.getRateLimitStore();
    const client = await pool.connect();

    expect(client.emit('error', new Error('broken'))).toBe(true);

    client.release(true);
    expect(await database.isReady()).toBe(true);
  });
});
