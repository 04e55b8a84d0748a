import type { Row, Rows } from './rows.js';

/** Inserts a stream of a new client, enabled and empty. Only the auth server creates streams otherwise. @returns its id */
export async function insertSignalStream(rows: Rows, domain: string, values: Row = {}): Promise<string> {
  const [found] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const { client_id } = await rows.insert('client', { domain_id: found!.id, scope: 'ssf.manage' });
  const { id } = await rows.insert('ssf_stream', { domain_id: found!.id, client_id, status: 'enabled', ...values });
  return id as string;
}
