import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { AuditLogChainRepository } from './audit-log-chain.repository.js';

const MIB = 1_048_576;

let persistence: PersistenceFixture;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
});

afterAll(() => persistence.end());

/** @param bytes of the data of each entry. PostgreSQL compresses them, but the size in the process counts */
async function addDomain(entries: number, bytes: number): Promise<string> {
  const id = await persistence.rows.domain();
  await persistence.rows.query(
    `INSERT INTO log_entry (domain_id, type, actor_type, data)
     SELECT $1, 'client.created', 'service', jsonb_build_object('text', repeat('x', $3::integer)) FROM generate_series(1, $2::integer)`,
    [id, entries, bytes],
  );
  return id;
}

it('limits the entries chained together to 4 MiB, but always includes one from each domain', async () => {
  const domainIds = [await addDomain(4, 1.5 * MIB), await addDomain(1, 3 * MIB), await addDomain(300, 10)];

  const listed = await new AuditLogChainRepository(persistence.database).listUnchained(domainIds, 200);

  const counts = domainIds.map((id) => {
    const entries = listed.filter(({ domainId }) => domainId === id);
    return [entries.length, entries[0]!.found];
  });
  expect(counts).toEqual([
    [1, 4],
    [1, 1],
    [1, 200],
  ]);
});
