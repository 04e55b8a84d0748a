import type { Rows } from './rows.js';

/** Every table that has rows of a domain; which of them are of a user, and which expire. */
export async function tablesOfDomains(rows: Rows): Promise<{ name: string; ofUser: boolean; expires: boolean }[]> {
  return rows.query(
    `SELECT table_name AS name, bool_or(column_name = 'sub') AS "ofUser", bool_or(column_name = 'expires_at') AS expires FROM information_schema.columns
     WHERE table_schema = 'public' GROUP BY table_name HAVING bool_or(column_name = 'domain_id') ORDER BY table_name`,
  );
}

/** Writes a row of a domain into every table that may have one. None of them expires within an hour. */
export async function fillDomain(rows: Rows, id: string): Promise<void> {
  const client = { domain_id: id, client_id: 'filled' };
  await rows.insert('client', client);
  const secret = await rows.insert('client_secret', client);
  await rows.insert('client_secret_use', { ...client, secret_id: secret.id });
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: id });
  const done = new Set(['client', 'client_secret', 'client_secret_use', 'end_user', 'signing_key']);
  const expires_at = new Date(Date.now() + 3_600_000);
  for (const { name, ofUser, expires } of await tablesOfDomains(rows)) {
    if (!done.has(name)) await rows.insert(name, { domain_id: id, ...(ofUser && { sub }), ...(expires && { expires_at }) });
  }
}
