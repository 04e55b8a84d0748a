import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DiscoveryServer } from '../support/discovery-server.js';
import { eventually } from '../support/eventually.js';
import { startManagement, startManagementProcess, type Caller, type StartedManagement } from '../support/management.js';
import { Rows } from '../support/rows.js';
import { Barrier } from './barrier.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
/** Three batches of a removal, which ends the sessions of 250 users at a time. */
const USERS = 600;
/** Holds a removal in its second batch, so that the third has not begun and a killed process cannot begin it. */
const IN_SECOND_BATCH = `
  SELECT FROM oidc_payload WHERE domain_id = $1 AND model = 'Session'
    AND sub = (SELECT sub FROM end_user WHERE domain_id = $1 ORDER BY block, created_at, sub LIMIT 1 OFFSET 300) FOR UPDATE`;
/** Keeps the pending notices visible. */
const NOBODY_ANSWERS = 'https://127.0.0.1:9/logout';
/** The duration of a killed process's lease. */
const LEASE = '30 seconds';
const POLL_OPTIONS = { timeoutMs: 60_000, intervalMs: 100 };

let database: TestDatabase;
let rows: Rows;
let upstream: DiscoveryServer;
/** Runs no jobs. */
let api: StartedManagement;
let worker: StartedManagement | undefined;

beforeAll(async () => {
  [database, upstream] = await Promise.all([createTestDatabase(), DiscoveryServer.start()]);
  rows = new Rows(database.url);
  api = await startManagement(database.url, settingsFor('off'));
});

afterAll(async () => {
  await Promise.all([api.stop(), worker?.stop()]);
  await Promise.all([upstream.stop(), rows.end()]);
  await database.drop();
});

const settingsFor = (WORKER: 'on' | 'off') => ({ BOOTSTRAP_API_KEY, WORKER, AUTH_URL: 'https://{domain}' });

const put = (caller: Caller, path: string) => caller.put(path, { issuer: upstream.issuer, clientId: 'latchkey', clientSecret: 'x' });

interface Provider {
  path: string;
  domainId: string;
}

/** A provider of a new domain. Each of its users has a token and a session of a back-channel logout client. */
async function createProviderWithUsers(caller: Caller): Promise<Provider> {
  const domain = await caller.registerDomain();
  const path = `/v1/domain/${domain}/provider/northwind`;
  await put(caller, path);
  const [{ id: domainId } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  await rows.insert('client', { domain_id: domainId, client_id: 'web' });
  await rows.insert('backchannel_logout', { domain_id: domainId, client_id: 'web', uri: NOBODY_ANSWERS });
  await rows.query(
    `WITH made AS (
       INSERT INTO end_user (domain_id, block, identity_provider, upstream_issuer, upstream_sub, username_key, search_text, attributes)
       SELECT $1, 0, 'northwind', $2, n::text, $2 || n, '', '{}' FROM generate_series(1, $3::integer) AS n RETURNING sub)
     INSERT INTO oidc_payload (domain_id, model, hash, uid, sub, payload, sids)
     SELECT $1, model, sha256(sub::text::bytea), CASE WHEN model = 'Session' THEN sub::text END, sub, '{}', CASE WHEN model = 'Session' THEN '{"web":"a-sid"}'::jsonb END
     FROM made, unnest(ARRAY['Session', 'RefreshToken']) AS model`,
    [domainId, upstream.issuer, USERS],
  );
  return { path, domainId };
}

const left = (domainId: string) => rows.count('oidc_payload', `domain_id = '${domainId}' AND consumed_at IS NULL`);
const countNotices = (domainId: string) => rows.count('logout_notice', `domain_id = '${domainId}'`);

/** Removes a provider, and kills the process that has removed the sessions of some users. */
async function killWhileClearing(): Promise<Provider> {
  const caller = api.as(BOOTSTRAP_API_KEY);
  const provider = await createProviderWithUsers(caller);
  const barrier = await Barrier.close(database.url, IN_SECOND_BATCH, [provider.domainId]);
  expect((await caller.delete(provider.path)).status).toBe(204);
  const victim = await startManagementProcess(database.url, settingsFor('on'));
  await barrier.reached();
  expect(await left(provider.domainId)).toBeLessThan(2 * USERS);
  await victim.process.kill();
  await barrier.open();
  expect(await left(provider.domainId)).toBeGreaterThan(0);
  return provider;
}

it('a removal that a killed process left is completed before the provider is created again, and notifies the clients', async () => {
  const { path, domainId } = await killWhileClearing();

  expect((await put(api.as(BOOTSTRAP_API_KEY), path)).status).toBe(200);

  expect([await left(domainId), await countNotices(domainId)]).toEqual([0, USERS]);
}, 180_000);

it('a removal that a killed process left is completed, and notifies the clients', async () => {
  const { domainId } = await killWhileClearing();

  await rows.query('UPDATE job_state SET next_attempt_at = next_attempt_at - $2::interval WHERE domain_id = $1', [domainId, LEASE]);
  worker = await startManagement(database.url, settingsFor('on'));

  await eventually(async () => (await left(domainId)) === 0, POLL_OPTIONS);
  await eventually(async () => (await rows.count('job_state', `domain_id = '${domainId}'`)) === 0, POLL_OPTIONS);
  expect(await countNotices(domainId)).toBe(USERS);
}, 180_000);
