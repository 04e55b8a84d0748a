import type { Client } from 'pg';

/**
 * Everything of the schema that has an effect, one line each, whether or not TypeORM compares it. The unique indexes of a partitioned table
 * are those of each partition; here, of the default one.
 */
const SCHEMA = `
  WITH relation AS (
    SELECT *, relispartition AND relname LIKE '%\\_default' AS "is_default" FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname <> 'migration'
  )
  SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
           CASE WHEN a.attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS line
    FROM relation c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
  UNION ALL
  SELECT CASE WHEN is_default THEN replace(line, '_default', '') ELSE line END FROM (
    SELECT c.*, contype, format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) AS line
      FROM pg_constraint k JOIN relation c ON c.oid = conrelid WHERE contype <> 'n'
  ) AS k WHERE NOT relispartition OR is_default AND contype = 'p'
  UNION ALL
  SELECT CASE WHEN is_default THEN replace(line, '_default', '') ELSE replace(line, ' ON ONLY ', ' ON ') END FROM (
    SELECT c.*, indisunique, format('index %s', pg_get_indexdef(indexrelid)) AS line FROM pg_index JOIN relation c ON c.oid = indrelid
  ) AS i WHERE NOT relispartition OR is_default AND indisunique`;

/** The lines, sorted. */
export async function readSchema(connection: Client): Promise<string[]> {
  const { rows } = await connection.query<{ line: string }>(SCHEMA);
  return rows.map(({ line }) => line).toSorted();
}
