import { expect, it } from '@jest/globals';
import { startAuth } from '../support/auth.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startManagement } from '../support/management.js';
import { PgBouncer } from '../support/pgbouncer.js';
import { sql } from '../support/sql.js';

it('both services and their jobs work behind PgBouncer with the documented settings', async () => {
  const database = await createTestDatabase();
  const pooler = await PgBouncer.before(database.url);
  const [management, auth] = [await startManagement(pooler.url), await startAuth(pooler.url)];
  const caller = management.as(management.apiKey);
  const domain = await caller.registerDomain();
  const client = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
  const { json } = await caller.put(`/v1/domain/${domain}/client/service`, client);
  const { clientSecret } = json as { clientSecret: string };

  expect(await auth.token(domain, { clientId: 'service', clientSecret })).toMatch(/^eyJ/);
  expect((await caller.delete(`/v1/domain/${domain}`)).status).toBe(204);
  await eventually(async () => (await sql(database.url, 'SELECT FROM domain')).length === 0, { timeoutMs: 20_000 });

  await Promise.all([management.stop(), auth.stop()]);
  await pooler.stop();
  await database.drop();
});
