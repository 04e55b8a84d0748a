import type { DataSource } from 'typeorm';
import { createTestDatabase, TEST_TIMEOUTS } from '../../../test/support/database.js';
import { Rows } from '../../../test/support/rows.js';
import { createDataSource } from './connection/data-source.fixture.js';
import { Database } from './connection/database.js';

/** A migrated, empty database of a test file's own, as repositories see it and as rows. */
export interface PersistenceFixture {
  url: string;
  source: DataSource;
  database: Database;
  rows: Rows;
  end(): Promise<void>;
}

/** So many race at a time; more would wait for each other. To open a connection takes as long as many statements. */
const POOL_SIZE = 10;

export async function createPersistenceFixture(): Promise<PersistenceFixture> {
  const { url, drop } = await createTestDatabase();
  const source = await createDataSource({ url, poolSize: POOL_SIZE, ...TEST_TIMEOUTS }).initialize();
  const rows = new Rows(url);
  const end = async (): Promise<void> => {
    await Promise.all([source.destroy(), rows.end()]);
    await drop();
  };
  return { url, source, database: new Database(source), rows, end };
}
