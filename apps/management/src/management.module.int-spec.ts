import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { eventually } from '../../../test/support/eventually.js';
import { startManagement, type StartedManagement } from '../../../test/support/management.js';
import { sql } from '../../../test/support/sql.js';

const COMMON_SETTINGS = { BOOTSTRAP_API_KEY: 'the-same-for-both', KEY_ROTATION_DAYS: '30' };

let database: TestDatabase;
let apiReplica: StartedManagement;
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  apiReplica = await startManagement(database.url, { ...COMMON_SETTINGS, WORKER: 'off' });
  domain = await apiReplica.as(apiReplica.apiKey).registerDomain();
});

afterAll(async () => {
  await apiReplica.stop();
  await database.drop();
});

/** The `kid`s of the domain's keys, oldest first. */
async function listKeys(): Promise<string[]> {
  const query = `SELECT kid FROM signing_key JOIN domain ON domain.id = domain_id WHERE name = $1
    ORDER BY signs_from::timestamptz(0), algorithm`;
  return (await sql<{ kid: string }>(database.url, query, [domain])).map(({ kid }) => kid);
}

function listPayloads(): Promise<{ id: string }[]> {
  return sql(database.url, 'SELECT model FROM oidc_payload ORDER BY model');
}

it('keeps two connections for the queue with WORKER=off', async () => {
  const open = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey jobs'`;

  expect(await sql(database.url, open)).toHaveLength(2);
});

describe('due work', () => {
  beforeAll(async () => {
    await sql(database.url, `UPDATE signing_key SET created_at = now() - interval '31 days', signs_from = now() - interval '31 days'`);
    await sql(
      database.url,
      `INSERT INTO signing_key (domain_id, kid, algorithm, public_jwk, private_key, created_at, signs_from)
       SELECT domain_id, 'superseded ' || algorithm, algorithm, public_jwk, private_key, created_at - interval '31 days', signs_from - interval '31 days' FROM signing_key`,
    );
    await sql(
      database.url,
      `INSERT INTO oidc_payload (domain_id, model, hash, payload, expires_at)
       SELECT domain.id, p.model, sha256(p.model::bytea), '{}', now() + p.expiry::interval FROM domain,
         (VALUES ('expired', '-1 second'), ('valid', '1 hour'), ('lasting', NULL)) AS p (model, expiry)`,
    );
  });

  it('is left to a process with WORKER=on, which does it at its start', async () => {
    const [superseded, ...signing] = await listKeys();
    expect([superseded, signing.length]).toEqual(['superseded ES256', 1]);
    expect(await listPayloads()).toHaveLength(3);

    const workingReplica = await startManagement(database.url, { ...COMMON_SETTINGS, WORKER: 'on' });

    expect(await eventually(() => workingReplica.events.find(({ msg }) => msg === 'signing keys'))).toMatchObject({
      rotated: 1,
      retired: 1,
    });
    const next = expect.stringMatching(/^[\w-]{22}$/);
    expect(await listKeys()).toEqual([...signing, next]);
    await eventually(async () => (await listPayloads()).length === 2);
    expect(await listPayloads()).toEqual([{ model: 'lasting' }, { model: 'valid' }]);
    await workingReplica.stop();
  });
});
