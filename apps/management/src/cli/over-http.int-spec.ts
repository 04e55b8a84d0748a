import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Caller, startManagement, type StartedManagement } from '../../../../test/support/management.js';
import { createSubscription, type Subscriber } from '../../../../test/support/subscription.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

const PLATFORM_KEY = 'a-platform-key-of-32-characters-or-more';

let database: TestDatabase;
let management: StartedManagement;
let [owner, other]: Subscriber[] = [];
let domain: string;
let sub: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off', PLATFORM_KEY });
  owner = await createSubscription(database.url);
  other = await createSubscription(database.url);
  const caller = new Caller(management, owner.apiKey);
  domain = await caller.registerDomain();
  const client = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders:read' };
  expect((await caller.put(`/v1/domain/${domain}/client/orders`, client)).status).toBeLessThan(300);
  const { status, json } = await caller.post(`/v1/domain/${domain}/user`, { preferredUsername: 'jane.doe@example.com', name: 'Jane' });
  expect([status, json]).toEqual([200, { sub: expect.any(String) }]);
  ({ sub } = json as { sub: string });
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

/** Runs a command without the settings of a database. */
function cli(apiKey: string, ...args: string[]) {
  return runCli({}, ...args, '--url', management.url, '--api-key', apiKey);
}

async function readJson(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await cli(owner!.apiKey, ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('over HTTP, without a database,', () => {
  it('domain list shows the domains of the subscription', async () => {
    expect(await readJson('domain', 'list')).toEqual([{ domain }]);
    expect(await readJson('domain', 'list', '--filter', 'absent')).toEqual([]);
  });

  it('client list shows the clients of a domain', async () => {
    expect(await readJson('client', 'list', domain)).toEqual([
      { clientId: 'orders', clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders:read', createdAt: TIME },
    ]);
  });

  it('user find finds users by a text and by sub', async () => {
    const user = { sub, active: true, preferredUsername: 'jane.doe@example.com', email: null };

    expect(await readJson('user', 'find', domain, 'JANE')).toEqual([{ ...user, identityProvider: 'local' }]);
    expect(await readJson('user', 'find', domain, sub)).toEqual([user]);
  });

  it('log list shows the newest entries of a log', async () => {
    const entries = (await readJson('log', 'list', domain, '--limit', '2')) as object[];

    expect(entries).toHaveLength(2);
    expect(entries).toContainEqual({
      sequence: expect.any(Number),
      time: TIME,
      type: 'user.created',
      actor: 'test',
      user: sub,
      client: null,
    });
  });

  it('key create makes a key that key list shows, and key revoke ends it', async () => {
    const created = await readJson(
      'key',
      'create',
      '--name',
      'ci',
      '--permissions',
      'client:read,operator:write',
      '--expires-in-days',
      '2',
    );
    const { id, apiKey } = created as { id: string; apiKey: string };
    expect(created).toEqual({ id: expect.any(String), name: 'ci', apiKey: expect.stringMatching(/^latchkey_/) });

    const all = (await readJson('key', 'list')) as { id: string; expiresAt: string }[];
    const listed = all.find((key) => key.id === id)!;
    expect(listed).toMatchObject({
      name: 'ci',
      permissions: ['client:read', 'operator:write'],
      domains: null,
      networks: null,
      lastUsedAt: null,
    });
    expect(Math.abs(Date.parse(listed.expiresAt) - Date.now() - 2 * 86_400_000)).toBeLessThan(60_000);
    expect((await cli(apiKey, 'key', 'create', '--permissions', 'user:read')).stderr).toMatch(/\(403\): .*lacks the permission user:read/);

    expect((await cli(other!.apiKey, 'key', 'revoke', id)).stderr).toMatch(/\(404\): /);
    expect(await readJson('key', 'revoke', id)).toEqual({ id, revoked: true });
    expect((await cli(apiKey, 'client', 'list', domain)).stderr).toMatch(/\(401\): /);
  });

  it('key create and key list refuse the name of another subscription than that of the key', async () => {
    const [{ name }] = (await readJson('subscription', 'list')) as [{ name: string }];
    expect(await readJson('key', 'list', name)).toEqual(await readJson('key', 'list'));

    for (const command of ['create', 'list']) {
      const { code, stdout, stderr } = await cli(owner!.apiKey, 'key', command, 'another');
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`the key is one of the subscription ${name}, not of another`);
    }
  });

  it('subscription create takes the platform key, whose subscription list shows all', async () => {
    const created = await cli(PLATFORM_KEY, 'subscription', 'create', 'acme', '--json');
    const { id, apiKey } = JSON.parse(created.stdout) as { id: string; apiKey: string };

    const { stdout } = await cli(PLATFORM_KEY, 'subscription', 'list', '--json');
    expect(JSON.parse(stdout)).toContainEqual({ id, name: 'acme', createdAt: TIME });
    expect(JSON.parse((await cli(apiKey, 'subscription', 'list', '--json')).stdout)).toEqual([{ id, name: 'acme', createdAt: TIME }]);
    expect((await cli(apiKey, 'subscription', 'create', 'x')).stderr).toMatch(/\(403\): .*PLATFORM_KEY/);
  });

  it.each([
    ['client', 'list'],
    ['log', 'list'],
    ['user', 'find', 'jane.doe@example.com'],
  ])('%s %s shows nothing of the domain of another subscription', async (group, name, ...operands) => {
    const { code, stdout, stderr } = await cli(other!.apiKey, group, name, domain, ...operands);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/\(404\): /);
  });

  it('a wrong limit is the problem of the API, and a wrong key too', async () => {
    expect((await cli(owner!.apiKey, 'log', 'list', domain, '--limit', 'x')).stderr).toMatch(/\(400\): .*\n.*limit/);
    expect(await cli('latchkey_wrong', 'domain', 'list')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/\(401\): /) });
  });

  it('a table fits 100 columns', async () => {
    const { stdout } = await cli(owner!.apiKey, 'log', 'list', domain);

    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(stdout).toMatch(/^sequence +time +type +actor +user +client\n/);
  });
});
