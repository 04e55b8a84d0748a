import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLogPartitionRepository, AuditLogRetentionRepository } from '@latchkey/persistence';
import { AuditLogPartitionFixture } from './audit-log-partition.fixture.js';
import { AuditLogPartitionService } from './audit-log-partition.service.js';

const NEVER = new AbortController().signal;

let fixture: AuditLogPartitionFixture;

beforeAll(async () => {
  fixture = await AuditLogPartitionFixture.start();
});

afterAll(() => fixture.stop());

const createMissing = () => fixture.get(AuditLogPartitionService).createMissing();

/** Changes the retention as if it had happened long ago, and moves entries until all are in their partitions. */
async function retain(domainId: string, days: number): Promise<void> {
  await fixture.get(AuditLogRetentionRepository).put(domainId, { days, personalDays: 30 });
  await fixture.rows.query(`UPDATE log_retention SET placed_until = now() - interval '1 second' WHERE domain_id = $1`, [domainId]);
  await Promise.all(fixture.replicas.map((replica) => replica.get(AuditLogPartitionService).placeEntries(NEVER)));
}

/** Whether other partitions may still contain entries. */
async function isPending(domainId: string): Promise<boolean> {
  return (await fixture.rows.count('log_retention', `domain_id = '${domainId}' AND placed_until IS NOT NULL`)) > 0;
}

/** The number of the domain's entries by month of removal, counted from now. */
async function countByMonth(domainId: string): Promise<Record<string, number>> {
  const counts = await fixture.rows.query<{ month: string; entries: number }>(
    `SELECT substring(tableoid::regclass::text FROM '\\w{7}$') AS month, count(*)::integer AS entries FROM log_entry WHERE domain_id = $1 GROUP BY 1`,
    [domainId],
  );
  return Object.fromEntries(counts.map(({ month, entries }) => [month, entries]));
}

/** The month in the given number of days, as in partition names. */
function monthIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 7).replace('-', '_');
}

describe('log partitions', () => {
  it('exist for the default retention, every retention in use, and three more months', async () => {
    await fixture.domain({ days: 1_000 });

    await createMissing();

    const { months } = await fixture.partitions();
    expect(months).toEqual(expect.arrayContaining([monthIn(400), monthIn(1_000), monthIn(400 + 85), monthIn(1_000 + 85)]));
    expect(months).not.toContain(monthIn(700));
    expect(await fixture.get(AuditLogPartitionRepository).listMissing()).toEqual([]);
  });

  it('are created once by two concurrent replicas', async () => {
    await fixture.domain({ days: 1_500 });

    await Promise.all(fixture.replicas.map((replica) => replica.get(AuditLogPartitionService).createMissing()));
    await createMissing();

    expect((await fixture.partitions()).months).toContain(monthIn(1_500));
  });

  it('receive new entries by the retention of their domain', async () => {
    const [short, long] = [await fixture.domain({ days: 30 }), await fixture.domain({ days: 1_000 })];
    await createMissing();

    await fixture.log(short, [0]);
    await fixture.log(long, [0]);

    expect([await countByMonth(short), await countByMonth(long)]).toEqual([{ [monthIn(30)]: 1 }, { [monthIn(1_000)]: 1 }]);
  });

  it('receive entries of missing months from the default partition, and webhooks receive these once', async () => {
    const id = await fixture.domain({ days: 2_000 });
    await fixture.rows.insert('webhook', { domain_id: id });
    await fixture.log(id, [0, 0], { chained: false });
    const [before] = await fixture.rows.query('SELECT count(*)::integer AS rows FROM log_entry_default');

    await createMissing();

    expect(before).toEqual({ rows: 2 });
    expect(await countByMonth(id)).toEqual({ [monthIn(2_000)]: 2 });
    expect(await fixture.rows.count('log_entry_default')).toBe(0);
    expect(await fixture.rows.count('webhook_outbox', `domain_id = '${id}'`)).toBe(2);
  });

  it.each([
    ['shorter', 1_000, 40, { [monthIn(40)]: 1, [monthIn(0)]: 1 }],
    ['longer', 60, 2_500, { [monthIn(2_500)]: 1, [monthIn(2_400)]: 1 }],
  ])(
    'receive the entries of a domain whose retention is %s, from two concurrent replicas, and webhooks receive none again',
    async (...row) => {
      const [, before, after, counts] = row;
      const id = await fixture.domain({ days: before });
      await fixture.rows.insert('webhook', { domain_id: id });
      await fixture.log(id, [100, 0]);
      await fixture.rows.query('DELETE FROM webhook_outbox');

      await retain(id, after);
      await retain(id, after);

      expect(await countByMonth(id)).toEqual(counts);
      expect(await isPending(id)).toBe(false);
      expect(await fixture.rows.count('webhook_outbox')).toBe(0);
    },
  );

  it('are checked again while entries from before a change may arrive, or are not chained', async () => {
    const id = await fixture.domain({ days: 400 });
    await fixture.get(AuditLogRetentionRepository).put(id, { days: 500, personalDays: 30 });
    await fixture.get(AuditLogPartitionService).placeEntries(NEVER);
    const early = await isPending(id);
    await fixture.rows.query(
      `INSERT INTO log_entry (domain_id, type, actor_type, at) VALUES ($1, 'client.deleted', 'operator', now() - interval '1 day')`,
      [id],
    );

    await retain(id, 501);

    expect([early, await isPending(id)]).toEqual([true, true]);
  });

  it('keep the entries of a domain in deletion, which are removed in place', async () => {
    const id = await fixture.domain({ days: 400 });
    await fixture.log(id, [0]);
    await fixture.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [id]);

    await retain(id, 900);

    expect(await countByMonth(id)).toEqual({ [monthIn(400)]: 1 });
  });
});
