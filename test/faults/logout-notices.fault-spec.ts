import { describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { readLogoutToken } from '../support/logout-token.js';
import {
  startManagement,
  startManagementProcess,
  type Caller,
  type StartedManagement,
  type StartedManagementProcess,
} from '../support/management.js';
import { QUEUE_BACKENDS } from '../support/queue-backend.js';
import { findLeftovers } from '../support/leftovers.js';
import { Rows } from '../support/rows.js';
import type { Settings } from '../support/service-process.js';
import { TextReceiver } from '../support/text-receiver.js';

const BOOTSTRAP_API_KEY = 'the-same-for-all';
const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const SUB = '6f1d4a52-93bb-4f0e-9d2c-1a7d1b0f6a11';
const POLL_OPTIONS = { timeoutMs: 30_000, intervalMs: 100 };
/** The queue releases the job of a killed worker within 20 seconds, and the machine may be busy. */
const FORGOTTEN = { timeoutMs: 45_000, intervalMs: 500 };

const settingsFor = (WORKER: 'on' | 'off') => ({ BOOTSTRAP_API_KEY, WORKER, AUTH_URL: 'https://{domain}' });

/** A database, a client's server and the management APIs of a scenario. They all stop with it, even if it fails. */
class NoticeFixture {
  readonly rows: Rows;
  private readonly started: StartedManagement[] = [];
  private readonly processes: StartedManagementProcess[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly app: TextReceiver,
  ) {
    this.rows = new Rows(database.url);
  }

  static async run(scenario: (fixture: NoticeFixture) => Promise<void>): Promise<void> {
    const fixture = new NoticeFixture(await createTestDatabase(), await TextReceiver.start());
    try {
      await scenario(fixture);
    } finally {
      await fixture.stopServices();
      await Promise.all([fixture.app.stop(), fixture.rows.end()]);
      await fixture.database.drop();
    }
  }

  async start(WORKER: 'on' | 'off'): Promise<StartedManagement> {
    const started = await startManagement(this.database.url, settingsFor(WORKER));
    this.started.push(started);
    return started;
  }

  /** Starts a worker that can be killed, or that uses another kind of queue: a process supports one kind. */
  async startProcess(settings: Settings = {}): Promise<StartedManagementProcess> {
    const worker = await startManagementProcess(this.database.url, { ...settingsFor('on'), ...settings });
    this.processes.push(worker);
    return worker;
  }

  async stopServices(): Promise<void> {
    await Promise.all([
      ...this.started.splice(0).map((each) => each.stop()),
      ...this.processes.splice(0).map((each) => each.process.kill()),
    ]);
  }

  /** Creates a domain with a back-channel logout client, and ends a session that the client takes part in. */
  async endSession(caller: Caller): Promise<{ id: string; domain: string }> {
    const domain = await caller.registerDomain();
    await caller.put(`/v1/domain/${domain}/client/web`, CLIENT);
    await caller.put(`/v1/domain/${domain}/client/web/backchannel_logout`, { uri: `${this.app.url}/${domain}` });
    const [row] = await this.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
    const expires_at = new Date(Date.now() + 3_600_000);
    await this.rows.insert('logout_notice', { domain_id: row!.id, client_id: 'web', sub: SUB, sid: 'a-sid', expires_at });
    return { id: row!.id, domain };
  }
}

describe('a worker that is killed while it sends logout notices', () => {
  it.concurrent.each(QUEUE_BACKENDS)(
    'is replaced by one that delivers them in new tokens, but keeps nothing of a deleted domain (jobs on %s)',
    (_backend, startBackend) =>
      NoticeFixture.run(async (fixture) => {
        const { app, database, rows } = fixture;
        const backend = await startBackend(database.url);
        app.answer((attempt) => (attempt <= 2 ? 'take-then-hang' : { status: 200 }));
        const api = (await fixture.start('off')).as(BOOTSTRAP_API_KEY);
        const [kept, deleted] = [await fixture.endSession(api), await fixture.endSession(api)];

        const worker = await fixture.startProcess(backend.settings);
        await eventually(() => app.requests.length === 2, POLL_OPTIONS);
        await worker.process.kill();
        expect(await rows.query('SELECT attempts FROM logout_notice')).toEqual([{ attempts: 1 }, { attempts: 1 }]);
        expect(await backend.remembers(deleted.id)).toBe(true);

        const successor = backend.settings['REDIS_URL'] ? await fixture.startProcess(backend.settings) : await fixture.start('on');
        await successor.as(BOOTSTRAP_API_KEY).delete(`/v1/domain/${deleted.domain}`);
        // The lease of the killed worker expires.
        await rows.query('UPDATE logout_notice SET next_attempt_at = now() WHERE domain_id = $1', [kept.id]);

        await eventually(async () => (await rows.count('logout_notice')) === 0, POLL_OPTIONS);
        const keys = (await rows.query('SELECT public_jwk FROM signing_key WHERE domain_id = $1', [kept.id])).map(
          (row) => row['public_jwk'],
        );
        const reader = { issuer: `https://${kept.domain}`, clientId: 'web', jwks: { keys } };
        const received = app.requests.filter(({ path }) => path === `/${kept.domain}`);
        const claims = await Promise.all(received.map(({ body }) => readLogoutToken(body, reader)));
        expect(claims.map(({ sub, sid }) => [sub, sid])).toEqual(Array.from({ length: 2 }, () => [SUB, 'a-sid']));
        expect(new Set(claims.map(({ jti }) => jti)).size).toBe(2);

        await eventually(async () => (await rows.count('domain', `id = '${deleted.id}'`)) === 0, POLL_OPTIONS);
        await eventually(async () => !(await backend.remembers(deleted.id)), FORGOTTEN);
        expect(await findLeftovers(database.url, deleted.id, deleted.domain)).toEqual([]);
        await fixture.stopServices();
        await backend.stop();
      }),
    120_000,
  );
});
