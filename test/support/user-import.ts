import type { Rows } from './rows.js';

/** Inserts an import that is being uploaded. @returns its id */
export async function insertUserImport(rows: Rows, domain: string): Promise<string> {
  const [row] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const { id } = await rows.insert<{ id: string }>('user_import', { domain_id: row!.id });
  return id;
}
