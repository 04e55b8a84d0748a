import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { MailCatcher } from '../support/mail-catcher.js';
import { startManagementProcess, type Caller, type StartedManagementProcess } from '../support/management.js';
import { Rows } from '../support/rows.js';

const USERS = 300;
const PATIENCE = { timeoutMs: 60_000 };

let database: TestDatabase;
let rows: Rows;
let mails: MailCatcher;
let management: StartedManagementProcess;

async function start(): Promise<void> {
  management = await startManagementProcess(database.url, { WORKER: 'on', SMTP_URL: mails.url, MAIL_FROM: 'no-reply@example.com' });
}

const getCaller = (): Caller => management.as(management.apiKey);

beforeAll(async () => {
  [database, mails] = await Promise.all([createTestDatabase(), MailCatcher.start()]);
  rows = new Rows(database.url);
  await start();
}, 60_000);

afterAll(async () => {
  await management.stop();
  await Promise.all([mails.stop(), rows.end()]);
  await database.drop();
});

it('goes on in the next process if its process is killed, and invites each user once', async () => {
  const domain = await getCaller().registerDomain();
  const users = Array.from({ length: USERS }, (_none, n) => `user-${n}@example.com`);
  await rows.query(
    `INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
     SELECT domain.id, 0, 'local', person, person, jsonb_build_object('preferred_username', person, 'name', person, 'email', person)
     FROM domain CROSS JOIN unnest($2::text[]) AS person WHERE domain.name = $1`,
    [domain, users],
  );
  const { headers } = await getCaller().post(`/v1/domain/${domain}/user-invitation`, {
    redirectUri: 'https://app.example.com/',
    waveSize: 1_000,
  });
  const show = async () => (await getCaller().get(headers['location'] as string)).json as { status: string; invited: number };
  for (const share of [0.1, 0.4]) {
    await eventually(async () => (await show()).invited > share * USERS, PATIENCE);
    await management.process.kill();
    expect(await rows.count('message')).toBeLessThan(USERS);
    await start();
  }
  await eventually(async () => (await show()).status === 'Completed', PATIENCE);

  expect(await show()).toMatchObject({ invited: USERS, waiting: 0, skipped: 0, failed: 0 });
  const count = 'count(*)::integer AS rows, count(DISTINCT sub)::integer AS users';
  const once = [{ rows: USERS, users: USERS }];
  expect(await rows.query(`SELECT ${count} FROM message`)).toEqual(once);
  expect(await rows.query(`SELECT ${count} FROM magic_link`)).toEqual(once);
  expect(await rows.query(`SELECT ${count} FROM log_entry WHERE type = 'user.invited'`)).toEqual(once);
  await eventually(() => new Set(mails.mails.flatMap(({ recipients }) => recipients)).size === USERS, PATIENCE);
}, 180_000);
