import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { eventually } from '../../../../test/support/eventually.js';

const DAY_MS = 86_400_000;
let database: TestDatabase;
let rows: Rows;
let management: StartedManagement;
let domainId: string;

/** A client that registered itself some milliseconds ago. */
async function register(client_id: string, age: number): Promise<Row> {
  const client = { domain_id: domainId, client_id };
  await rows.insert('client', client);
  await rows.insert('registered_client', { ...client, created_at: new Date(Date.now() - age) });
  return client;
}

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  domainId = await rows.domain();
  await rows.insert('client', { domain_id: domainId, client_id: 'configured' });
  await register('new', DAY_MS - 60_000);
  await register('unused', DAY_MS + 60_000);
  await register('used', DAY_MS + 60_000);
  await rows.insert('usage_count', {
    domain_id: domainId,
    day: new Date(Date.now() - DAY_MS),
    kind: 'token',
    subject: 'used',
    count: 1,
  });
  await rows.insert('oidc_payload', await register('under way', DAY_MS + 60_000));
  management = await startManagement(database.url);
}, 60_000);

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

describe('a client that registered itself', () => {
  it('is removed if it got no token within a day, and the log says so', async () => {
    await eventually(async () => (await rows.count('client', `client_id = 'unused'`)) === 0, { timeoutMs: 90_000, intervalMs: 100 });

    const left = await rows.query<{ client_id: string }>('SELECT client_id FROM client WHERE domain_id = $1 ORDER BY client_id', [
      domainId,
    ]);
    expect(left.map(({ client_id }) => client_id)).toEqual(['configured', 'new', 'under way', 'used']);
    const events = await rows.query(`SELECT type, actor_type, client_id FROM log_entry WHERE domain_id = $1 AND type LIKE 'client.%'`, [
      domainId,
    ]);
    expect(events).toEqual([{ type: 'client.deleted', actor_type: 'service', client_id: 'unused' }]);
    const settled = await rows.query('SELECT client_id FROM registered_client WHERE used ORDER BY client_id');
    expect(settled).toEqual([{ client_id: 'under way' }, { client_id: 'used' }]);
  }, 120_000);
});
