import type { Database } from './connection/database.js';
import { throwOutage, workForEachDomain } from './domain-failures.js';

/** Rows of all domains to delete or clear. All parts are SQL. */
export interface ExpiredRows {
  table: string;
  /** The condition of the rows, which the change must make false. */
  where: string;
  /** By default the rows are deleted. */
  change?: string;
}

/**
 * Changes a batch of expired rows. If that fails, changes the rows of each domain separately, so that a domain whose rows cannot be changed
 * does not block others.
 *
 * @returns the number of changed rows
 *
 * @throws DomainFailuresError after the rows of the other domains were changed
 */
export async function changeExpired(database: Database, rows: ExpiredRows, limit: number): Promise<number> {
  try {
    return await changeBatch(database, rows, { limit, domainId: null });
  } catch (error) {
    await throwOutage(database, error);
  }
  const found: { id: string }[] = await database.manager.query(`SELECT DISTINCT domain_id AS id FROM ${rows.table} WHERE ${rows.where}`);
  let changed = 0;
  await workForEachDomain(
    database,
    found.map(({ id }) => id),
    async (domainId) => {
      let batch: number;
      do changed += batch = await changeBatch(database, rows, { limit, domainId });
      while (batch === limit);
    },
  );
  return changed;
}

async function changeBatch(
  database: Database,
  { table, where, change = `DELETE FROM ${table}` }: ExpiredRows,
  { limit, domainId }: { limit: number; domainId: string | null },
): Promise<number> {
  const ofDomain = domainId === null ? '' : 'AND domain_id = $2';
  const [, count]: [unknown, number] = await database.manager.query(
    `${change} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${where} ${ofDomain} LIMIT $1)) AND ${where}`,
    domainId === null ? [limit] : [limit, domainId],
  );
  return count;
}
