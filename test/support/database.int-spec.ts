import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from './database.js';
import { sql } from './sql.js';

describe('createTestDatabase', () => {
  it('gives every caller a migrated database', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);

    await sql(one.url, `INSERT INTO subscription (id, name) VALUES (gen_random_uuid(), 'one')`);

    expect(await sql(one.url, 'SELECT name FROM subscription')).toEqual([{ name: 'one' }]);
    expect(await sql(other.url, 'SELECT name FROM subscription')).toEqual([]);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('drops a database even if connections are open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    client.on('error', () => undefined);
    await client.connect();
    const cutOff = new Promise((resolve) => client.once('end', resolve));

    await database.drop();

    await cutOff;
    await expect(sql(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});
