import { sql } from './sql.js';

/** The tables in any schema with a row that contains one of the words. */
export async function findTablesContaining(databaseUrl: string, ...words: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
       AND NOT (SELECT relispartition FROM pg_class WHERE oid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const mentions = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name} AS t WHERE t::text LIKE ANY ($1))`);
  const found = await sql<{ name: string }>(databaseUrl, mentions.join(' UNION ALL '), [words.map((word) => `%${word}%`)]);
  return found.map(({ name }) => name);
}

/** The same after the deletion of a domain, except its receipt, which stays. */
export async function findLeftovers(databaseUrl: string, ...words: string[]): Promise<string[]> {
  return (await findTablesContaining(databaseUrl, ...words)).filter((table) => table !== 'public.domain_deletion');
}
