import { sql } from './sql.js';

/**
 * Searches every column of every table for a text as it could appear in a dump: as plain text, as UTF-8 octets, and as the octets that it
 * encodes in base64url.
 *
 * @returns the tables that contain it
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
