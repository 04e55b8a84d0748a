import { createHash, randomUUID } from 'node:crypto';
import { sql } from './sql.js';

export interface Subscriber {
  id: string;
  name: string;
  apiKey: string;
}

/** A further subscription with one key, as the CLI would create it. */
export async function createSubscription(databaseUrl: string): Promise<Subscriber> {
  const name = `subscription-${randomUUID()}`;
  const apiKey = `latchkey_${randomUUID()}`;
  const [row] = await sql<{ id: string }>(databaseUrl, 'INSERT INTO subscription (name) VALUES ($1) RETURNING id', [name]);
  const hash = createHash('sha256').update(apiKey).digest();
  await sql(databaseUrl, `INSERT INTO api_key (subscription_id, name, hash) VALUES ($1, 'test', $2)`, [row!.id, hash]);
  return { id: row!.id, name, apiKey };
}
