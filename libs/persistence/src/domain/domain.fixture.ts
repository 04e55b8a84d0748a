import { afterAll, beforeAll } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';

/** State that the tests of one file share. */
export class DomainFixture {
  rows!: Rows;
  database!: Database;
  domains!: DomainRepository;
  openTransaction!: PersistenceFixture['openTransaction'];
}

/** Creates a database before the tests of a file and drops it after them. Only tests may read the fixture. */
export function useDomainFixture(): DomainFixture {
  const fixture = new DomainFixture();
  let end: () => Promise<void>;
  beforeAll(async () => {
    ({ rows: fixture.rows, database: fixture.database, openTransaction: fixture.openTransaction, end } = await createPersistenceFixture());
    fixture.domains = new DomainRepository(fixture.database);
  });
  afterAll(() => end());
  return fixture;
}
