import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCli, type CliRun } from '../../../../test/support/cli.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { managementSettings, startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';

const SETTINGS = { MANAGEMENT_URL: 'https://api.example.com', AUTH_URL: 'https://{domain}' };

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  caller = management.as(management.apiKey);
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
});

function setUp(name = domain, settings: object = {}): Promise<CliRun> {
  return runCli(managementSettings(database.url, { ...SETTINGS, ...settings }), 'console', 'setup', name, '--json');
}

async function resultOf(run: Promise<CliRun>): Promise<unknown> {
  const { code, stdout, stderr } = await run;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function detailOf(run: Promise<CliRun>): Promise<string> {
  const { code, stdout, stderr } = await run;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return (JSON.parse(stderr) as { detail: string }).detail;
}

const listTypes = async (): Promise<string[]> =>
  ((await caller.get(`/v1/domain/${domain}/log?type=client.*`)).json as { type: string }[]).map(({ type }) => type);

describe('console setup', () => {
  it('registers a public client, whose tokens are bound to a key and for the management API', async () => {
    expect(await resultOf(setUp(domain.toUpperCase()))).toEqual({
      domain,
      client: 'console',
      result: 'created',
      redirectUri: 'https://api.example.com/console/callback',
      settings: `CONSOLE=on MANAGEMENT_ISSUERS=https://${domain} MANAGEMENT_URL=https://api.example.com`,
    });

    const path = `/v1/domain/${domain}/client/console`;
    expect((await caller.get(path)).json).toMatchObject({
      clientType: 'Public',
      grantType: 'AuthorizationCode',
      scope: 'openid',
      audiences: ['https://api.example.com'],
      redirectUris: ['https://api.example.com/console/callback'],
      postSignOutRedirectUris: ['https://api.example.com/console'],
      allowedOrigins: ['https://api.example.com'],
      accessTokenExpiry: null,
    });
    expect((await caller.get(`${path}/authentication`)).json).toEqual({ methods: [], senderConstraint: 'DPoP', profile: null });
  });

  it('changes nothing the second time, and follows a change of MANAGEMENT_URL', async () => {
    await resultOf(setUp());
    const events = await listTypes();

    expect(await resultOf(setUp())).toMatchObject({ result: 'unchanged' });
    expect(await listTypes()).toEqual(events);
    expect(events).toEqual(['client.authentication.updated', 'client.created']);

    const moved = { MANAGEMENT_URL: 'https://manage.example.com:8443' };
    expect(await resultOf(setUp(domain, moved))).toMatchObject({ result: 'updated' });
    expect((await caller.get(`/v1/domain/${domain}/client/console`)).json).toMatchObject({
      allowedOrigins: ['https://manage.example.com:8443'],
    });
  });

  it('restores what binds the tokens, if that was removed', async () => {
    await resultOf(setUp());
    await caller.delete(`/v1/domain/${domain}/client/console/authentication`);

    expect(await resultOf(setUp())).toMatchObject({ result: 'updated' });
    expect((await caller.get(`/v1/domain/${domain}/client/console/authentication`)).json).toMatchObject({ senderConstraint: 'DPoP' });
  });

  it('refuses an unknown domain, a MANAGEMENT_URL without https, and a confidential client of this name', async () => {
    expect(await detailOf(setUp('absent.example.com'))).toMatch(/^there is no active domain named absent\.example\.com/);
    expect(await detailOf(setUp(domain, { MANAGEMENT_URL: 'http://api.example.com' }))).toMatch(
      /^MANAGEMENT_URL: must .*https.*http:\/\/api\.example\.com$/,
    );
    await caller.put(`/v1/domain/${domain}/client/console`, {
      clientType: 'Confidential',
      grantType: 'ClientCredentials',
      scope: 'read',
    });
    expect(await detailOf(setUp())).toMatch(/^console is a Confidential client, and stays one\./);
  });

  it('works on this machine without https', async () => {
    expect(await resultOf(setUp(domain, { MANAGEMENT_URL: 'http://localhost:3000' }))).toMatchObject({
      redirectUri: 'http://localhost:3000/console/callback',
    });
  });
});
