import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { readLogoutToken } from '../support/logout-token.js';
import { startManagement, startManagementProcess, type StartedManagement, type StartedManagementProcess } from '../support/management.js';
import { QUEUE_BACKENDS } from '../support/queue-backend.js';
import { findTablesContaining } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import type { Settings } from '../support/service-process.js';
import { TextReceiver } from '../support/text-receiver.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const POLL_OPTIONS = { timeoutMs: 30_000 };
/** The queue forgets the job of a killed worker within 20 seconds, and the machine may be busy. */
const FORGOTTEN = { timeoutMs: 45_000 };

let database: TestDatabase;
let rows: Rows;
let app: TextReceiver;
const running: StartedManagement[] = [];
const processes: StartedManagementProcess[] = [];

beforeAll(async () => {
  [database, app] = await Promise.all([createTestDatabase(), TextReceiver.start()]);
  rows = new Rows(database.url);
});

afterEach(stopAll);

afterAll(async () => {
  await Promise.all([app.stop(), rows.end()]);
  await database.drop();
});

async function stopAll(): Promise<void> {
  await Promise.all([...running.splice(0).map((each) => each.stop()), ...processes.splice(0).map((each) => each.kill())]);
}

const settingsFor = (WORKER: 'on' | 'off') => ({ BOOTSTRAP_API_KEY, WORKER, AUTH_URL: 'https://{domain}' });

async function start(WORKER: 'on' | 'off'): Promise<StartedManagement> {
  const started = await startManagement(database.url, settingsFor(WORKER));
  running.push(started);
  return started;
}

/** A worker that can be killed, or that has another kind of queue: a process has one kind. */
async function startProcess(settings: Settings = {}): Promise<StartedManagementProcess> {
  const worker = await startManagementProcess(database.url, { ...settingsFor('on'), ...settings });
  processes.push(worker);
  return worker;
}

/** A domain with a back-channel logout client, and a session that the client takes part in. @returns the name of the domain */
async function endedSession(): Promise<string> {
  const caller = (await start('off')).as(BOOTSTRAP_API_KEY);
  const domain = await caller.registerDomain();
  await caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
  await caller.put(`/v1/domain/${domain}/client/web/backchannel_logout`, { uri: app.url });
  const [row] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const expires_at = new Date(Date.now() + 3_600_000);
  await rows.insert('logout_notice', { domain_id: row!.id, client_id: 'web', sub: SUB, sid: 'a-sid', expires_at });
  return domain;
}

describe('a worker that is killed while it sends a logout notice', () => {
  it('twice, is followed by one that delivers it: each token names the session, and no notice remains', async () => {
    app.answer((attempt) => (attempt <= 2 ? 'take-then-hang' : { status: 200 }));
    const domain = await endedSession();

    for (const attempt of [1, 2]) {
      const worker = await startProcess();
      await eventually(() => app.requests.length === attempt, POLL_OPTIONS);
      await worker.kill();
      expect(await rows.query('SELECT attempts FROM logout_notice')).toEqual([{ attempts: attempt }]);
    }
    await start('on');

    await eventually(async () => (await rows.count('logout_notice')) === 0, POLL_OPTIONS);
    const keys = (await rows.query('SELECT public_jwk FROM signing_key')).map((row) => row['public_jwk']);
    const reader = { issuer: `https://${domain}`, clientId: 'web', jwks: { keys } };
    const claims = await Promise.all(app.requests.map(({ body }) => readLogoutToken(body, reader)));
    expect(claims.map(({ sub, sid }) => [sub, sid])).toEqual(Array.from({ length: 3 }, () => [SUB, 'a-sid']));
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(3);
  }, 120_000);

  it.each(QUEUE_BACKENDS)(
    'leaves nothing of a domain that is deleted meanwhile, not even in its queue (jobs on %s)',
    async (_backend, startBackend) => {
      const backend = await startBackend(database.url);
      app.answer(() => 'take-then-hang');
      const domain = await endedSession();
      const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
      const worker = await startProcess(backend.settings);
      await eventually(() => app.requests.length === 1, POLL_OPTIONS);
      await worker.kill();
      expect(await backend.remembers(id)).toBe(true);

      const successor = await startProcess(backend.settings);
      await successor.as(BOOTSTRAP_API_KEY).delete(`/v1/domain/${domain}`);

      await eventually(async () => (await rows.count('domain', `id = '${id}'`)) === 0, POLL_OPTIONS);
      await eventually(async () => !(await backend.remembers(id)), FORGOTTEN);
      expect(await findTablesContaining(database.url, id, domain)).toEqual([]);
      await stopAll();
      await backend.stop();
    },
    120_000,
  );
});
