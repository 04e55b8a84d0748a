import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth } from '../support/auth.js';
import { DebianPostgres } from '../support/debian-postgres.js';
import { startManagement } from '../support/management.js';
import { migrate } from '../support/own-postgres.js';
import { Rows } from '../support/rows.js';
import { registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { sql } from '../support/sql.js';

let postgres: DebianPostgres;
/** One was created before the base backup, the other exists only in the archived log. */
let clients: ServiceClient[];
/** A domain whose deletion was accepted but has not begun. */
let deleted: string;

beforeAll(async () => {
  postgres = await DebianPostgres.start();
  await migrate(postgres.url());
}, 60_000);

afterAll(() => postgres.remove());

/** Creates data before and after a base backup, then destroys it. @returns the time to restore to */
async function workUntilAccident(): Promise<string> {
  const management = await startManagement(postgres.url(), { WORKER: 'off' });
  const caller = management.as(management.apiKey);
  const first = await registerServiceClient(caller);
  await postgres.script('base-backup.sh', [postgres.path('base')], { REPLICATION_URL: postgres.url() });
  clients = [first, await registerServiceClient(caller)];
  deleted = await caller.registerDomain();
  await caller.delete(`/v1/domain/${deleted}`);
  const [{ now } = { now: '' }] = await sql<{ now: string }>(postgres.url(), 'SELECT clock_timestamp()::text AS now');
  await sql(postgres.url(), 'TRUNCATE subscription CASCADE');
  await postgres.archive();
  await management.stop();
  return now;
}

/** The status of a token request of each client. */
async function requestTokens(url: string): Promise<number[]> {
  const auth = await startAuth(url);
  const answers = await Promise.all(clients.map((client) => auth.requestToken(client.domain, client)));
  await auth.stop();
  return answers.map(({ status }) => status);
}

describe('the scripts in deploy/backup', () => {
  it('restore the state before an accident: tokens are issued and all accepted work gets done', async () => {
    const beforeAccident = await workUntilAccident();
    await postgres.kill();

    await postgres.script('restore-to.sh', [postgres.path('base'), postgres.path('log'), postgres.path('restored'), beforeAccident]);
    await postgres.launch('restored');

    expect(await requestTokens(postgres.url())).toEqual([200, 200]);
    const rows = new Rows(postgres.url());
    expect(await rows.count('domain', `name = '${deleted}' AND status = 'deleting'`)).toBe(1);
    const management = await startManagement(postgres.url());
    await rows.until(`NOT EXISTS (SELECT FROM domain WHERE name = '${deleted}')`);
    await management.stop();
    await rows.end();
  }, 60_000);

  it('dump a database, and restore the dump only into an empty one', async () => {
    const dump = postgres.path('latchkey.dump');
    await postgres.createDatabase('empty');
    await postgres.script('dump.sh', [dump], { DATABASE_URL: postgres.url() });

    await postgres.script('restore-dump.sh', [dump], { DATABASE_URL: postgres.url('empty') });

    expect(await requestTokens(postgres.url('empty'))).toEqual([200, 200]);
    await expect(postgres.script('restore-dump.sh', [dump], { DATABASE_URL: postgres.url() })).rejects.toThrow(
      /has \d+ tables: restore into an empty one/,
    );
  }, 60_000);
});
