import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startManagementProcess, type Caller, type StartedManagementProcess } from '../support/management.js';
import { Rows } from '../support/rows.js';

const USERS = 3_000;
const NDJSON = { 'Content-Type': 'application/x-ndjson' };
/** A killed worker counts as dead within 20 seconds. */
const RECOVERY = { timeoutMs: 60_000 };

let database: TestDatabase;
let rows: Rows;
let management: StartedManagementProcess;
let path: string;

const createLine = (n: number): string =>
  `${JSON.stringify({ preferredUsername: `user-${n}@example.com`, name: `User ${n}`, sub: `user-${n}` })}\n`;
const createFile = (users: number): string => Array.from({ length: users }, (_none, n) => createLine(n)).join('');
const getCaller = (): Caller => management.as(management.apiKey);

interface Progress {
  status: string;
  read: number;
  created: number;
  failed: number;
}

async function start(): Promise<void> {
  management = await startManagementProcess(database.url, { WORKER: 'on' });
}

async function showProgress(location: string): Promise<Progress> {
  return (await getCaller().get(location)).json as Progress;
}

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  await start();
  path = `/v1/domain/${await getCaller().registerDomain()}/user-import`;
}, 60_000);

afterAll(async () => {
  await management.stop();
  await rows.end();
  await database.drop();
});

describe('an import whose process is killed', () => {
  it('goes on in the next process, and creates and logs each user once', async () => {
    const { headers } = await getCaller().send(path, { method: 'POST', headers: NDJSON, body: createFile(USERS) });
    const location = headers['location'] as string;
    for (const share of [0.2, 0.5]) {
      await eventually(async () => (await showProgress(location)).read > share * USERS, RECOVERY);
      await management.process.kill();
      expect(await rows.count('end_user')).toBeLessThan(USERS);
      await start();
    }
    await eventually(async () => (await showProgress(location)).status === 'Completed', RECOVERY);

    expect(await showProgress(location)).toMatchObject({ read: USERS, created: USERS, failed: 0 });
    expect(await rows.count('end_user')).toBe(USERS);
    expect(
      await rows.query(
        `SELECT count(*)::integer AS entries, count(DISTINCT sub)::integer AS users FROM log_entry WHERE type = 'user.created'`,
      ),
    ).toEqual([{ entries: USERS, users: USERS }]);
    expect(await rows.query('SELECT sum(users)::integer AS users FROM user_count')).toEqual([{ users: USERS }]);
    expect(await rows.count('user_import_line')).toBe(0);
  }, 180_000);
});

describe('an upload that breaks off', () => {
  /** Sends the start of a file, and waits until its lines are stored. */
  async function sendPart(): Promise<ReturnType<typeof request>> {
    const call = request(`${management.url}${path}`, {
      method: 'POST',
      headers: { ...NDJSON, 'x-api-key': management.apiKey },
      agent: false,
    });
    call.on('error', () => undefined);
    call.write(createFile(2_000));
    await eventually(async () => (await rows.count('user_import_line')) >= 1_000);
    return call;
  }

  const isRemoved = async (): Promise<boolean> =>
    (await rows.count('user_import_line')) === 0 && (await rows.count('user_import', `status <> 'Completed'`)) === 0;

  it('imports nothing and leaves no line if the client goes', async () => {
    const before = await rows.count('end_user');
    const call = await sendPart();
    call.destroy();
    await eventually(isRemoved, RECOVERY);

    expect(await rows.count('end_user')).toBe(before);
  }, 90_000);

  it('imports nothing and leaves no line if the process is killed', async () => {
    const before = await rows.count('end_user');
    await sendPart();
    await management.process.kill();
    await rows.query(`UPDATE user_import SET leased_until = now() WHERE status = 'Uploading'`);
    await start();
    await eventually(isRemoved, RECOVERY);

    expect(await rows.count('end_user')).toBe(before);
  }, 90_000);

  it('may take longer than other requests as long as it goes on', async () => {
    const call = request(`${management.url}${path}?dryRun=true`, {
      method: 'POST',
      headers: { ...NDJSON, 'x-api-key': management.apiKey },
      agent: false,
    });
    for (let n = 0; n < 9; n += 1) {
      call.write(createLine(n));
      // The limit for other requests is 15 seconds.
      await delay(2_000);
    }
    call.end();
    const [{ statusCode }] = (await once(call, 'response')) as [{ statusCode: number }];

    expect(statusCode).toBe(202);
  }, 60_000);
});
