import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cliJson, runCli } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { managementSettings } from '../../../../test/support/management.js';
import { Rows } from '../../../../test/support/rows.js';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const DOMAIN = 'shop.example.com';

let database: TestDatabase;
let rows: Rows;
let subscriptionId: string;
let domainId: string;

const cli = (...args: string[]) => cliJson(database.url, ...args);

beforeAll(async () => {
  database = await createTestDatabase();
  rows = new Rows(database.url);
  ({ id: subscriptionId } = await rows.insert('subscription'));
  domainId = await rows.domain({ name: DOMAIN, subscription_id: subscriptionId });
  await rows.domain({ name: 'shop.example.org', subscription_id: subscriptionId });
});

afterAll(async () => {
  await rows.end();
  await database.drop();
});

describe('domain list --filter', () => {
  it('lists the domains whose names contain the text, ignoring case', async () => {
    const names = async (text: string) =>
      ((await cli('domain', 'list', '--filter', text)) as { domain: string }[]).map(({ domain }) => domain);

    expect(await names('EXAMPLE.com')).toEqual([DOMAIN]);
    expect(await names('shop')).toEqual([DOMAIN, 'shop.example.org']);
    expect(await names('%')).toEqual([]);
  });
});

describe('client list', () => {
  it('lists the clients of a domain, oldest first, without secrets', async () => {
    await rows.insert('client', { domain_id: domainId, client_id: 'orders' });
    await rows.insert('client', { domain_id: domainId, client_id: 'web', grant_type: 'AuthorizationCode', scope: 'openid' });

    const defaults = { subscriptionId, clientType: 'Confidential', createdAt: TIME };
    expect(await cli('client', 'list', DOMAIN)).toEqual([
      { ...defaults, clientId: 'orders', grantType: 'ClientCredentials', scope: 'orders' },
      { ...defaults, clientId: 'web', grantType: 'AuthorizationCode', scope: 'openid' },
    ]);
  });

  it('reports an unknown domain in one line', async () => {
    const stderr = 'there is no domain named absent.example.com; domain list shows all\n';
    const list = (...options: string[]) => runCli(managementSettings(database.url), 'client', 'list', 'absent.example.com', ...options);
    expect(await list()).toEqual({ code: 1, stdout: '', stderr });
    const problem = { title: 'The command failed', detail: stderr.trim() };
    expect(await list('--json')).toEqual({ code: 1, stdout: '', stderr: `${JSON.stringify(problem)}\n` });
  });
});

describe('user find', () => {
  it('finds users by a part of the username or email address, or by their sub', async () => {
    const attributes = { preferred_username: 'ada', email: 'ada@lovelace.example' };
    const columns = { attributes, username_key: 'ada', search_text: 'ada\nada@lovelace.example' };
    const { sub } = await rows.insert<{ sub: string }>('end_user', { domain_id: domainId, block: 0, ...columns });
    const ada = { subscriptionId, sub, active: true, preferredUsername: 'ada', email: 'ada@lovelace.example', identityProvider: 'local' };

    for (const text of ['ADA', 'lovelace', sub]) expect(await cli('user', 'find', DOMAIN, text)).toEqual([ada]);
    for (const text of ['charles', domainId]) expect(await cli('user', 'find', DOMAIN, text)).toEqual([]);
    expect(await cli('user', 'find', 'shop.example.org', sub)).toEqual([]);
    expect(await runCli(managementSettings(database.url), 'user', 'find', DOMAIN, 'charles')).toEqual({
      code: 0,
      stdout: 'Nothing found.\n',
      stderr: '',
    });
  });
});
