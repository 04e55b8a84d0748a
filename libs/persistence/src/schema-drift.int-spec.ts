import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createTestDatabase, TEST_TIMEOUTS, type TestDatabase } from '../../../test/support/database.js';
import { createDataSource } from './connection/data-source.fixture.js';
import { readSchema } from './schema.fixture.js';

/** Parts that entities cannot express, such as an index of an expression. */
const BEYOND_ENTITIES = [
  "index CREATE INDEX end_user_attribute ON public.end_user USING gin (end_user_attribute_terms(domain_id, block, attributes)) WITH (fastupdate='on', gin_pending_list_limit='64')",
  "index CREATE INDEX end_user_search ON public.end_user USING gin (end_user_terms(domain_id, block, identity_provider, search_text)) WITH (fastupdate='on', gin_pending_list_limit='64')",
];

/** What TypeORM would add to a partitioned table, where PostgreSQL rejects it; the partitions have it. */
const OF_PARTITIONS = /^ALTER TABLE "log_entry" ADD CONSTRAINT "\w+" PRIMARY KEY|^CREATE UNIQUE INDEX "log_entry_sequence"/;

let migrated: TestDatabase;
let synchronized: TestDatabase;
let source: DataSource;
let client: pg.Client;
let wanted: string[];

function open(url: string): Promise<DataSource> {
  return createDataSource({ url, poolSize: 3, ...TEST_TIMEOUTS }).initialize();
}

/** What TypeORM would create from the entities, in a database with only the sequence, which no entity has. */
async function readEntitySchema(url: string): Promise<string[]> {
  const entities = await open(url);
  await entities.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SEQUENCE revision AS bigint');
  await entities.synchronize();
  await entities.destroy();
  const connection = new pg.Client(url);
  await connection.connect();
  const schema = await readSchema(connection);
  await connection.end();
  return schema;
}

beforeAll(async () => {
  [migrated, synchronized] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  source = await open(migrated.url);
  client = new pg.Client(migrated.url);
  await client.connect();
  wanted = await readEntitySchema(synchronized.url);
});

afterAll(async () => {
  await source.destroy();
  await client.end();
  await Promise.all([migrated.drop(), synchronized.drop()]);
});

describe('migrated schema', () => {
  it('needs no change by TypeORM', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query).filter((query) => !OF_PARTITIONS.test(query))).toEqual([]);
  });

  it('matches the entities: columns, defaults, constraints and indexes', async () => {
    const schema = await readSchema(client);

    expect(schema.filter((line) => !BEYOND_ENTITIES.includes(line))).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(50);
  });

  it.each([
    'ALTER TABLE client DROP COLUMN policies',
    'ALTER TABLE client ADD COLUMN colour text',
    'ALTER TABLE client ALTER scope TYPE varchar(128)',
    'ALTER TABLE client ALTER scope DROP NOT NULL',
    'ALTER TABLE client ALTER allow_local_login SET DEFAULT true',
    'ALTER TABLE domain ALTER created_at SET DEFAULT now()',
    'ALTER TABLE domain DROP CONSTRAINT domain_status',
    `ALTER TABLE domain DROP CONSTRAINT domain_kind; ALTER TABLE domain ADD CONSTRAINT domain_kind CHECK (kind IN ('sandbox'))`,
    'ALTER TABLE signing_key DROP CONSTRAINT signing_key_domain',
    'ALTER TABLE subscription DROP CONSTRAINT subscription_name',
    `ALTER TABLE client_secret DROP CONSTRAINT client_secret_client;
     ALTER TABLE client_secret ADD CONSTRAINT client_secret_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id)`,
    'DROP INDEX oidc_payload_grant',
    'DROP INDEX domain_holder; CREATE UNIQUE INDEX domain_holder ON domain (name)',
    'DROP INDEX domain_claim; CREATE INDEX domain_claim ON domain (subscription_id, name)',
    'DROP INDEX oidc_payload_grant; CREATE INDEX oidc_payload_grant ON oidc_payload (grant_id, domain_id) WHERE grant_id IS NOT NULL',
    'CREATE TABLE colour (id uuid)',
  ])('would not match after: %s', async (change) => {
    await client.query('BEGIN');
    await client.query(change);

    const schema = await readSchema(client);

    await client.query('ROLLBACK');
    expect(schema).not.toEqual(wanted);
  });
});
