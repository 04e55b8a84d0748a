import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import {
  startManagement,
  startManagementProcess,
  type Caller,
  type StartedManagement,
  type StartedManagementProcess,
} from '../support/management.js';
import { Rows } from '../support/rows.js';

const USERS = 2_000;
const NDJSON = { 'Content-Type': 'application/x-ndjson' };
const RECOVERY = { timeoutMs: 30_000 };

let databases: [TestDatabase, TestDatabase];
let source: StartedManagement;
let target: StartedManagementProcess;
let rows: Rows;
let domain: string;
let file: string;

const getCaller = (): Caller => target.as(target.apiKey);

async function startTarget(): Promise<void> {
  target = await startManagementProcess(databases[1].url, { WORKER: 'on', MASTER_KEY: Buffer.alloc(32, 9).toString('base64') });
}

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  source = await startManagement(databases[0].url, { WORKER: 'off' });
  rows = new Rows(databases[1].url);
  await startTarget();
  const owner = source.as(source.apiKey);
  domain = await owner.registerDomain();
  const sourceRows = new Rows(databases[0].url);
  await sourceRows.query(
    `INSERT INTO end_user (domain_id, block, identity_provider, username_key, search_text, attributes)
     SELECT (SELECT id FROM domain WHERE name = $1), 0, 'local', 'user-' || n, 'user-' || n, '{}' FROM generate_series(1, ${USERS}) AS n`,
    [domain],
  );
  await sourceRows.end();
  const key = Buffer.from((await getCaller().get('/v1/domain-import/key')).text).toString('base64url');
  file = (await owner.get(`/v1/domain/${domain}/export?key=${key}`)).text;
}, 60_000);

afterAll(async () => {
  await Promise.all([source.stop(), target.stop(), rows.end()]);
  for (const database of databases) await database.drop();
});

/** Sends half of the file, and waits until some of it is stored. */
async function sendHalf(): Promise<ReturnType<typeof request>> {
  const call = request(`${target.url}/v1/domain-import`, {
    method: 'POST',
    headers: { ...NDJSON, 'x-api-key': target.apiKey },
    agent: false,
  });
  call.on('error', () => undefined);
  call.write(file.slice(0, file.length / 2));
  await eventually(async () => (await rows.count('end_user')) >= 500, RECOVERY);
  return call;
}

async function expectNothingVisible(): Promise<void> {
  expect((await getCaller().get(`/v1/domain/${domain}`)).status).toBe(404);
  expect((await getCaller().get('/v1/domain')).text).not.toContain(domain);
}

describe('an import of a domain', () => {
  it('leaves nothing that is found if its process is killed, nothing at all after its lease, and can be repeated', async () => {
    const call = await sendHalf();
    await expectNothingVisible();
    await target.process.kill();
    call.destroy();
    await startTarget();
    await expectNothingVisible();
    expect(await rows.count('domain', `status = 'importing'`)).toBe(1);

    await rows.query(`UPDATE domain SET importing_until = now() WHERE status = 'importing'`);
    await eventually(async () => (await rows.count('end_user')) === 0 && (await rows.count('domain')) === 0, RECOVERY);
    const repeated = await getCaller().send('/v1/domain-import', { method: 'POST', headers: NDJSON, body: file });

    expect(repeated.status).toBe(201);
    expect(await rows.query('SELECT users::integer FROM user_count')).toEqual([{ users: USERS }]);
    expect((await getCaller().delete(`/v1/domain/${domain}`)).status).toBe(204);
    await eventually(async () => (await rows.count('domain')) === 0, RECOVERY);
  }, 120_000);

  it('leaves nothing if its connection breaks', async () => {
    const call = await sendHalf();
    call.destroy();

    await eventually(async () => (await rows.count('domain')) === 0, RECOVERY);
    expect(await rows.count('end_user')).toBe(0);
  }, 60_000);
});
