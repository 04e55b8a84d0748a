import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/support/eventually.js';
import { AuditLogTamperingFixture, type LoggedDomain } from './audit-log-tampering.fixture.js';

let fixture: AuditLogTamperingFixture;

beforeAll(async () => {
  fixture = await AuditLogTamperingFixture.start();
});

afterAll(() => fixture.stop());

const run = (statement: string) => async (domain: LoggedDomain) => void (await fixture.rows.query(statement, [domain.id]));

/** Manipulations by an administrator without the master key, and what verification reports. */
const TAMPERINGS: [string, (domain: LoggedDomain) => Promise<void>, object][] = [
  [
    'an entry removed in the middle',
    run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 5'),
    { sequence: 5, problem: 'missing' },
  ],
  ['the last entry removed', run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 9'), { sequence: 9, problem: 'missing' }],
  [
    'a removed entry whose successors are renumbered and hashed again, with the head, after the last checkpoint',
    async (domain) => {
      await fixture.log(domain, 3);
      await run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 11')(domain);
      await fixture.rechain(domain);
    },
    { sequence: 11, problem: 'head-invalid' },
  ],
  [
    'a removed entry whose successors are renumbered and hashed again, with the head, without the checkpoints of them',
    async (domain) => {
      await run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 5')(domain);
      await run('DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence > 4')(domain);
      await fixture.rechain(domain);
      await run(
        `UPDATE log_chain SET checkpoint_sequence = 3, checkpoint_hash = (SELECT sha256(jws::bytea) FROM log_checkpoint WHERE domain_id = $1) WHERE domain_id = $1`,
      )(domain);
    },
    { sequence: 8, problem: 'head-invalid' },
  ],
  [
    'the whole log hashed again without its checkpoints',
    async (domain) => {
      await run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence = 1')(domain);
      await run('DELETE FROM log_checkpoint WHERE domain_id = $1')(domain);
      await fixture.rechain(domain);
      await run('UPDATE log_chain SET checkpoint_sequence = 0, checkpoint_hash = NULL, checkpoint_due_at = now() WHERE domain_id = $1')(
        domain,
      );
    },
    { sequence: 1, problem: 'not-linked' },
  ],
  [
    'the last checkpoint dropped',
    run('DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence = 9'),
    { sequence: 9, problem: 'checkpoint-missing' },
  ],
  [
    'the last checkpoint dropped, and no longer named by the head',
    async (domain) => {
      await run('DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence = 9')(domain);
      await run(
        `UPDATE log_chain SET checkpoint_sequence = 6, checkpoint_hash = (SELECT sha256(jws::bytea) FROM log_checkpoint WHERE domain_id = $1 AND sequence = 6)
         WHERE domain_id = $1`,
      )(domain);
    },
    { sequence: 9, problem: 'head-invalid' },
  ],
  [
    'a checkpoint dropped in the middle',
    run('DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence = 6'),
    { sequence: 9, problem: 'checkpoint-missing' },
  ],
  [
    'the first checkpoint dropped',
    run('DELETE FROM log_checkpoint WHERE domain_id = $1 AND sequence = 3'),
    { sequence: 6, problem: 'checkpoint-missing' },
  ],
  [
    'all checkpoints dropped, and none named by the head',
    async (domain) => {
      await run('DELETE FROM log_checkpoint WHERE domain_id = $1')(domain);
      await run('UPDATE log_chain SET checkpoint_sequence = 0, checkpoint_hash = NULL, mac = NULL WHERE domain_id = $1')(domain);
    },
    { sequence: 9, problem: 'head-invalid' },
  ],
  [
    'a head that was reset',
    run('UPDATE log_chain SET sequence = 0, hash = NULL, checkpoint_sequence = 0, checkpoint_hash = NULL, mac = NULL WHERE domain_id = $1'),
    { sequence: 0, problem: 'head-invalid' },
  ],
  ['a head without its MAC', run('UPDATE log_chain SET mac = NULL WHERE domain_id = $1'), { sequence: 9, problem: 'head-invalid' }],
  ['a removed head', run('DELETE FROM log_chain WHERE domain_id = $1'), { sequence: 0, problem: 'head-invalid' }],
  [
    'the head of another domain',
    async (domain) => {
      const other = await fixture.domain();
      await fixture.rows.query(
        `UPDATE log_chain AS chain SET (sequence, hash, checkpoint_sequence, checkpoint_hash, mac) = (other.sequence, chain.hash, other.checkpoint_sequence, chain.checkpoint_hash, other.mac)
         FROM log_chain AS other WHERE chain.domain_id = $1 AND other.domain_id = $2`,
        [domain.id, other.id],
      );
    },
    { sequence: 9, problem: 'head-invalid' },
  ],
];

describe('log tampering without the master key', () => {
  it.each(TAMPERINGS)('detects %s, also after the next checkpoint', async (_what, tamper, firstFault) => {
    const domain = await fixture.domain();
    expect(await fixture.verify(domain)).toMatchObject({ valid: true, entries: 9, checkpoints: 3 });

    await tamper(domain);

    const found = await fixture.verify(domain);
    expect(found).toMatchObject({ valid: false, firstFault });
    await fixture.rows.query('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1', [domain.id]);
    await fixture.rows.until(`NOT EXISTS (SELECT FROM log_chain WHERE domain_id = '${domain.id}' AND checkpoint_due_at <= now())`);
    expect(await fixture.verify(domain)).toMatchObject({ valid: false });
  });

  it('neither continues nor signs a log with an altered head, raises an alert, and continues other logs', async () => {
    const [changed, other] = [await fixture.domain(), await fixture.domain()];
    const before = await fixture.countInvalid();
    await run('UPDATE log_chain SET mac = NULL, checkpoint_due_at = now() WHERE domain_id = $1')(changed);

    await fixture.rows.query(`INSERT INTO log_entry (domain_id, type, actor_type) VALUES ($1, 'client.deleted', 'operator')`, [changed.id]);
    await fixture.log(other, 1);

    await eventually(async () => (await fixture.countInvalid()) > before, { timeoutMs: 20_000 });
    expect(await fixture.rows.count('log_entry', `domain_id = '${changed.id}' AND sequence IS NULL`)).toBe(1);
    expect(await fixture.rows.count('log_checkpoint', `domain_id = '${changed.id}'`)).toBe(3);
    expect(await fixture.verify(other)).toMatchObject({ entries: 10 });
    const line = fixture.management.events.find(({ domain }) => domain === changed.id);
    expect(line).toMatchObject({ level: 'error', msg: 'the end of the log was changed in the database: the log is not continued' });
  });

  it('signs no due checkpoint again if the log has not grown', async () => {
    const domain = await fixture.domain();

    await run('UPDATE log_chain SET checkpoint_due_at = now() WHERE domain_id = $1')(domain);
    await fixture.rows.until(`(SELECT checkpoint_due_at IS NULL FROM log_chain WHERE domain_id = '${domain.id}')`);

    expect(await fixture.verify(domain)).toMatchObject({ valid: true, entries: 9, checkpoints: 3 });
  });

  it('continues a log after an operator has accepted its head, and still detects the alteration', async () => {
    const [reset, removed] = [await fixture.domain(), await fixture.domain()];
    await run('UPDATE log_chain SET sequence = 2, mac = NULL WHERE domain_id = $1')(reset);
    await run('DELETE FROM log_entry WHERE domain_id = $1 AND sequence > 7')(removed);
    await run('DELETE FROM log_chain WHERE domain_id = $1')(removed);

    const accepted = [await fixture.accept(reset), await fixture.accept(removed)];
    await fixture.log(reset, 1);
    await fixture.checkpoint(reset);
    await fixture.log(removed, 1);

    expect(accepted).toEqual([{ sequence: 9 }, { sequence: 9 }]);
    await expect(fixture.accept(reset)).rejects.toThrow('the end of this log is already valid');
    expect(await fixture.verify(reset)).toMatchObject({ valid: true, entries: 11 });
    expect(await fixture.verify(removed)).toMatchObject({ valid: false, firstFault: { sequence: 8, problem: 'missing' } });
    const types = await fixture.rows.query('SELECT type, data FROM log_entry WHERE domain_id = $1 AND sequence = 10', [removed.id]);
    expect(types).toEqual([{ type: 'log.head.accepted', data: { sequence: 9 } }]);
  });

  it('detects a head of an older state by the entries after it', async () => {
    const domain = await fixture.domain();
    await fixture.rows.query(`CREATE TABLE older AS SELECT * FROM log_chain WHERE domain_id = '${domain.id}'`);
    await fixture.log(domain, 2);

    await run('DELETE FROM log_chain WHERE domain_id = $1')(domain);
    await fixture.rows.query('INSERT INTO log_chain SELECT * FROM older');

    expect(await fixture.verify(domain)).toMatchObject({ firstFault: { sequence: 9, problem: 'head-invalid' } });
  });

  it.each([
    ['put back to an older state', 9],
    ['put back to an older state and continued', 10],
  ])('detects only by kept checkpoints that a whole log was %s', async (_what, entries) => {
    const domain = await fixture.domain();
    const restore = await fixture.copy(domain);
    await fixture.log(domain, 3);
    await fixture.checkpoint(domain);
    const kept = await fixture.listCheckpoints(domain);
    expect(await fixture.verify(domain, kept)).toMatchObject({ valid: true, entries: 12 });

    await restore();
    if (entries > 9) await fixture.log(domain, 1);

    expect(await fixture.verify(domain)).toMatchObject({ valid: true, entries });
    expect(await fixture.verify(domain, kept)).toMatchObject({ firstFault: { sequence: entries + 1, problem: 'missing' } });
  });

  it('detects only by kept checkpoints that a whole log was deleted and begun again', async () => {
    const domain = await fixture.domain();
    const kept = await fixture.listCheckpoints(domain);

    for (const table of ['log_chain', 'log_checkpoint', 'log_entry'])
      await fixture.rows.query(`DELETE FROM ${table} WHERE domain_id = $1`, [domain.id]);
    await fixture.log(domain, 12);
    await fixture.checkpoint(domain);

    expect(await fixture.verify(domain)).toMatchObject({ valid: true, entries: 12 });
    expect(await fixture.verify(domain, kept)).toMatchObject({ firstFault: { sequence: 3, problem: 'checkpoint-differs' } });
  });

  it('detects the chain of another domain', async () => {
    const [domain, other] = [await fixture.domain(), await fixture.domain()];

    for (const table of ['log_chain', 'log_checkpoint', 'log_entry']) {
      await fixture.rows.query(`DELETE FROM ${table} WHERE domain_id = $1`, [domain.id]);
      await fixture.rows.query(`UPDATE ${table} SET domain_id = $1 WHERE domain_id = $2`, [domain.id, other.id]);
    }

    expect(await fixture.verify(domain)).toMatchObject({ firstFault: { sequence: 1, problem: 'not-linked' } });
  });

  it('treats every log as invalid if the key of the heads is missing, and does not replace the key', async () => {
    const domain = await fixture.domain();
    await fixture.rows.query('CREATE TABLE kept_key AS SELECT * FROM log_head_key');

    await fixture.rows.query('DELETE FROM log_head_key');
    const found = await fixture.verify(domain);
    const keys = await fixture.rows.count('log_head_key');
    await fixture.rows.query('INSERT INTO log_head_key SELECT * FROM kept_key ON CONFLICT DO NOTHING');

    expect(found).toMatchObject({ firstFault: { sequence: 9, problem: 'head-invalid' } });
    expect(keys).toBe(0);
    expect(await fixture.verify(domain)).toMatchObject({ valid: true });
  });

  it('adds MACs to heads of the previous release within an hour of the upgrade, and then requires one', async () => {
    const [idle, active] = [await fixture.domain(), await fixture.domain()];
    await fixture.rows.query('CREATE TABLE upgraded_key AS SELECT * FROM log_head_key');
    await fixture.rows.query(
      'UPDATE log_chain SET mac = NULL, checkpoint_hash = NULL; DELETE FROM log_checkpoint; DELETE FROM log_head_key',
    );
    await fixture.rows.query('UPDATE log_chain SET checkpoint_sequence = 0');

    await fixture.log(active, 1);
    const upgraded = [await fixture.verify(idle), await fixture.verify(active)];
    const macs = await fixture.rows.count('log_chain', `domain_id = '${active.id}' AND mac IS NOT NULL`);
    await fixture.rows.query('DELETE FROM log_head_key; INSERT INTO log_head_key SELECT * FROM upgraded_key');
    const later = await fixture.verify(idle);

    expect(upgraded).toMatchObject([{ valid: true }, { valid: true, entries: 10 }]);
    expect(macs).toBe(1);
    expect(later).toMatchObject({ valid: false, firstFault: { problem: 'head-invalid' } });
  });
});
