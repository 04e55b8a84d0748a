import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Row, Rows } from '../../../../test/support/rows.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { UserRepository } from '../user/user.repository.js';
import { AuditLogKeyRepository } from './audit-log-key.repository.js';
import { ALL_ENTRIES, AuditLogQueryRepository } from './audit-log-query.repository.js';
import type { AuditLogRepository } from './audit-log.repository.js';
import { createAuditLogRepository, FAKE_PERSONAL_DATA } from './personal-data.fixture.js';

const CIRCUMSTANCES = { actor: { type: 'user', id: null, name: null }, requestId: null, traceId: null } as const;
const DATA = { methods: ['passkey'], identityProvider: null };
let persistence: PersistenceFixture;
let rows: Rows;
let log: AuditLogRepository;
let users: UserRepository;
let domainId: string;
let sub: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  rows = persistence.rows;
  log = createAuditLogRepository(persistence.database);
  users = new UserRepository(persistence.database);
});

afterAll(() => persistence.end());

beforeEach(async () => {
  domainId = await rows.domain();
  ({ sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId }));
});

const signIn = (user: string | null = sub) => log.create({ ...CIRCUMSTANCES, domainId, type: 'user.signed_in', user, data: DATA });
const countKeys = () => rows.count('log_key', `domain_id = '${domainId}'`);

/** Chains the entries, and reads their data. */
async function readData(): Promise<unknown[]> {
  await rows.query(`UPDATE log_entry SET sequence = id, hash = '', previous_hash = '' WHERE domain_id = $1`, [domainId]);
  const entries = await new AuditLogQueryRepository(persistence.database, FAKE_PERSONAL_DATA).list(domainId, ALL_ENTRIES, {
    order: 'oldest-first',
    limit: 100,
  });
  return entries.map(({ data }) => data);
}

describe('personal data in the log', () => {
  it('are stored encrypted with one key of their user, which the first entry creates, even if many are written together', async () => {
    await Promise.all(Array.from({ length: 10 }, () => signIn()));

    expect(await countKeys()).toBe(1);
    const stored = await rows.query<Row>('SELECT DISTINCT data FROM log_entry WHERE domain_id = $1', [domainId]);
    expect(stored).toEqual([{ data: { erased: 'commitment' } }]);
    expect(await readData()).toEqual(Array.from({ length: 10 }, () => DATA));
  });

  it('are erased with the user, and not readable for a later user with the same id', async () => {
    await signIn();
    await users.delete(domainId, sub);
    const erased = await readData();
    await rows.insert('end_user', { domain_id: domainId, sub });
    await signIn();

    expect(erased).toEqual([{ erased: 'commitment' }]);
    expect(await readData()).toEqual([{ erased: 'commitment' }, DATA]);
  });

  it("are erased once their month is older than the domain's retention, and no others", async () => {
    const keys = new AuditLogKeyRepository(persistence.database);
    await rows.insert('log_retention', { domain_id: domainId, days: 400, personal_days: 60 });
    await signIn();
    for (const days of [58, 125])
      await rows.query(
        `INSERT INTO log_key (domain_id, sub, month, encrypted) VALUES ($1, $2, date_trunc('month', now() - $3 * interval '24 hours'), '')`,
        [domainId, sub, days],
      );
    const isListed = async () => (await keys.listDomains('00000000-0000-0000-0000-000000000000', 1_000)).find(({ id }) => id === domainId);

    const before = await isListed();
    const deleted = [await keys.deleteExpired(domainId, 10), await keys.deleteExpired(domainId, 10)];

    expect([before, deleted, await isListed()]).toEqual([{ id: domainId, expired: true }, [1, 0], { id: domainId, expired: false }]);
    expect([await countKeys(), await readData()]).toEqual([2, [DATA]]);
  });

  it('are encrypted with another key in another month', async () => {
    await signIn();
    await rows.query(`UPDATE log_key SET month = month - interval '1 month' WHERE domain_id = $1`, [domainId]);
    await rows.query(`UPDATE log_entry SET at = at - interval '1 month' WHERE domain_id = $1`, [domainId]);
    await signIn();

    expect([await countKeys(), await readData()]).toEqual([2, [DATA, DATA]]);
  });

  it('are not stored for a user who is deleted meanwhile, and create no key', async () => {
    const deletion = persistence.source.createQueryRunner();
    await deletion.startTransaction();
    await deletion.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domainId, sub]);

    const writing = signIn();
    await rows.untilBlocked(1);
    await deletion.commitTransaction();
    await deletion.release();
    await writing;

    expect([await countKeys(), await rows.count('log_entry', `sub = '${sub}' AND encrypted_data IS NULL`)]).toEqual([0, 1]);
    expect(await readData()).toEqual([{ erased: 'commitment' }]);
  });

  it("are not readable afterwards if they were written during the user's deletion", async () => {
    await signIn();
    const writing = await Promise.allSettled([
      persistence.database.transaction(async () => {
        await signIn();
        await users.delete(domainId, sub);
        await signIn();
      }),
    ]);

    expect(writing).toMatchObject([{ status: 'fulfilled' }]);
    expect([await countKeys(), await readData()]).toEqual([0, Array.from({ length: 3 }, () => ({ erased: 'commitment' }))]);
  });

  it('are stored unencrypted without a user, like data that are not personal', async () => {
    await signIn(null);
    await log.create({ ...CIRCUMSTANCES, domainId, type: 'client.updated', client: 'shop', data: { changed: ['scope'] } });
    await log.create({ ...CIRCUMSTANCES, domainId, type: 'user.deleted', user: sub });

    expect([await countKeys(), await readData()]).toEqual([0, [DATA, { changed: ['scope'] }, {}]]);
  });

  it('cost one additional statement', async () => {
    await signIn();
    const { manager } = persistence.database;
    const statements: string[] = [];
    const query = manager.query.bind(manager);
    manager.query = ((text: string, values: unknown[]) => {
      statements.push(text);
      return query(text, values);
    }) as typeof manager.query;

    await signIn();
    manager.query = query;

    expect(statements).toHaveLength(2);
  });
});
