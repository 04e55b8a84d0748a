import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UserImportJobRepository } from './user-import-job.repository.js';

let fixture: PersistenceFixture;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
});

afterAll(() => fixture.end());

it('lists domains with work, but none that takes no changes', async () => {
  const [domain, frozen, deleting] = [
    await fixture.rows.domain(),
    await fixture.rows.domain({ frozen_at: new Date() }),
    await fixture.rows.domain({ status: 'deleting' }),
  ];
  for (const domain_id of [domain, frozen, deleting]) await fixture.rows.insert('user_import', { domain_id, status: 'Running' });

  expect(await new UserImportJobRepository(fixture.database).listDue('user-import', 10)).toEqual([domain]);
});
