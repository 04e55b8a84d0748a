import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLogRemovalRepository, AuditLogRetentionRepository } from '@latchkey/persistence';
import { runCli } from '../../../../../test/support/cli.js';
import { makeTestFolder } from '../../../../../test/support/test-folder.mjs';
import { ReceiptKeyService } from '@latchkey/receipt';
import { CheckpointService } from '../chain/checkpoint.service.js';
import { AuditLogVerificationService } from '../chain/audit-log-verification.service.js';
import { REMOVAL_TYPE } from '../chain/removal-record.js';
import { AuditLogPartitionFixture } from './audit-log-partition.fixture.js';
import { AuditLogRemovalService } from './audit-log-removal.service.js';

const NEVER = new AbortController().signal;

let fixture: AuditLogPartitionFixture;
let id: string;

beforeAll(async () => {
  fixture = await AuditLogPartitionFixture.start();
});

afterAll(() => fixture.stop());

beforeEach(async () => {
  id = await fixture.domain({ days: 400 });
});

const removeExpired = () => fixture.get(AuditLogRemovalService).removeExpired(NEVER);
const verify = (domainId = id) => fixture.get(AuditLogVerificationService).verify({ id: domainId });
const isThere = async (partition: string) => (await fixture.partitions()).months.includes(partition.replace('log_entry_', ''));
const countRecords = (domainId = id) => fixture.rows.count('log_removal', `domain_id = '${domainId}'`);

/** Signs checkpoints of all chained entries. */
async function signCheckpoints(): Promise<void> {
  await fixture.rows.query('UPDATE log_chain SET checkpoint_due_at = now()');
  await fixture.get(CheckpointService).signDue();
}

/** Points at which the connection of a removal ends, as if its process were killed. */
const ENDS: [string, string, string][] = [
  ['the records are stored', 'CREATE TRIGGER end_here AFTER INSERT ON log_removal EXECUTE FUNCTION end_connection()', 'trigger'],
  ['the partition is dropped', 'CREATE EVENT TRIGGER end_here ON sql_drop EXECUTE FUNCTION end_connection()', 'event_trigger'],
  [
    'both are committed',
    'CREATE CONSTRAINT TRIGGER end_here AFTER INSERT ON log_removal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION end_connection()',
    'trigger',
  ],
];

/** Removes expired entries with a trigger that ends the connection. @returns the outcome */
async function removeUntilEnd(trigger: string, returns: string): Promise<PromiseSettledResult<void>> {
  await fixture.rows.query(
    `CREATE FUNCTION end_connection() RETURNS ${returns} LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN${returns === 'trigger' ? ' NULL' : ''}; END $$`,
  );
  await fixture.rows.query(trigger);
  const [outcome] = await Promise.allSettled([removeExpired()]);
  await fixture.rows.query(returns === 'trigger' ? 'DROP TRIGGER end_here ON log_removal' : 'DROP EVENT TRIGGER end_here');
  await fixture.rows.query('DROP FUNCTION end_connection');
  return outcome;
}

describe('entries whose month of removal has ended', () => {
  it('are removed with their partition, leaving a signed record that lets the rest verify', async () => {
    const partition = await fixture.logExpired(id, 3);
    await signCheckpoints();
    await fixture.logExpired(id, 2);
    await fixture.log(id, [10, 0]);
    await signCheckpoints();

    await removeExpired();

    expect(await isThere(partition)).toBe(false);
    expect(await verify()).toEqual({ valid: true, entries: 2, checkpoints: 2, removals: 1 });
    expect(await fixture.get(AuditLogRemovalRepository).list(id)).toEqual([{ firstSequence: 1, jws: expect.any(String) }]);
  });

  it('leave no record if someone changed their time in the database', async () => {
    await fixture.logExpired(id, 1);
    await fixture.log(id, [0, 0]);
    await fixture.rows.query(
      `UPDATE log_entry SET (at, removed_from) = (SELECT at, removed_from FROM log_entry WHERE domain_id = $1 AND sequence = 1) WHERE domain_id = $1 AND sequence = 2`,
      [id],
    );

    await removeExpired();

    expect(await countRecords()).toBe(0);
    expect(await verify()).toMatchObject({ valid: false, firstFault: { sequence: 1, problem: 'missing' } });
  });

  it('can be the whole log, and later entries continue it', async () => {
    await fixture.logExpired(id, 2);
    await removeExpired();
    const alone = await verify();
    await fixture.log(id, [0]);
    await fixture.logExpired(id, 1);
    await removeExpired();

    expect(alone).toEqual({ valid: true, entries: 0, checkpoints: 0, removals: 1 });
    expect(await verify()).toEqual({ valid: true, entries: 1, checkpoints: 0, removals: 2 });
  });

  it('leave a record for each run of each domain, from one of two replicas', async () => {
    const other = await fixture.domain({ days: 400 });
    for (const domainId of [id, other, id]) {
      await fixture.logExpired(domainId, 2);
      await fixture.log(domainId, [0]);
    }

    await Promise.all(fixture.replicas.map((replica) => replica.get(AuditLogRemovalService).removeExpired(NEVER)));

    expect([await countRecords(), await countRecords(other)]).toEqual([2, 1]);
    expect([await verify(), await verify(other)]).toMatchObject([{ valid: true }, { valid: true }]);
  });

  it('stay, without a record, while another transaction uses the log', async () => {
    const partition = await fixture.logExpired(id, 1);
    await fixture.rows.inTransaction(async (query) => {
      await query('SELECT FROM log_entry LIMIT 1');
      await expect(removeExpired()).rejects.toThrow('lock timeout');
      // Pretends that the removal takes long, so that the lock is not tried.
      await delay(10);
      await removeExpired();
    });
    const before = [await isThere(partition), await countRecords()];

    await removeExpired();

    expect([before, await isThere(partition), await countRecords()]).toEqual([[true, 0], false, 1]);
  });

  it.each(ENDS)(
    'stay, without a record, if the removal is killed while %s, and are removed by the next one',
    async (_while, trigger, returns) => {
      const partition = await fixture.logExpired(id, 2);
      await fixture.log(id, [0]);

      const outcome = await removeUntilEnd(trigger, returns);
      const killed = [await isThere(partition), await countRecords(), await verify()];
      await removeExpired();

      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/terminat/) } });
      expect(killed).toEqual([true, 0, { valid: true, entries: 3, checkpoints: 0, removals: 0 }]);
      expect([await isThere(partition), await countRecords()]).toEqual([false, 1]);
      expect(await verify()).toEqual({ valid: true, entries: 1, checkpoints: 0, removals: 1 });
    },
  );

  it('stay while one of them is not chained', async () => {
    const partition = await fixture.logExpired(id, 1);
    await fixture.rows.query(`UPDATE log_entry SET sequence = NULL, hash = NULL, previous_hash = NULL WHERE domain_id = $1`, [id]);

    await removeExpired();

    expect([await isThere(partition), await countRecords()]).toEqual([true, 0]);
    await fixture.rows.query('DELETE FROM log_entry WHERE domain_id = $1', [id]);
  });

  it('stay, without a record for other domains, while one domain has a longer retention', async () => {
    const other = await fixture.domain({ days: 400 });
    for (const domainId of [id, other]) await fixture.logExpired(domainId, 1);
    await fixture.get(AuditLogRetentionRepository).put(other, { days: 3_000, personalDays: 30 });

    await removeExpired();

    expect([await countRecords(), (await verify(other)).entries]).toEqual([0, 1]);
    await fixture.rows.query('UPDATE log_retention SET days = 400, placed_until = NULL WHERE domain_id = $1', [other]);
  });

  it('leave no record for a domain in deletion, which would keep it from ending', async () => {
    await fixture.logExpired(id, 1);
    await fixture.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [id]);

    await removeExpired();

    expect(await countRecords()).toBe(0);
  });
});

/** A statement about the domain $1, whose third and fourth of eight entries were removed with a record, and what verification reports. */
const TAMPERINGS: [string, string, object][] = [
  ['a removed record', 'DELETE FROM log_removal WHERE domain_id = $1', { sequence: 3, problem: 'missing' }],
  ['a forged record', `UPDATE log_removal SET jws = jws || 'A' WHERE domain_id = $1`, { sequence: 3, problem: 'removal-invalid' }],
  [
    'a record in another place',
    'UPDATE log_removal SET first_sequence = 2 WHERE domain_id = $1',
    { sequence: 2, problem: 'removal-invalid' },
  ],
  [
    'a record that stands twice',
    'INSERT INTO log_removal (domain_id, first_sequence, jws) SELECT domain_id, first_sequence, jws FROM log_removal WHERE domain_id = $1',
    { sequence: 3, problem: 'removal-differs' },
  ],
  ['an entry removed before the gap', 'DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 2', { sequence: 2, problem: 'missing' }],
  ['an entry removed after the gap', 'DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 5', { sequence: 5, problem: 'missing' }],
  ['an entry removed elsewhere', 'DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 6', { sequence: 6, problem: 'missing' }],
];

describe('log verify after a removal', () => {
  beforeEach(async () => {
    await fixture.log(id, [1, 1]);
    await fixture.logExpired(id, 2);
    await fixture.log(id, [0, 0, 0, 0]);
    await removeExpired();
  });

  it.each(TAMPERINGS)('reports %s', async (_what, statement, firstFault) => {
    expect(await verify()).toMatchObject({ valid: true, entries: 6, removals: 1 });
    await fixture.rows.query(statement, [id]);

    expect(await verify()).toMatchObject({ valid: false, firstFault });
  });

  it.each([
    ['covers more than was removed', { lastSequence: 5 }, { sequence: 5, problem: 'removal-differs' }],
    ['covers less than was removed', { lastSequence: 3 }, { sequence: 4, problem: 'missing' }],
    ['is of another domain', { domainId: '11111111-1111-4111-8111-111111111111' }, { sequence: 3, problem: 'removal-invalid' }],
    ['has another hash before the gap', { previousHash: '0'.repeat(64) }, { sequence: 3, problem: 'not-linked' }],
    ['has another hash at its end', { hash: '0'.repeat(64) }, { sequence: 5, problem: 'not-linked' }],
  ])('reports a record that %s, even if it is signed', async (_what, changes, firstFault) => {
    const [record] = await fixture.get(AuditLogRemovalRepository).list(id);
    const claims = JSON.parse(Buffer.from(record!.jws.split('.')[1]!, 'base64url').toString()) as object;
    const sign = await fixture.get(ReceiptKeyService).createSigner(REMOVAL_TYPE);
    await fixture.rows.query('UPDATE log_removal SET jws = $2 WHERE domain_id = $1', [id, await sign({ ...claims, ...changes })]);

    expect(await verify()).toMatchObject({ valid: false, firstFault });
  });

  it('reports an entry that was removed before its partition, which hides nothing', async () => {
    await fixture.logExpired(id, 3);
    await fixture.rows.query('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 10', [id]);

    await removeExpired();

    expect(await verify()).toMatchObject({ valid: false, removals: 3, firstFault: { sequence: 10, problem: 'missing' } });
  });

  it('reports an entry that was altered before its partition was removed', async () => {
    await fixture.logExpired(id, 3);
    await fixture.rows.query(`UPDATE log_entry SET hash = sha256('x'), client_id = 'x' WHERE domain_id = $1 AND sequence = 10`, [id]);

    await removeExpired();

    // The service does not sign a record of it.
    expect(await verify()).toMatchObject({ valid: false, firstFault: { sequence: 9, problem: 'missing' } });
  });
});

describe('log verify --removals', () => {
  let folder: string;
  const write = (name: string, content: string) => writeFile(join(folder, name), content);

  /** Leaves the entries 2, 3 and 6, and the records that the command shows. */
  beforeEach(async () => {
    folder = makeTestFolder('removals');
    for (const daysAgo of [[1, 0], [0]]) {
      await fixture.logExpired(id, 3 - daysAgo.length);
      await fixture.log(id, daysAgo);
      await removeExpired();
    }
    await write('log.ndjson', await fixture.exportLog(id));
    await write('keys.json', JSON.stringify({ keys: await fixture.get(ReceiptKeyService).listPublicKeys() }));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function verifyExport(removals: readonly string[], ...options: string[]): Promise<unknown[]> {
    await write('removals.json', JSON.stringify(removals));
    const files = ['--file', join(folder, 'log.ndjson'), '--removals', join(folder, 'removals.json')];
    const { code, stdout, stderr } = await runCli({}, 'log', 'verify', ...files, ...options, '--json');
    return [code, JSON.parse(stdout || stderr)];
  }

  it('verifies an export without its removed entries, with the kept records if none of them was changed', async () => {
    const [{ name }] = (await fixture.rows.query('SELECT name FROM domain WHERE id = $1', [id])) as [{ name: string }];
    const shown = await runCli(fixture.settings, 'log', 'removals', name, '--json');
    const [first, second] = JSON.parse(shown.stdout) as [string, string];
    const [header, claims, signature] = second.split('.') as [string, string, string];
    const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), lastSequence: 4 };
    const tampered = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    const keys = ['--keys', join(folder, 'keys.json')];
    const counts = { entries: expect.any(Number), checkpoints: 0, removals: expect.any(Number) };

    expect(await verifyExport([first, second], ...keys)).toEqual([0, { valid: true, entries: 3, checkpoints: 0, removals: 2 }]);
    expect(await verifyExport([first, tampered], ...keys)).toEqual([
      1,
      { ...counts, valid: false, firstFault: { sequence: 0, problem: 'removal-invalid' } },
    ]);
    expect(await verifyExport([first], ...keys)).toEqual([1, { ...counts, valid: false, firstFault: { sequence: 4, problem: 'missing' } }]);
    expect(await verifyExport([first, second])).toEqual([
      1,
      expect.objectContaining({ detail: '--checkpoints and --removals require --keys' }),
    ]);
  });
});
