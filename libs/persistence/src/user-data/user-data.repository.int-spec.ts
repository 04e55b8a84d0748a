import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fillDomain } from '../../../../test/support/filled-domain.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { USER_TABLES } from '../user-tables.js';
import { UserDataRepository } from './user-data.repository.js';

/** Tables with a column `sub` that an export does not read as they are, and why. Add none without a reason that its user would accept. */
const NOT_LISTED: Readonly<Record<string, string>> = {
  log_entry: 'the export streams it after the tables',
  log_key: 'keys, with which the log is shown',
  ssf_change: 'copies of changed attributes, encrypted until their events are delivered',
  user_erasure: 'is of a user who is gone',
};

let fixture: PersistenceFixture;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
});

afterAll(() => fixture.end());

async function listColumns(): Promise<{ table: string; column: string }[]> {
  return fixture.rows.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'sub')
       AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition) ORDER BY 1, 2`,
  );
}

/** Whether an export shows a column, or withholds it on purpose. */
function isCovered(table: string, column: string): boolean {
  return USER_TABLES.some((of) => {
    const expressions = Object.values(of.shown).join(' ');
    return of.table === table && (of.withheld.includes(column) || new RegExp(`\\b${column}\\b`).test(expressions));
  });
}

describe('data of a user', () => {
  it('include every column of every table with users, unless it is withheld on purpose', async () => {
    const columns = (await listColumns()).filter(({ table, column }) => !Object.hasOwn(NOT_LISTED, table) && column !== 'domain_id');

    expect(columns.length).toBeGreaterThan(80);
    expect(columns.filter(({ table, column }) => !isCovered(table, column))).toEqual([]);
  });

  it('withhold no column that does not exist', async () => {
    const known = new Set((await listColumns()).map(({ table, column }) => `${table}.${column}`));

    expect(
      USER_TABLES.flatMap(({ table, withheld }) => withheld.map((column) => `${table}.${column}`)).filter((name) => !known.has(name)),
    ).toEqual([]);
  });

  it('are those of one user of one domain', async () => {
    const [domainId, other] = [await fixture.rows.domain(), await fixture.rows.domain()];
    await fillDomain(fixture.rows, domainId);
    const [row] = await fixture.rows.query<{ sub: string }>('SELECT sub FROM end_user WHERE domain_id = $1', [domainId]);
    const { sub } = row!;
    const repository = new UserDataRepository(fixture.database);
    const count = async (...user: [string, string]) => {
      const counts: [string, number][] = [];
      for await (const { name, rows } of repository.list(...user)) counts.push([name, rows.length]);
      return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
    };

    expect(await count(domainId, sub)).toMatchObject({ profile: 1, passkeys: 1, roles: 1, recoveryCodes: 1, messages: 1, magicLinks: 1 });
    expect(await count(other, sub)).toEqual({});
    expect(await count(domainId, '7f0c52a1-6a3c-4b9f-9d6a-000000000000')).toEqual({});
  });
});
