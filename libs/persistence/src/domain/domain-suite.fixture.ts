import { afterAll, beforeAll } from '@jest/globals';
import type { Rows } from '../../../../test/support/rows.js';
import type { Database } from '../connection/database.js';
import { createPersistenceFixture } from '../persistence.fixture.js';
import { DomainRepository } from './domain.repository.js';

/** What the tests of a file share. */
export class DomainSuite {
  rows!: Rows;
  database!: Database;
  domains!: DomainRepository;

  /** Runs work in a transaction that stays open until the test ends it. */
  async openTransaction(work: () => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
    const [worked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = this.database.transaction(async () => {
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
  }
}

/** Creates a database before the tests of a file, and drops it after the last one. Read the suite in tests only. */
export function useDomainSuite(): DomainSuite {
  const suite = new DomainSuite();
  let end: () => Promise<void>;
  beforeAll(async () => {
    ({ rows: suite.rows, database: suite.database, end } = await createPersistenceFixture());
    suite.domains = new DomainRepository(suite.database);
  });
  afterAll(() => end());
  return suite;
}
