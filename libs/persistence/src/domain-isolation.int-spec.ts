import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { DOMAIN_TABLES } from './domain-deletion/domain-tables.js';

/** Tables above the domains, or that outlive them. Add a table here only if it contains no data of a domain. */
const TABLES_WITHOUT_DOMAIN = [
  'api_key',
  'dns_attempt',
  'domain',
  'domain_deletion',
  'idempotency_answer',
  'log_head_key',
  'master_key_proof',
  'migration',
  'operator',
  'operator_proof',
  'rate_limit',
  'receipt_key',
  'released_name',
  'subscription',
  'subscription_token_budget',
];
/** Indexes for work across all domains. */
const ACROSS_DOMAINS = [
  'client_secret_expiry',
  'form_submission_expiry',
  'log_chain_due',
  'log_retention_days_used',
  'logout_notice_due',
  'magic_link_expiry',
  'sign_up_expiry',
  'message_due',
  'message_expiry',
  'operator_identity',
  'operator_proof_expiry',
  'oidc_payload_expiry',
  'recovery_code_shown',
  'ssf_ended_event_age',
  'ssf_event_age',
  'ssf_stream_due',
  'used_jti_expiry',
  'user_import_age',
  'user_invitation_age',
  'user_invitation_due',
  'webhook_delivery_age',
  'webhook_due',
  'webhook_outbox_entry',
];
/** Indexes of expressions that include the domain, which each search must name. */
const INDEXES_WITH_DOMAIN_TERM = ['end_user_attribute', 'end_user_search'];

interface Key {
  table: string;
  name: string;
  kind: 'primary key' | 'foreign key' | 'index' | 'partial index';
  columns: string[];
  /** For a foreign key, the table and its columns. */
  target: string | null;
  targetColumns: string[] | null;
}

const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname`;

/** The partitioned table that a partition belongs to, or the table itself. */
const wholeTable = (id: string): string => `coalesce((SELECT inhparent FROM pg_inherits WHERE inhrelid = ${id}), ${id})::regclass::text`;

const KEYS = `
  WITH columns AS (SELECT attrelid, attnum, attname::text AS name FROM pg_attribute WHERE attnum > 0)
  SELECT ${wholeTable('conrelid')} AS table, conname AS name, CASE contype WHEN 'p' THEN 'primary key' ELSE 'foreign key' END AS kind,
         ARRAY (SELECT name FROM unnest(conkey) WITH ORDINALITY AS k (n, o) JOIN columns ON attrelid = conrelid AND attnum = n ORDER BY o) AS columns,
         nullif(confrelid, 0)::regclass::text AS target,
         ARRAY (SELECT name FROM unnest(confkey) WITH ORDINALITY AS k (n, o) JOIN columns ON attrelid = confrelid AND attnum = n ORDER BY o)
           AS "targetColumns"
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f')
  UNION ALL
  SELECT ${wholeTable('indrelid')}, indexrelid::regclass::text, CASE WHEN indpred IS NULL THEN 'index' ELSE 'partial index' END,
         ARRAY (SELECT coalesce(name, 'expression') FROM unnest(indkey) WITH ORDINALITY AS k (n, o)
                LEFT JOIN columns ON attrelid = indrelid AND attnum = n ORDER BY o), NULL, NULL
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

async function readCatalog(): Promise<{ tables: string[]; keys: Key[] }> {
  const tables = await client.query<{ name: string }>(TABLES);
  const keys = await client.query<Key>(KEYS);
  return { tables: tables.rows.map(({ name }) => name), keys: keys.rows };
}

/** Parts of the schema that could show a row of one domain to another, or make a query read the rows of all domains. */
async function findViolations(): Promise<string[]> {
  const { tables, keys } = await readCatalog();
  const domainTables = tables.filter((table) => !TABLES_WITHOUT_DOMAIN.includes(table));
  const primary = new Set(keys.filter(({ kind }) => kind === 'primary key').map(({ table }) => table));
  return [
    ...domainTables.filter((table) => !primary.has(table)).map((table) => `${table}: has no primary key`),
    ...keys.filter((key) => domainTables.includes(key.table)).flatMap(findViolation),
    ...keys.filter(({ kind }) => kind === 'foreign key').flatMap((key) => (isIndexed(key, keys) ? [] : [`${key.name}: has no index`])),
  ];
}

function findViolation({ name, kind, columns, target, targetColumns }: Key): string[] {
  if (ACROSS_DOMAINS.includes(name) || INDEXES_WITH_DOMAIN_TERM.includes(name)) return [];
  if (columns[0] !== 'domain_id') return [`${name}: ${kind} begins with ${columns[0]}`];
  const pointsToDomainOf = target === 'domain' ? 'id' : 'domain_id';
  return target === null || targetColumns?.[0] === pointsToDomainOf ? [] : [`${name}: leads out of the domain`];
}

/**
 * Whether the rows that a foreign key refers to can be found without reading the table. Otherwise each removal of a parent reads the whole
 * table.
 */
function isIndexed({ table, columns }: Key, keys: Key[]): boolean {
  return keys.some(
    (key) =>
      key.table === table && key.kind === 'index' && columns.every((column) => key.columns.slice(0, columns.length).includes(column)),
  );
}

describe('domain id in the schema', () => {
  it('is the first column of all primary keys, foreign keys and indexes, and every foreign key has an index', async () => {
    expect(await findViolations()).toEqual([]);
  });

  it.each([
    [
      'is not in a table without domain_id',
      'CREATE TABLE colour (id uuid CONSTRAINT colour_pk PRIMARY KEY)',
      'colour_pk: primary key begins with id',
    ],
    ['is not in a table without primary key', 'CREATE TABLE sign_in (domain_id uuid NOT NULL)', 'sign_in: has no primary key'],
    [
      'is not where the id comes first',
      'CREATE TABLE colour (id uuid, domain_id uuid, CONSTRAINT colour_pk PRIMARY KEY (id, domain_id))',
      'colour_pk: primary key begins with id',
    ],
    ['is not in an index of all domains', 'CREATE INDEX client_scope ON client (scope)', 'client_scope: index begins with scope'],
    [
      'is not in an index by an expression',
      'CREATE INDEX client_lower ON client (lower(scope))',
      'client_lower: index begins with expression',
    ],
    [
      'is not in a partial index of all domains',
      `CREATE INDEX client_public ON client (client_id) WHERE client_type = 'Public'`,
      'client_public: partial index begins with client_id',
    ],
    [
      'is not in a unique constraint over all domains',
      'ALTER TABLE client ADD CONSTRAINT client_unique UNIQUE (client_id, domain_id)',
      'client_unique: index begins with client_id',
    ],
    [
      'is not in a foreign key that leads to a row of any domain',
      `ALTER TABLE signing_key ADD CONSTRAINT signing_key_unique UNIQUE (kid);
       ALTER TABLE client ADD COLUMN kid text, ADD CONSTRAINT client_kid FOREIGN KEY (kid) REFERENCES signing_key (kid)`,
      'client_kid: foreign key begins with kid',
    ],
    [
      'is not in a foreign key whose domain_id is something else there',
      'ALTER TABLE client ADD CONSTRAINT client_odd FOREIGN KEY (domain_id) REFERENCES subscription (id)',
      'client_odd: leads out of the domain',
    ],
    [
      'is no use where a removal reads the whole table',
      `CREATE TABLE colour (domain_id uuid, id uuid, client_id text, CONSTRAINT colour_pk PRIMARY KEY (domain_id, id),
         CONSTRAINT colour_client FOREIGN KEY (domain_id, client_id) REFERENCES client (domain_id, client_id));
       CREATE INDEX colour_some ON colour (domain_id, client_id) WHERE client_id > 'a'`,
      'colour_client: has no index',
    ],
    [
      'is no excuse for a foreign key without index above the domains',
      'ALTER TABLE api_key ADD COLUMN domain uuid CONSTRAINT api_key_domain REFERENCES domain (id)',
      'api_key_domain: has no index',
    ],
  ])('is required: %s', async (_hole, change, breach) => {
    await client.query('BEGIN');
    await client.query(change);

    const found = await findViolations();

    await client.query('ROLLBACK');
    expect(found).toContain(breach);
  });
});

describe('tables that the purge of a domain empties', () => {
  it('include all tables with rows of a domain', async () => {
    const { tables } = await readCatalog();

    expect(DOMAIN_TABLES.toSorted()).toEqual(tables.filter((table) => !TABLES_WITHOUT_DOMAIN.includes(table)));
  });

  it('come in an order that no foreign key forbids: children before their parents', async () => {
    const { keys } = await readCatalog();
    const order: readonly string[] = [...DOMAIN_TABLES, 'domain'];
    const links = keys.filter(({ kind, table }) => kind === 'foreign key' && order.includes(table) && table !== 'domain');

    const late = links.filter(({ table, target }) => order.indexOf(table) >= order.indexOf(target!));

    expect(links.length).toBeGreaterThanOrEqual(4);
    expect(late).toEqual([]);
  });
});
