import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { TEST_TIMEOUTS } from '../../../../test/support/database.js';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createDataSource } from '../connection/data-source.fixture.js';
import { Database, type StatementOptions } from '../connection/database.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DomainDeletionRepository } from './domain-deletion.repository.js';
import type { CreateDeletionReceipt } from './domain-purge.js';

/** One batch of a purge. */
const USERS = 400;
const sign = async (): Promise<string> => 'a receipt';
const ROLE = `plain_${randomUUID().replaceAll('-', '')}`;

let persistence: PersistenceFixture;
let rows: Rows;
let unprivileged: DataSource;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  await rows.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${ROLE}'`);
  await rows.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`);
  await rows.query(`GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${ROLE}`);
  const url = Object.assign(new URL(persistence.url), { username: ROLE, password: ROLE }).href;
  unprivileged = await createDataSource({ url, poolSize: 4, ...TEST_TIMEOUTS }).initialize();
});

afterAll(async () => {
  await unprivileged.destroy();
  await rows.query(`DROP OWNED BY ${ROLE}`);
  await rows.query(`DROP ROLE ${ROLE}`);
  await persistence.end();
});

/** A domain in deletion whose users each have a passkey. */
async function filledDomain(): Promise<string> {
  const id = await rows.domain({ status: 'deleting' });
  await rows.query(
    `INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
     SELECT $1, 0, 'local', 'user-' || n, 'user-' || n, '{}' FROM generate_series(1, ${USERS}) AS n`,
    [id],
  );
  for (const { sub } of await rows.query<{ sub: string }>('SELECT sub FROM end_user WHERE domain_id = $1 LIMIT 3', [id])) {
    await rows.insert('passkey', { domain_id: id, sub });
  }
  return id;
}

async function countRows(id: string): Promise<number[]> {
  const tables = ['passkey', 'end_user'].map((table) => rows.count(table, `domain_id = '${id}'`));
  return Promise.all([...tables, rows.count('domain', `id = '${id}'`)]);
}

/** Runs an action before the first batch of users is removed. */
class InterruptedDatabase extends Database {
  constructor(
    source: DataSource,
    private beforeFirstBatch: (() => Promise<void>) | null,
  ) {
    super(source);
  }

  override async runLongStatement<Found extends Row>(patience: StatementOptions, text: string, values: unknown[]): Promise<Found[]> {
    const happening = /DELETE FROM end_user /.test(text) ? this.beforeFirstBatch : null;
    if (happening) this.beforeFirstBatch = null;
    await happening?.();
    return super.runLongStatement(patience, text, values);
  }
}

/** Adds an authenticator app for the last user of a domain, in a transaction that ends when the test says so. */
async function addLate(domainId: string): Promise<{ end: () => Promise<void> }> {
  const late = persistence.source.createQueryRunner();
  await late.startTransaction();
  await late.query(
    `INSERT INTO totp (domain_id, sub, last_step) SELECT domain_id, sub, 0 FROM end_user WHERE domain_id = $1 ORDER BY created_at DESC, sub DESC LIMIT 1`,
    [domainId],
  );
  return { end: () => late.commitTransaction().then(() => late.release()) };
}

describe.each([
  ['may leave out triggers', true, () => persistence.database],
  ['may not', false, () => new Database(unprivileged)],
])('purge by a database user who %s', (_, permitted, databaseOf) => {
  it('removes every row of the domain', async () => {
    const [database, id, other] = [databaseOf(), await filledDomain(), await filledDomain()];
    const before = await countRows(other);

    await new DomainDeletionRepository(database).purge(id, sign);

    expect(await database.canSkipTriggers()).toBe(permitted);
    expect([await countRows(id), await countRows(other)]).toEqual([[0, 0, 0], before]);
  });

  it('keeps entries of other domains with the same position in another partition of the log', async () => {
    const [id, other] = [await filledDomain(), await rows.domain()];
    for (const [domain_id, removed_from] of [
      [id, '2101-01-01'],
      [other, '2101-01-01'],
      [other, '2101-02-01'],
      [id, '2101-02-01'],
    ])
      await rows
        .query(`SELECT create_log_partition(date_trunc('month', $1::date)::date)`, [removed_from])
        .then(() => rows.insert('log_entry', { domain_id, removed_from }));

    await new DomainDeletionRepository(persistence.database).purge(id, sign);

    expect([await rows.count('log_entry', `domain_id = '${id}'`), await rows.count('log_entry', `domain_id = '${other}'`)]).toEqual([0, 2]);
  });

  it('removes rows that are added until their user is gone', async () => {
    const id = await filledDomain();
    const late = await addLate(id);

    const purge = new DomainDeletionRepository(databaseOf()).purge(id, sign);
    await rows.untilBlocked(1);
    await late.end();
    await purge;

    expect([...(await countRows(id)), await rows.count('totp', `domain_id = '${id}'`)]).toEqual([0, 0, 0, 0]);
  });

  it('leaves nothing even if another purge, which had removed the users, is interrupted', async () => {
    const [id, stop] = [await filledDomain(), new AbortController()];
    const late = await addLate(id);
    const first = new DomainDeletionRepository(databaseOf()).purge(id, sign, stop.signal).catch((error: unknown) => error);
    await rows.untilBlocked(1);

    // The purge has passed the authenticator app table, which was empty.
    const second = new InterruptedDatabase(permitted ? persistence.source : unprivileged, async () => {
      stop.abort('broken off');
      await late.end();
      await rows.until(`NOT EXISTS (SELECT FROM end_user WHERE domain_id = '${id}')`);
    });
    await new DomainDeletionRepository(second).purge(id, sign);

    expect(await first).toBe('broken off');
    expect([...(await countRows(id)), await rows.count('totp', `domain_id = '${id}'`)]).toEqual([0, 0, 0, 0]);
  });
});

describe('evidence of a deletion', () => {
  const read = (id: string) => rows.query('SELECT * FROM domain_deletion WHERE deleted_domain_id = $1', [id]);
  const signRows: CreateDeletionReceipt = async ({ removedRows }) => JSON.stringify(removedRows);

  it('counts each removed row once, with three concurrent purges after one that was stopped', async () => {
    const [id, stop] = [await filledDomain(), new AbortController()];
    await rows.query(
      `INSERT INTO oidc_payload (domain_id, model, hash, payload) SELECT $1, 'Session', sha256(('counted-' || n)::bytea), '{}' FROM generate_series(1, 5000) AS n`,
      [id],
    );
    const stopped = new DomainDeletionRepository(persistence.database).purge(id, signRows, stop.signal).catch(() => undefined);
    await rows.until(`EXISTS (SELECT FROM domain_deletion WHERE deleted_domain_id = '${id}' AND removed_rows ? 'oidc_payload')`);
    stop.abort();
    await stopped;

    const { database } = persistence;
    await Promise.all(
      [database, new Database(unprivileged), database].map((each) => new DomainDeletionRepository(each).purge(id, signRows)),
    );

    const [deletion, ...others] = await read(id);
    expect([deletion!['removed_rows'], others]).toEqual([{ passkey: 3, end_user: USERS, oidc_payload: 5_000 }, []]);
    expect(JSON.parse(deletion!['receipt'] as string)).toEqual(deletion!['removed_rows']);
  });

  it('keeps its receipt, however often the purge is repeated', async () => {
    const [id, domains] = [await filledDomain(), new DomainDeletionRepository(persistence.database)];
    await domains.purge(id, signRows);
    const before = await read(id);

    await domains.purge(id, signRows);

    expect([before.length, await read(id)]).toEqual([1, before]);
  });

  it('is completed without a receipt if a worker of an earlier release ended it, but not while it runs', async () => {
    const [ended, running] = [await filledDomain(), await filledDomain()];
    for (const deleted_domain_id of [ended, running]) {
      const [{ subscription_id }] = (await rows.query('SELECT subscription_id FROM domain WHERE id = $1', [deleted_domain_id])) as [Row];
      await rows.insert('domain_deletion', { subscription_id, deleted_domain_id });
    }
    await rows.query('DELETE FROM end_user WHERE domain_id = $1', [ended]);
    await rows.query('DELETE FROM domain WHERE id = $1', [ended]);

    await new DomainDeletionRepository(persistence.database).completeAbandoned();

    const deletions = [...(await read(ended)), ...(await read(running))];
    expect(deletions).toMatchObject([
      { completed_at: expect.any(Date), receipt: null },
      { completed_at: null, receipt: null },
    ]);
  });

  it('is signed again if rows are counted while the receipt is signed', async () => {
    const id = await filledDomain();
    const counts: unknown[] = [];
    const signWhileCounting: CreateDeletionReceipt = async ({ removedRows }) => {
      counts.push(removedRows['passkey']);
      if (counts.length === 1)
        await rows.query(`UPDATE domain_deletion SET removed_rows = removed_rows || '{"passkey": 4}' WHERE deleted_domain_id = $1`, [id]);
      return JSON.stringify(removedRows);
    };

    await new DomainDeletionRepository(persistence.database).purge(id, signWhileCounting);

    expect([counts, JSON.parse((await read(id))[0]!['receipt'] as string)]).toMatchObject([[3, 4], { passkey: 4 }]);
  });
});
