import type { Row, Rows } from './rows.js';

/** Inserts a stream of a new client, enabled and empty. Only the auth server creates streams otherwise. @returns its id */
export async function insertSignalStream(rows: Rows, domain: string, values: Row = {}): Promise<string> {
  const [found] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const { client_id } = await rows.insert('client', { domain_id: found!.id, scope: 'ssf.manage' });
  const { id } = await rows.insert('ssf_stream', { domain_id: found!.id, client_id, status: 'enabled', ...values });
  return id as string;
}

/** Inserts an event of a stream that its receiver has accepted. @returns its id */
export async function insertSignalDelivery(rows: Rows, stream_id: string, values: Row = {}): Promise<string> {
  const [stream] = await rows.query<{ domain_id: string }>('SELECT domain_id FROM ssf_stream WHERE id = $1', [stream_id]);
  const { id } = await rows.insert('ssf_ended_event', { domain_id: stream!.domain_id, stream_id, id: crypto.randomUUID(), ...values });
  return id as string;
}
