import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AppendingProxy } from '../../../../test/support/appending-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { send, type Answer } from '../../../../test/support/http.js';
import { startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { MAX_WRONG_KEYS } from './failed-authentication.limiter.js';

let database: TestDatabase;
let management: StartedManagement;
let proxy: AppendingProxy;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', TRUST_PROXY: 'on' });
  proxy = await AppendingProxy.before(management.port);
});

afterAll(async () => {
  proxy.stop();
  await management.stop();
  await database.drop();
});

function ask(apiKey: string, claimed: string): Promise<Answer> {
  return send(`${proxy.url}/v1/domain`, { headers: { 'x-api-key': apiKey, 'X-Forwarded-For': claimed } });
}

it('limits wrong keys by address behind an appending proxy, whatever the client claims; correct keys pass', async () => {
  const answers: number[] = [];
  for (let attempt = 1; attempt <= MAX_WRONG_KEYS; attempt += 1)
    answers.push((await ask(`wrong-${attempt}`, `203.0.113.${attempt}`)).status);
  expect(new Set(answers)).toEqual(new Set([401]));

  const refused = await ask('wrong-again', '198.51.100.1');

  expect(refused).toMatchObject({ status: 429, json: { type: '/problems/too-many-requests', status: 429 } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await ask(management.apiKey, '198.51.100.1')).status).toBe(200);
  expect((await send(`${proxy.url}/v1/domain`)).status).toBe(401);
  expect(await sql(database.url, `SELECT key FROM rate_limit WHERE key NOT LIKE 'api-key:%'`)).toEqual([]);
});
