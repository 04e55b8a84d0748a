import type { DataSource } from 'typeorm';
import { createTestDatabase, TEST_TIMEOUTS } from '../../../test/support/database.js';
import { Rows } from '../../../test/support/rows.js';
import { createDataSource } from './connection/data-source.fixture.js';
import { Database } from './connection/database.js';

/** A migrated, empty database for one test file, accessible through repositories and as rows. */
export interface PersistenceFixture {
  url: string;
  source: DataSource;
  database: Database;
  rows: Rows;
  /** Runs work in a transaction that stays open until the test ends it. */
  openTransaction(work: () => Promise<unknown>): Promise<{ end: () => Promise<void> }>;
  end(): Promise<void>;
}

/** The number of concurrent connections. More would wait for each other, and opening one takes as long as many statements. */
const POOL_SIZE = 10;

export async function createPersistenceFixture(): Promise<PersistenceFixture> {
  const { url, drop } = await createTestDatabase();
  const source = await createDataSource({ url, poolSize: POOL_SIZE, ...TEST_TIMEOUTS }).initialize();
  const rows = new Rows(url);
  const end = async (): Promise<void> => {
    await Promise.all([source.destroy(), rows.end()]);
    await drop();
  };
  const database = new Database(source);
  const openTransaction: PersistenceFixture['openTransaction'] = async (work) => {
    const [worked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = database.transaction(async () => {
      await work();
      worked.resolve();
      await release.promise;
    });
    await Promise.race([worked.promise, ended]);
    return {
      end: () => {
        release.resolve();
        return ended;
      },
    };
  };
  return { url, source, database, rows, openTransaction, end };
}
