import { PersonalDataCipher } from '@latchkey/crypto';
import { MASTER_KEY } from '../../../../test/support/management.js';
import type { Rows } from '../../../../test/support/rows.js';

export interface StoredEvent {
  type: string;
  actor_type: string;
  data: Readonly<Record<string, unknown>>;
}

interface StoredRow extends StoredEvent {
  sub: string;
  encrypted_data: Buffer | null;
  key: Buffer | null;
}

/** The events of a domain as they are stored, oldest first, with the personal data that its users still have, without their salt. */
export async function readStoredEvents(rows: Rows, domainId: string, condition = 'TRUE'): Promise<StoredEvent[]> {
  const cipher = new PersonalDataCipher([Buffer.from(MASTER_KEY, 'base64')]);
  const stored = await rows.query<StoredRow & Record<string, unknown>>(
    `SELECT entry.type, entry.actor_type, entry.data, entry.sub, entry.encrypted_data, log_key.encrypted AS key
     FROM log_entry AS entry LEFT JOIN log_key ON log_key.domain_id = entry.domain_id AND log_key.sub = entry.sub
       AND log_key.month = date_trunc('month', at AT TIME ZONE 'UTC')::date
     WHERE entry.domain_id = $1 AND ${condition} ORDER BY id`,
    [domainId],
  );
  return stored.map(({ type, actor_type, data, sub, encrypted_data: encrypted, key }) => {
    const erased = String(data['erased']);
    const { salt: _, ...plain } = encrypted && key ? cipher.decrypt({ erased, encrypted }, key, { domainId, sub }) : data;
    return { type, actor_type, data: plain };
  });
}
