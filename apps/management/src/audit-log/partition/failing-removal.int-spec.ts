import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AuditLogPartitionFixture } from './audit-log-partition.fixture.js';
import { AuditLogRemovalService } from './audit-log-removal.service.js';

let fixture: AuditLogPartitionFixture;

beforeAll(async () => {
  fixture = await AuditLogPartitionFixture.start();
});

afterAll(() => fixture.stop());

const removeExpired = () => fixture.get(AuditLogRemovalService).removeExpired(new AbortController().signal);
const isThere = async (partition: string) => (await fixture.partitions()).months.includes(partition.replace('log_entry_', ''));

it('removes entries of an expired month although an earlier month cannot be removed', async () => {
  const failing = await fixture.domain({ days: 400 });
  const [earlier, partition] = [await fixture.logExpired(failing, 1, 2), await fixture.logExpired(await fixture.domain({ days: 400 }), 1)];
  await fixture.rows.query(`ALTER TABLE log_removal ADD CONSTRAINT refused CHECK (domain_id <> '${failing}')`);

  await expect(removeExpired()).rejects.toThrow('refused');
  const before = [await isThere(earlier), await isThere(partition)];
  await fixture.rows.query('ALTER TABLE log_removal DROP CONSTRAINT refused');
  await removeExpired();

  expect([before, await isThere(earlier), await fixture.rows.count('log_removal', `domain_id = '${failing}'`)]).toEqual([
    [true, false],
    false,
    1,
  ]);
});
