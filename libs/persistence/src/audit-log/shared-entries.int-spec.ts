import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import type { AuditLogRepository, NewAuditLogEntry, NewSharedAuditLogEntry } from './audit-log.repository.js';
import { createAuditLogRepository } from './personal-data.fixture.js';

const ENTRY: NewSharedAuditLogEntry = {
  type: 'api_key.deleted',
  data: { apiKey: '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11', name: 'ci' },
  actor: { type: 'api_key', id: 'an id', name: 'admin' },
  requestId: 'a request',
  traceId: null,
};

let persistence: PersistenceFixture;
let log: AuditLogRepository;
let subscriptionId: string;

beforeAll(async () => {
  persistence = await createPersistenceFixture();
  log = createAuditLogRepository(persistence.database);
  subscriptionId = (await persistence.rows.insert('subscription')).id;
});

afterAll(() => persistence.end());

async function createDomain(name: string, values: object = {}): Promise<void> {
  await persistence.rows.insert('domain', { subscription_id: subscriptionId, name, ...values });
}

/** The names of the domains with an entry, which this removes. */
async function takeLogged(): Promise<string[]> {
  const logged = await persistence.rows.query<{ name: string }>(
    `WITH taken AS (DELETE FROM log_entry RETURNING domain_id) SELECT name FROM taken JOIN domain ON id = domain_id ORDER BY name`,
  );
  return logged.map(({ name }) => name);
}

describe('an entry of several domains', () => {
  it('is in the logs of the selected domains of the subscription, except those in deletion', async () => {
    for (const name of ['a.example.com', 'b.example.com']) await createDomain(name);
    await createDomain('failed.example.com', { status: 'failed', verified_at: null });
    await createDomain('deleting.example.com', { status: 'deleting' });
    const other = (await persistence.rows.insert('subscription')).id;
    await createDomain('foreign.example.com', { subscription_id: other });

    await log.createInDomains({ subscriptionId, names: null }, ENTRY);
    expect(await takeLogged()).toEqual(['a.example.com', 'b.example.com', 'failed.example.com']);
    await log.createInDomains(
      { subscriptionId, names: ['b.example.com', 'foreign.example.com', 'deleting.example.com', 'absent.example.com'] },
      ENTRY,
    );
    expect(await takeLogged()).toEqual(['b.example.com']);
    await log.createInDomains({ subscriptionId, names: [] }, ENTRY);
    expect(await takeLogged()).toEqual([]);
  });

  it('has the same columns as an entry of one domain, and is kept as long as the domain says', async () => {
    await createDomain('kept.example.com');
    const [{ id: domainId } = { id: '' }] = await persistence.rows.query<{ id: string }>(
      `SELECT id FROM domain WHERE name = 'kept.example.com'`,
    );
    await persistence.rows.insert('log_retention', { domain_id: domainId, days: 30, personal_days: 30 });

    await log.create({ ...ENTRY, domainId } as NewAuditLogEntry);
    await log.createInDomains({ subscriptionId, names: ['kept.example.com'] }, ENTRY);

    const [one, other] = await persistence.rows.query(
      `SELECT to_jsonb(log_entry) - 'id' - 'at' AS columns, removed_from - (now() AT TIME ZONE 'UTC')::date AS days FROM log_entry ORDER BY id`,
    );
    expect(other).toEqual(one);
    expect(one).toMatchObject({ days: 30 });
    await takeLogged();
  });

  it('is stored for any number of domains, and waits for no change of them', async () => {
    await persistence.rows.query(
      `INSERT INTO domain (subscription_id, name, kind, status, longest_expiry, verified_at)
       SELECT $1, 'n' || n || '.example.com', 'custom', 'active', 3600, now() FROM generate_series(1, 2500) AS n`,
      [subscriptionId],
    );
    const change = await persistence.openTransaction(() =>
      persistence.database.manager.query(`SELECT FROM domain WHERE subscription_id = $1 FOR NO KEY UPDATE`, [subscriptionId]),
    );

    await persistence.database.transaction(() => log.createInDomains({ subscriptionId, names: null }, ENTRY));

    await change.end();
    const logged = await takeLogged();
    expect(logged.filter((name) => /^n\d+\./.test(name))).toHaveLength(2_500);
    expect(new Set(logged).size).toBe(logged.length);
  });

  it('is in no log if the transaction of the event fails', async () => {
    const failure = persistence.database.transaction(async () => {
      await log.createInDomains({ subscriptionId, names: null }, ENTRY);
      throw new Error('failed');
    });

    await expect(failure).rejects.toThrow('failed');
    expect(await takeLogged()).toEqual([]);
  });
});
