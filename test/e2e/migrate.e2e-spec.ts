import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basic } from '../support/auth.js';
import { runCli, runCliProcess, type CliRun } from '../support/cli.js';
import { CookieBrowser } from '../support/cookie-browser.js';
import { DiscoveryServer } from '../support/discovery-server.js';
import { startStack, type Stack } from '../support/stack.js';
import { makeTestFolder } from '../support/test-folder.mjs';

const FIXTURES = join(import.meta.dirname, '../fixtures/migrate');
const folder = makeTestFolder('migrate');
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

interface Client {
  clientType: string;
  grantType: string;
  redirectUris?: string[];
}
interface Configuration {
  clients: Record<string, Client>;
  providers: Record<string, object>;
}
interface Line {
  sub?: string;
  preferredUsername: string;
  active?: boolean;
  roles?: string[];
}

let stack: Stack;
let upstream: DiscoveryServer;

beforeAll(async () => {
  [stack, upstream] = await Promise.all([startStack({ WORKER: 'on', AUTH_URL: 'https://{domain}' }), DiscoveryServer.start()]);
});

afterAll(() => Promise.all([stack.stop(), upstream.stop(), rm(folder, { recursive: true })]));

async function run(...args: string[]): Promise<CliRun> {
  const settings = { LATCHKEY_URL: stack.management.url, LATCHKEY_API_KEY: stack.caller.apiKey };
  const done = await (args[0] === 'user' ? runCliProcess : runCli)(settings, ...args);
  expect([args.join(' '), done.stderr]).toEqual([args.join(' '), '']);
  return done;
}

const readMade = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

/** What an operator adds by hand, because no export has it. */
async function completeProviders(): Promise<Configuration> {
  const configuration = JSON.parse(await readMade('configuration.json')) as Configuration;
  for (const provider of Object.values(configuration.providers))
    Object.assign(provider, { issuer: upstream.issuer, clientSecret: 'the-secret-of-the-provider-32-chars' });
  await writeFile(join(folder, 'configuration.json'), JSON.stringify(configuration));
  return configuration;
}

async function requestToken(domain: string, client: [id: string, secret: string], form: Record<string, string>) {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Authorization: basic({ clientId: client[0], clientSecret: client[1] }),
  };
  return stack.auth.send(domain, '/connect/token', { method: 'POST', headers, body: new URLSearchParams(form).toString() });
}

/** A user opens a link, and is then signed in at the client. @returns the claims of the ID token */
async function signIn(domain: string, sub: string, [clientId, secret]: [string, string], redirectUri: string) {
  const browser = new CookieBrowser(stack.auth, domain);
  const link = await stack.caller.post(`/v1/domain/${domain}/user/${sub}/magiclink`, { redirectUri });
  await browser.submit(await browser.request((link.json as { uri: string }).uri), 'Sign in');
  const query = {
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  };
  const answered = await browser.follow(await browser.request(`/connect/authorize?${new URLSearchParams(query).toString()}`));
  const form = {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code_verifier: VERIFIER,
    code: answered.location!.searchParams.get('code')!,
  };
  return decodeJwt(((await requestToken(domain, [clientId, secret], form)).json as { id_token: string }).id_token);
}

describe('a migrated domain', () => {
  it.each<[string, ...string[]]>([
    ['keycloak', 'keycloak-realm.json'],
    ['auth0', 'auth0-users.ndjson', 'auth0-configuration.json'],
    ['logto', 'logto.json'],
    ['zitadel', 'zitadel.json'],
    ['fusionauth', 'fusionauth.json'],
    ['cognito', 'cognito.json'],
  ])(
    'of %s has its clients with their secrets, and its users, who sign in by a link',
    async (service, ...files) => {
      await run('migrate', service, ...files.map((file) => join(FIXTURES, file)), '--out', folder);
      const { clients } = await completeProviders();
      const secrets = JSON.parse(await readMade('secrets.json')) as Record<string, string>;
      const lines = (await readMade('users.ndjson'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line);
      const domain = await stack.caller.registerDomain();

      await run('config', 'apply', domain, '--file', join(folder, 'configuration.json'));
      for (const [id, secret] of Object.entries(secrets))
        expect((await stack.caller.post(`/v1/domain/${domain}/client/${id}/secret`, { secret })).status).toBe(201);
      const imported = await run('user', 'import', domain, join(folder, 'users.ndjson'), '--json');

      expect(JSON.parse(imported.stdout)).toMatchObject({ created: lines.length, failed: 0, errors: [] });
      const stored = (await stack.caller.get(`/v1/domain/${domain}/user`)).json as {
        sub: string;
        preferredUsername: string;
        active: boolean;
      }[];
      for (const { sub, preferredUsername, active = true, roles = [] } of lines) {
        const user = stored.find((each) => each.preferredUsername === preferredUsername)!;
        expect([user.sub, user.active]).toEqual([sub ?? user.sub, active]);
        expect((await stack.caller.get(`/v1/domain/${domain}/user/${user.sub}/role`)).json).toEqual(roles);
      }
      for (const [id, { grantType, redirectUris }] of Object.entries(clients)) {
        const secret = secrets[id];
        if (secret === undefined) continue;
        if (grantType === 'ClientCredentials') {
          expect((await requestToken(domain, [id, secret], { grant_type: 'client_credentials' })).status).toBe(200);
          continue;
        }
        const { sub } = stored[0]!;
        await stack.caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: true });
        expect(await signIn(domain, sub, [id, secret], redirectUris![0]!)).toMatchObject({ sub, aud: id });
      }
    },
    60_000,
  );
});
