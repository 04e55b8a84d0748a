import { afterAll, beforeAll } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';

/** What the tests of a file share. */
export class DomainSuite {
  rows!: Rows;
  database!: Database;
  domains!: DomainRepository;
  openTransaction!: PersistenceFixture['openTransaction'];
}

/** Creates a database before the tests of a file, and drops it after the last one. Read the suite in tests only. */
export function useDomainSuite(): DomainSuite {
  const suite = new DomainSuite();
  let end: () => Promise<void>;
  beforeAll(async () => {
    ({ rows: suite.rows, database: suite.database, openTransaction: suite.openTransaction, end } = await createPersistenceFixture());
    suite.domains = new DomainRepository(suite.database);
  });
  afterAll(() => end());
  return suite;
}
