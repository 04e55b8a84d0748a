import { afterAll, beforeAll } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';

/** State that the tests of one file share. */
export class DomainSuite {
  rows!: Rows;
  database!: Database;
  domains!: DomainRepository;
  openTransaction!: PersistenceFixture['openTransaction'];
}

/** Creates a database before the tests of a file and drops it after them. Only tests may read the suite. */
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
