import { sql } from './sql.js';

/**
 * Looks for a text in every column of every table, as whoever has a dump could: as it is, and in columns of octets as UTF-8, or as what it is
 * the base64url of.
 *
 * @returns the tables that have it
 */
export async function tablesWith(databaseUrl: string, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const looks = tables.map(({ name }) => `SELECT '${name}' AS name FROM ${name} AS stored WHERE stored::text ~ $1`);
  const found = await sql<{ name: string }>(databaseUrl, looks.join(' UNION '), [patternOf(text)]);
  return found.map(({ name }) => name);
}

function patternOf(text: string): string {
  const octets = [Buffer.from(text), Buffer.from(text, 'base64url')].map((each) => each.toString('hex'));
  return [text.replaceAll(/[^\w]/g, '\\$&'), ...octets].join('|');
}
