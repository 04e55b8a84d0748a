import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import { eventually } from '../../../../test/support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';

let database: TestDatabase;
let rows: Rows;
let upstream: DiscoveryServer;
/** Only answers, like a process that is killed right after its response. */
let apiReplica: StartedManagement;
let caller: Caller;
let domain: string;
let domainId: string;
let path: string;
let runningWorkers: StartedManagement[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  upstream = await DiscoveryServer.start();
  apiReplica = await startManagement(database.url, { WORKER: 'off' });
  caller = apiReplica.as((await createSubscription(database.url)).apiKey);
});

afterAll(async () => {
  await apiReplica.stop();
  await upstream.stop();
  await rows.end();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
  domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
  path = `/v1/domain/${domain}/provider/northwind`;
  await putIdentityProvider();
});

afterEach(stopWorkers);

async function putIdentityProvider(issuer = upstream.issuer): Promise<void> {
  expect((await caller.put(path, { issuer, clientId: 'latchkey', clientSecret: 'x' })).status).toBeLessThan(300);
}

/** Users, each with a session and a token. */
async function insertUsers(count: number, provider = 'northwind', issuer = upstream.issuer): Promise<void> {
  await rows.query(
    `WITH made AS (
       INSERT INTO end_user (domain_id, block, identity_provider, upstream_issuer, upstream_sub, username_key, search_text, attributes)
       SELECT $1, 0, $3, $2, n::text, $2 || $3 || n, '', '{}' FROM generate_series(1, $4::integer) AS n RETURNING sub)
     INSERT INTO oidc_payload (domain_id, model, hash, uid, sub, payload)
     SELECT $1, model, sha256(sub::text::bytea), CASE WHEN model = 'Session' THEN sub::text END, sub, '{}' FROM made, unnest(ARRAY['Session', 'RefreshToken']) AS model`,
    [domainId, issuer, provider, count],
  );
}

/** Active sessions and tokens. */
const countActivePayloads = (): Promise<number> => rows.count('oidc_payload', `domain_id = '${domainId}' AND consumed_at IS NULL`);

async function listJobs(): Promise<unknown[]> {
  const { json } = await caller.get(`/v1/domain/${domain}`);
  return (json as { jobs: { name: string; state: string }[] }).jobs.map(({ name, state }) => `${name} ${state}`);
}

/** Starts other processes that do the pending work. */
async function startWorkers(workers = 1): Promise<void> {
  runningWorkers = await Promise.all(Array.from({ length: workers }, () => startManagement(database.url, { WORKER: 'on' })));
}

async function stopWorkers(): Promise<void> {
  await Promise.all(runningWorkers.splice(0).map((worker) => worker.stop()));
}

/** Lets other processes do the pending work. @returns the remaining rows, and the jobs */
async function runWorkersAndCount(workers?: number): Promise<unknown[]> {
  await startWorkers(workers);
  await eventually(async () => (await listJobs()).length === 0, { timeoutMs: 25_000 });
  await stopWorkers();
  return [await countActivePayloads(), await listJobs()];
}

describe('data of users of a removed identity provider', () => {
  it('is removed by a worker after the response', async () => {
    await insertUsers(600);
    await insertUsers(1, 'other');

    expect((await caller.delete(path)).status).toBe(204);

    expect([await countActivePayloads(), await listJobs()]).toEqual([1_202, ['former-users:northwind waiting']]);
    expect(await runWorkersAndCount()).toEqual([2, []]);
  });

  it('is removed if the provider gets another issuer', async () => {
    const other = await DiscoveryServer.start();
    await insertUsers(3);
    await putIdentityProvider(other.issuer);
    await insertUsers(1, 'northwind', other.issuer);

    expect(await runWorkersAndCount()).toEqual([2, []]);
    await other.stop();
  });

  it('is removed with several concurrent workers', async () => {
    await insertUsers(2_000);
    await caller.delete(path);

    expect(await runWorkersAndCount(2)).toEqual([0, []]);
  });

  it('is removed in one domain during the removal of thousands of users in another', async () => {
    await insertUsers(3_000);
    const large = domainId;
    // Each of its steps takes a second, and so does the pause after it.
    await rows.query(`
      CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN NEW; END $$;
      CREATE TRIGGER take_long BEFORE UPDATE ON oidc_payload FOR EACH ROW WHEN (NEW.domain_id = '${large}') EXECUTE FUNCTION take_long()`);
    await caller.delete(path);
    await startWorkers();
    await eventually(async () => (await listJobs()).join() === 'former-users:northwind running', { timeoutMs: 20_000 });

    domain = await caller.registerDomain();
    domainId = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]))[0]!.id;
    path = `/v1/domain/${domain}/provider/northwind`;
    await putIdentityProvider();
    await insertUsers(1);
    await caller.delete(path);
    await eventually(async () => (await countActivePayloads()) === 0, { timeoutMs: 20_000 });

    expect(await rows.count('oidc_payload', `domain_id = '${large}' AND consumed_at IS NULL`)).toBeGreaterThan(0);
    await rows.query('DROP TRIGGER take_long ON oidc_payload');
  });

  it('is removed soon after a database failure', async () => {
    await insertUsers(3);
    await caller.delete(path);
    await rows.query('ALTER TABLE oidc_payload ADD CONSTRAINT refused CHECK (consumed_at IS NULL) NOT VALID');
    await startWorkers();
    const failed = () => rows.count('job_state', `domain_id = '${domainId}' AND state = 'waiting' AND last_error LIKE '%not expected%'`);
    await eventually(async () => (await failed()) === 1);

    await rows.query('ALTER TABLE oidc_payload DROP CONSTRAINT refused');

    await eventually(async () => (await listJobs()).length === 0, { timeoutMs: 20_000 });
    expect(await countActivePayloads()).toBe(0);
  });

  it('is removed before a provider with that name and issuer is created again', async () => {
    await insertUsers(600);
    await caller.delete(path);

    await putIdentityProvider();

    expect(await countActivePayloads()).toBe(0);
  });

  it('is removed before the former issuer is restored', async () => {
    const other = await DiscoveryServer.start();
    await insertUsers(3);
    await putIdentityProvider(other.issuer);

    await putIdentityProvider();

    expect(await countActivePayloads()).toBe(0);
    await other.stop();
  });

  it('is kept if the provider is stored again unchanged', async () => {
    await insertUsers(3);

    await putIdentityProvider();

    expect([await countActivePayloads(), await listJobs()]).toEqual([6, []]);
  });
});
