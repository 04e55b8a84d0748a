import type { Client } from 'pg';

/** Everything of the schema that has an effect, one line each: what TypeORM compares, and what it does not compare. */
const SCHEMA = `
  SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
           CASE WHEN a.attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migration'
  UNION ALL
  SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid <> coalesce(to_regclass('migration'), 0) AND contype <> 'n'
  UNION ALL
  SELECT format('index %s', pg_get_indexdef(indexrelid)) FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND relname <> 'migration'`;

/** The lines, sorted. */
export async function readSchema(connection: Client): Promise<string[]> {
  const { rows } = await connection.query<{ line: string }>(SCHEMA);
  return rows.map(({ line }) => line).toSorted();
}
