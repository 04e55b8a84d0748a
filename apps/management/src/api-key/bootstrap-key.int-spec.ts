import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cliJson } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Management, managementSettings, startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { freePort, type Settings } from '../../../../test/support/service-process.js';
import { sql } from '../../../../test/support/sql.js';
import { createSubscription } from '../../../../test/support/subscription.js';

let database: TestDatabase;
let running: StartedManagement[];

beforeEach(async () => {
  database = await createTestDatabase();
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((management) => management.stop()));
  await database.drop();
});

async function start(apiKey: string): Promise<StartedManagement> {
  const management = await startManagement(database.url, { WORKER: 'off', BOOTSTRAP_API_KEY: apiKey });
  running.push(management);
  return management;
}

/** Starts a process that is not expected to last. */
async function attempt(settings: Settings): Promise<{ code: number | null; stderr: string }> {
  const management = new Management(await freePort(), managementSettings(database.url, settings));
  const { code } = await management.ended;
  return { code, stderr: management.stderr };
}

interface Key {
  id: string;
  subscription: string;
  name: string;
  revoked: boolean;
}

function keys(): Promise<Key[]> {
  return sql(
    database.url,
    `SELECT api_key.id, subscription.name AS subscription, api_key.name, revoked_at IS NOT NULL AS revoked
     FROM api_key JOIN subscription ON subscription.id = subscription_id`,
  );
}

describe('BOOTSTRAP_API_KEY', () => {
  it('is accepted, for a subscription named bootstrap that is made if missing, any number of times', async () => {
    const first = await start('one');
    const domain = await first.as('one').registerDomain();
    const second = await start('one');

    expect((await second.as('one').get('/v1/domain')).json).toEqual([{ domain }]);
    expect(await keys()).toEqual([{ id: expect.any(String), subscription: 'bootstrap', name: 'BOOTSTRAP_API_KEY', revoked: false }]);
  });

  it('takes the place of the one before, and leaves other keys of the subscription alone', async () => {
    const before = await start('one');
    const domain = await before.as('one').registerDomain();
    const further = (await cliJson(database.url, 'key', 'create', 'bootstrap', '--name', 'further')) as { apiKey: string };

    const after = await start('two');

    for (const management of [before, after]) {
      expect((await management.as('one').get('/v1/domain')).status).toBe(401);
      expect((await management.as('two').get('/v1/domain')).json).toEqual([{ domain }]);
      expect((await management.as(further.apiKey).get('/v1/domain')).json).toEqual([{ domain }]);
    }
  });

  it('is admitted again by the next start after it was revoked', async () => {
    const management = await start('one');
    const [key] = await keys();
    await cliJson(database.url, 'key', 'revoke', key!.id);
    expect((await management.as('one').get('/v1/domain')).status).toBe(401);

    await start('one');

    expect((await management.as('one').get('/v1/domain')).status).toBe(200);
    expect(await keys()).toEqual([key]);
  });

  it('may not be a key of another subscription: the start ends with one line, and nothing has changed', async () => {
    const { apiKey, name } = await createSubscription(database.url);
    const settings = { BOOTSTRAP_API_KEY: apiKey };

    expect(await attempt(settings)).toEqual({ code: 1, stderr: 'BOOTSTRAP_API_KEY: is a key of another subscription; choose a new one\n' });

    expect(await keys()).toEqual([{ id: expect.any(String), subscription: name, name: 'test', revoked: false }]);
  });

  it('is not needed', async () => {
    const management = new Management(await freePort(), managementSettings(database.url, { WORKER: 'off' }));
    running.push(Object.assign(management, { apiKey: '' }));
    const { apiKey } = await createSubscription(database.url);

    await management.untilUp(apiKey);

    expect((await keys()).map(({ subscription }) => subscription)).not.toContain('bootstrap');
  });
});

describe('settings that are missing or wrong', () => {
  it('keep the process from starting, with one line for each', async () => {
    const management = new Management(0, { WORKER: 'sometimes', DATABASE_POOL_SIZE: 'many' });

    expect(await management.ended).toMatchObject({ code: 1 });
    expect(
      management.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0])
        .sort(),
    ).toEqual(['DATABASE_POOL_SIZE', 'DATABASE_URL', 'MANAGEMENT_PORT', 'MASTER_KEY', 'WORKER']);
    expect(management.stdout).toBe('');
  });

  it('a port that is taken is told in one line that names its variable', async () => {
    const { port } = await start('one');
    const settings = managementSettings(database.url, { WORKER: 'off' });
    const second = new Management(port, settings);

    expect(await second.ended).toMatchObject({ code: 1 });
    expect(second.stderr).toBe(`port ${port} is taken: free it, or set MANAGEMENT_PORT to another port\n`);
  });
});
