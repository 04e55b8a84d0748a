import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCliProcess } from '../support/cli.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { managementSettings } from '../support/management.js';
import { freePort } from '../support/service-process.js';
import { createSubscription, type Subscriber } from '../support/subscription.js';

let database: TestDatabase;
let owner: Subscriber;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = await createSubscription(database.url);
});

afterAll(() => database.drop());

describe('an operator command in a separate process', () => {
  it('writes its result to standard output and exits with 0', async () => {
    const { code, stdout, stderr } = await runCliProcess(managementSettings(database.url), 'subscription', 'list', '--json');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual([{ id: owner.id, name: owner.name, createdAt: expect.any(String) }]);
  });

  it('writes one line to standard error and exits with 1 when the database does not answer', async () => {
    const settings = managementSettings(`postgres://a:b@127.0.0.1:${await freePort()}/c`);

    expect(await runCliProcess(settings, 'subscription', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^DATABASE_URL: [^\n]*ECONNREFUSED[^\n]*\n$/),
    });
  });
});
