import type { Rows } from './rows.js';

/**
 * Inserts a stream of a client, with a row in every table of streams. An event refers to the change, because the worker deletes changes
 * without events.
 */
export async function fillStream(rows: Rows, client: { domain_id: string; client_id: string }): Promise<void> {
  const { domain_id } = client;
  const { id: stream_id } = await rows.insert('ssf_stream', client);
  const { entry_id: change_entry_id } = await rows.insert('ssf_change', { domain_id });
  await rows.insert('ssf_event', { domain_id, stream_id, change_entry_id });
  await rows.insert('ssf_ended_event', { domain_id, stream_id });
  await rows.insert('ssf_removed_subject', { domain_id, stream_id });
}
