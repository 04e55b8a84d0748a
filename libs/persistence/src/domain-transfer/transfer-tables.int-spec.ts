import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { DOMAIN_TABLES } from '../domain-deletion/domain-tables.js';
import { LEFT_OUT_COLUMNS, LEFT_OUT_TABLES, TRANSFER_TABLES } from './transfer-tables.js';

/** The columns of the domain itself, which are in the first line. */
const HEADER_COLUMNS = [
  'id',
  'name',
  'created_at',
  'longest_expiry',
  'id_token_algorithms',
  'access_token_algorithms',
  'second_factor',
  'account_deletion',
  'sign_up',
  'editable_attributes',
];

let fixture: PersistenceFixture;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
});

afterAll(() => fixture.end());

describe('the file of an exported domain', () => {
  it('has every table with rows of a domain, or a reason why not', () => {
    const named = [...TRANSFER_TABLES.map(({ name }) => name), ...Object.keys(LEFT_OUT_TABLES)];

    expect(named.toSorted()).toEqual(DOMAIN_TABLES.toSorted());
  });

  it('has every column of these tables, or a reason why not', async () => {
    const rows = await fixture.rows.query<{ name: string; columns: string[] }>(
      `SELECT table_name AS name, array_agg(column_name::text ORDER BY column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name <> 'domain_id' AND is_generated = 'NEVER' GROUP BY table_name`,
    );
    const stored = new Map(rows.map(({ name, columns }) => [name, columns]));
    const leftOut = Object.keys(LEFT_OUT_COLUMNS).map((column) => column.split('.'));

    const domain = { name: 'domain', columns: HEADER_COLUMNS, encrypted: [] };
    for (const { name, columns, encrypted } of [domain, ...TRANSFER_TABLES]) {
      const others = leftOut.filter(([table]) => table === name).map(([, column]) => column!);
      expect([name, [...columns, ...encrypted, ...others].toSorted()]).toEqual([name, stored.get(name)!.toSorted()]);
    }
  });
});
