import { afterAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Encryptor } from '@latchkey/crypto';
import { messageContext, encryptMessage } from '@latchkey/message';
import { createTestDatabase } from '../../../../test/support/database.js';
import { Bind } from '../../../../test/support/dns/bind.js';
import { eventually } from '../../../../test/support/eventually.js';
import { MailCatcher } from '../../../../test/support/mail-catcher.js';
import { MASTER_KEY, startManagementProcess, type Caller } from '../../../../test/support/management.js';
import { QUEUE_BACKENDS } from '../../../../test/support/queue-backend.js';
import { Rows } from '../../../../test/support/rows.js';
import { TcpProxy } from '../../../../test/support/tcp-proxy.js';
import { TextReceiver } from '../../../../test/support/text-receiver.js';

/** Milliseconds from the moment at which the connections stop responding until all work is done. */
const RECOVERY_TIMEOUT_MS = 30_000;
const CLIENT = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'openid' };
const API_KEY = 'the-key-of-bootstrap';
const DELETIONS = 12;
const OF_EACH_OTHER = 5;
type StartBackend = (typeof QUEUE_BACKENDS)[number][1];
const encryptor = new Encryptor([Buffer.from(MASTER_KEY, 'base64')]);

/** Concurrent tests start before hooks run. */
const startingBind = Bind.start();

afterAll(async () => (await startingBind).stop());

/** A management process that reaches its queue through a proxy, and its work. */
class Scene {
  private constructor(
    readonly network: TcpProxy,
    private readonly rows: Rows,
    private readonly caller: Caller,
    private readonly home: { id: string; sub: string },
  ) {}

  static async run(startBackend: StartBackend, scenario: (scene: Scene) => Promise<void>): Promise<void> {
    const [bind, database, mail, app] = await Promise.all([startingBind, createTestDatabase(), MailCatcher.start(), TextReceiver.start()]);
    const backend = await startBackend(database.url);
    const { REDIS_URL: redisUrl } = backend.settings;
    const network = await TcpProxy.before(redisUrl ?? database.url);
    const rows = new Rows(database.url);
    const management = await startManagementProcess(redisUrl ? database.url : network.through(database.url), {
      ...bind.settings,
      ...(redisUrl ? { REDIS_URL: network.through(redisUrl) } : {}),
      DATABASE_TIMEOUT: '1800',
      SMTP_URL: mail.url,
      BOOTSTRAP_API_KEY: API_KEY,
      MAIL_FROM: 'Example <no-reply@example.com>',
      AUTH_URL: 'https://{domain}',
    });
    try {
      const caller = management.as(API_KEY);
      await scenario(new Scene(network, rows, caller, await prepareHome(caller, rows, app.url)));
    } finally {
      await management.process.kill();
      await Promise.all([mail.stop(), app.stop(), rows.end(), backend.stop()]);
      network.close();
      await database.drop();
    }
  }

  /** Tries again what the short time limit of the database has refused. */
  register(domains: number): Promise<string[]> {
    const register = () => eventually(() => this.caller.registerDomain().catch(() => null), { timeoutMs: RECOVERY_TIMEOUT_MS });
    return Promise.all(Array.from({ length: domains }, register));
  }

  /** Inserts domains without keys, which take most of the time, and without DNS records. @returns their names */
  async insert(domains: number): Promise<string[]> {
    const { zone } = await startingBind;
    const names = Array.from({ length: domains }, () => `${randomUUID()}.${zone}`);
    await Promise.all(names.map((name) => this.rows.domain({ name, kind: 'sandbox', dns_target: 'edge.example.net' })));
    return names;
  }

  /** Makes work of every kind due, through the API or, if that is impossible, with SQL. */
  async makeDue(doomed: readonly string[], by: 'api' | 'rows'): Promise<void> {
    const message = { domain_id: this.home.id, sub: this.home.sub };
    for (let n = 0; n < OF_EACH_OTHER; n += 1) {
      const id = randomUUID();
      const content = { kind: 'sign-in-link', link: 'https://id.example.com/', minutes: 10 } as const;
      const mail = { to: `${id}@example.net`, name: 'Ada', language: 'en', place: 'id.example.com', content } as const;
      const encrypted = encryptMessage(encryptor, mail, messageContext(this.home.id, id));
      await this.rows.insert('message', { ...message, id, encrypted, expires_at: new Date(Date.now() + 600_000) });
      await this.rows.insert('logout_notice', { domain_id: this.home.id, client_id: 'web' });
    }
    if (by === 'rows') await this.rows.query(`UPDATE domain SET status = 'deleting' WHERE name = ANY ($1)`, [doomed]);
    else await Promise.all(doomed.map((name) => this.caller.delete(`/v1/domain/${name}`)));
  }

  /** Makes sandbox domains lack their records, like new ones. */
  async forgetRecords(domains: readonly string[]): Promise<void> {
    // One by one, because the log's chain locks several domains in its own order.
    for (const name of domains) await this.rows.query('UPDATE domain SET dns_target = NULL WHERE name = $1', [name]);
  }

  /** The number of pending jobs of each kind. */
  async left(): Promise<Record<string, number>> {
    return {
      deletions: await this.rows.count('domain', `status = 'deleting'`),
      provisioning: await this.rows.count('domain', `status = 'active' AND dns_target IS NULL`),
      messages: await this.rows.count('message', `state = 'waiting'`),
      logoutNotices: await this.rows.count('logout_notice'),
    };
  }
}

/** Registers a domain with a client that has back-channel logout, and a user with an email address. */
async function prepareHome(caller: Caller, rows: Rows, uri: string): Promise<{ id: string; sub: string }> {
  const name = await caller.registerDomain();
  await caller.put(`/v1/domain/${name}/client/web`, CLIENT);
  await caller.put(`/v1/domain/${name}/client/web/backchannel_logout`, { uri });
  const [{ id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name]);
  const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: id });
  return { id, sub };
}

const NOTHING = { deletions: 0, provisioning: 0, messages: 0, logoutNotices: 0 };

describe('connections that stop responding while jobs run', () => {
  it.concurrent.each(QUEUE_BACKENDS)(
    'are replaced, and all work is done within 30 seconds (jobs on %s)',
    (_backend, startBackend) =>
      Scene.run(startBackend, async (scene) => {
        const [first, second, kept] = await Promise.all([
          scene.register(DELETIONS),
          scene.insert(DELETIONS),
          scene.register(OF_EACH_OTHER),
        ]);
        await eventually(async () => (await scene.left())['provisioning'] === 0, { timeoutMs: RECOVERY_TIMEOUT_MS });
        await Promise.all([scene.makeDue(first, 'api'), scene.forgetRecords(kept.slice(0, 2))]);

        scene.network.freeze();
        scene.network.restoreForNew();
        await Promise.all([scene.makeDue(second, 'rows'), scene.forgetRecords(kept.slice(2))]);

        const isDone = async (): Promise<boolean> => Object.values(await scene.left()).every((count) => count === 0);
        await eventually(isDone, { timeoutMs: RECOVERY_TIMEOUT_MS, intervalMs: 100 }).catch(() => undefined);
        expect(await scene.left()).toEqual(NOTHING);
      }),
    120_000,
  );
});
