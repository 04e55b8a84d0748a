import type { Row, Rows } from './rows.js';
import { fillStream } from './filled-stream.js';

export interface TableOfDomains {
  name: string;
  ofUser: boolean;
  ofClient: boolean;
  expires: boolean;
}

/**
 * Every table that has rows of a domain, which of them have rows of a user or a client, and which expire. The outbox of webhooks is
 * missing, because its worker empties it.
 */
export async function listDomainTables(rows: Rows): Promise<TableOfDomains[]> {
  return rows.query<Row & TableOfDomains>(
    `SELECT table_name AS name, bool_or(column_name = 'sub') AS "ofUser", bool_or(column_name = 'client_id') AS "ofClient", bool_or(column_name = 'expires_at') AS expires FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> 'webhook_outbox' AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition) GROUP BY table_name HAVING bool_or(column_name = 'domain_id') ORDER BY table_name`,
  );
}

/** The tables with the authentication document of a client. */
export const AUTHENTICATION_TABLES = ['client_authentication', 'client_authentication_method', 'client_authentication_method_use'];

/** Inserts a row into each of them. @returns the id of the method */
export async function insertAuthentication(rows: Rows, client: { domain_id: string; client_id: string }): Promise<string> {
  await rows.insert('client_authentication', client);
  const { id } = await rows.insert('client_authentication_method', client);
  await rows.insert('client_authentication_method_use', { ...client, method_id: id });
  return id;
}

/** The tables with resources, roles, and who has them. */
export const RESOURCE_TABLES = ['resource', 'client_resource', 'role', 'role_permission', 'user_role', 'client_role'];

/** Inserts a row into each of them. */
export async function insertResource(rows: Rows, client: { domain_id: string; client_id: string }, sub: string): Promise<void> {
  const { domain_id } = client;
  const { resource_id } = await rows.insert<{ resource_id: string }>('resource', { domain_id });
  await rows.insert('client_resource', { ...client, resource_id });
  const { role } = await rows.insert<{ role: string }>('role', { domain_id });
  await rows.insert('role_permission', { domain_id, role, resource_id });
  await rows.insert('user_role', { domain_id, sub, role });
  await rows.insert('client_role', { ...client, role });
}

/** Values that the API checks beyond the constraints of the table, because a domain with others cannot be imported. */
const VALID: Readonly<Record<string, Row>> = { page_text: { language: 'de' } };

/** Inserts a row of a domain into every table with a domain_id. None of them expires within an hour. */
export async function fillDomain(rows: Rows, id: string): Promise<void> {
  const client = { domain_id: id, client_id: 'filled' };
  await rows.insert('client', client);
  const secret = await rows.insert('client_secret', client);
  await rows.insert('client_token_budget', client);
  await rows.insert('client_secret_use', { ...client, secret_id: secret.id });
  await insertAuthentication(rows, client);
  const { id: import_id } = await rows.insert('user_import', { domain_id: id });
  await rows.insert('user_import_line', { domain_id: id, import_id });
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: id });
  const { id: invitation_id } = await rows.insert('user_invitation', { domain_id: id });
  await rows.insert('user_invitation_recipient', { domain_id: id, invitation_id, sub });
  await insertResource(rows, client, sub);
  // The worker may have started it.
  await rows.query('INSERT INTO log_chain (domain_id) VALUES ($1) ON CONFLICT DO NOTHING', [id]);
  // Nothing is delivered to a disabled webhook.
  const webhook = await rows.insert('webhook', { domain_id: id, enabled: false });
  await rows.insert('webhook_delivery', { domain_id: id, webhook_id: webhook.id });
  await fillStream(rows, client);
  const done = new Set([
    'ssf_change',
    'ssf_event',
    'ssf_ended_event',
    'ssf_removed_subject',
    'ssf_stream',
    'log_chain',
    'webhook',
    'webhook_delivery',
    'user_import',
    'user_import_line',
    'user_invitation',
    'user_invitation_recipient',
    'client',
    'client_secret',
    'client_secret_use',
    'client_token_budget',
    ...AUTHENTICATION_TABLES,
    ...RESOURCE_TABLES,
    'end_user',
    'signing_key',
  ]);
  const expires_at = new Date(Date.now() + 3_600_000);
  for (const { name, ofUser, ofClient, expires } of await listDomainTables(rows)) {
    const columns = { ...(ofClient && client), ...(ofUser && { sub }), ...(expires && { expires_at }), ...VALID[name] };
    if (!done.has(name)) await rows.insert(name, { domain_id: id, ...columns });
  }
}
