import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { createReleaseDatabase } from '../../../test/support/release-schema.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/index.js';
import { readSchema } from './schema.fixture.js';

/** Parts of the schema besides tables. */
const FUNCTIONS = `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'`;
const SEQUENCES = `SELECT format('%s %s', sequencename, data_type) AS text FROM pg_sequences WHERE schemaname = 'public'`;

let fresh: TestDatabase;
let upgraded: TestDatabase;

async function connect<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function list(client: pg.Client, query: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(query);
  return rows.map(({ text }) => text).toSorted();
}

beforeAll(async () => {
  [fresh, upgraded] = await Promise.all([createTestDatabase(), createReleaseDatabase()]);
});

afterAll(async () => {
  await Promise.all([fresh.drop(), upgraded.drop()]);
});

describe('schema of the last release', () => {
  it('matches a new installation after the migrations since the last release', async () => {
    const applied = await connect(upgraded.url, (client) => list(client, 'SELECT name AS text FROM migration'));
    await migrate(upgraded.url);

    const describeSchema = async (client: pg.Client) => ({
      tables: await readSchema(client),
      functions: await list(client, FUNCTIONS),
      sequences: await list(client, SEQUENCES),
      migrations: await list(client, 'SELECT name AS text FROM migration'),
    });
    const wanted = await connect(fresh.url, describeSchema);

    expect(await connect(upgraded.url, describeSchema)).toEqual(wanted);
    expect(applied).toEqual(
      migrations
        .slice(0, applied.length)
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(wanted.tables.length).toBeGreaterThan(50);
  });
});
