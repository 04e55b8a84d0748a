import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './database.js';

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  it('gives every caller a migrated database of its own', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);

    await query(one.url, `INSERT INTO subscription (id, name) VALUES (gen_random_uuid(), 'one')`);

    expect(await query(one.url, 'SELECT name FROM subscription')).toEqual([{ name: 'one' }]);
    expect(await query(other.url, 'SELECT name FROM subscription')).toEqual([]);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('leaves nothing behind once dropped, whoever is still connected', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    client.on('error', () => undefined);
    await client.connect();
    const cutOff = new Promise((resolve) => client.once('end', resolve));

    await database.drop();

    await cutOff;
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});
