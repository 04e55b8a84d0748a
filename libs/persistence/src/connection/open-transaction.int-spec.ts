import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { refuseInTransaction } from './open-transaction.js';

let persistence: PersistenceFixture;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
});

afterAll(() => persistence.end());

it('rejects an action while a transaction is open, and permits it before and after', async () => {
  const refuse = () => refuseInTransaction('A test');
  let later: Promise<void> | undefined;

  const within = persistence.database.transaction(async () => {
    later = new Promise<void>((resolve) => {
      setTimeout(resolve, 200);
    }).then(refuse);
    refuse();
  });

  await expect(within).rejects.toThrow('A test was attempted within a database transaction');
  expect(refuse).not.toThrow();
  await expect(later).resolves.toBeUndefined();
});
