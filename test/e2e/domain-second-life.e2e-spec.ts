import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, type Credentials } from '../support/auth.js';
import { CookieBrowser } from '../support/cookie-browser.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/http.js';
import { startStack, type Stack } from '../support/stack.js';

const NAME = 'twice.example.com';
const AT = `/v1/domain/${NAME}`;
const CALLBACK = 'https://app.example.com/callback';
const VERIFIER = 'a-verifier-that-is-long-enough-for-rfc-7636-sections';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** What a domain issues in its lifetime. */
interface Life {
  kid: string;
  sub: string;
  service: Credentials;
  app: Credentials;
  /** A user who is signed in. */
  browser: CookieBrowser;
  accessToken: string;
  refreshToken: string;
  serviceToken: string;
  /** An unused magic link. */
  link: string;
}

let stack: Stack;
let first: Life;
let second: Life;

/** Registers the domain, always with the same user and clients; they sign in and get tokens. */
async function live(): Promise<Life> {
  expect((await stack.caller.post('/v1/domain', { domain: NAME })).status).toBe(201);
  const [service, app] = [await provision('service', {}), await provision('app', code())];
  const { sub } = (await stack.caller.post(`${AT}/user`, { preferredUsername: 'somebody.else', name: 'Somebody Else' })).json as {
    sub: string;
  };
  const browser = new CookieBrowser(stack.auth, NAME);
  await browser.submit(await browser.request(await magicLink(sub)), 'Sign in');
  const tokens = (await redeem(app, await codeOf(browser))).json as { access_token: string; refresh_token: string };
  const serviceToken = await stack.auth.token(NAME, service);
  const { keys } = (await stack.auth.send(NAME, '/.well-known/jwks.json')).json as { keys: [{ kid: string }] };
  const issued = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, serviceToken };
  return { kid: keys[0].kid, sub, service, app, browser, ...issued, link: await magicLink(sub) };
}

function code(): object {
  return { grantType: 'AuthorizationCode', scope: 'openid offline_access', redirectUris: [CALLBACK] };
}

async function provision(clientId: string, configuration: object): Promise<Credentials> {
  const defaults = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
  const { json } = await stack.caller.put(`${AT}/client/${clientId}`, { ...defaults, ...configuration });
  return { clientId, clientSecret: (json as { clientSecret: string }).clientSecret };
}

async function magicLink(sub: string): Promise<string> {
  const { json } = await stack.caller.post(`${AT}/user/${sub}/magiclink`, { redirectUri: 'https://app.example.com/' });
  return (json as { uri: string }).uri;
}

/** Requests a code. @returns the final redirect target */
async function authorize(browser: CookieBrowser): Promise<URL | null> {
  const parameters = {
    client_id: 'app',
    response_type: 'code',
    scope: 'openid offline_access',
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const begun = await browser.request(`/connect/authorize?${new URLSearchParams(parameters).toString()}`);
  return (await browser.follow(begun)).location;
}

async function codeOf(browser: CookieBrowser): Promise<string> {
  return (await authorize(browser))!.searchParams.get('code')!;
}

function form(path: string, client: Credentials, parameters: Record<string, string>): Promise<Answer> {
  const headers = { ...FORM, Authorization: basic(client) };
  return stack.auth.send(NAME, path, { method: 'POST', headers, body: new URLSearchParams(parameters).toString() });
}

function redeem(app: Credentials, authorizationCode: string): Promise<Answer> {
  const parameters = { grant_type: 'authorization_code', code: authorizationCode, redirect_uri: CALLBACK, code_verifier: VERIFIER };
  return form('/connect/token', app, parameters);
}

beforeAll(async () => {
  stack = await startStack({ WORKER: 'on', RATE_LIMIT: 'off' });
  first = await live();
  expect((await stack.caller.delete(AT)).status).toBe(204);
  await eventually(async () => (await stack.caller.get(AT)).status === 404, { timeoutMs: 30_000, intervalMs: 100 });
  second = await live();
}, 90_000);

afterAll(() => stack.stop());

describe('a name that is registered again after its domain was deleted', () => {
  it('has other keys, and another user with the same username', async () => {
    expect(second.kid).not.toBe(first.kid);
    expect(second.sub).not.toBe(first.sub);
    expect((await stack.caller.get(`${AT}/user/${first.sub}`)).status).toBe(404);
    expect((await stack.caller.get(`${AT}/log?limit=100`)).text).not.toContain(first.sub);
  });

  it('rejects the secrets of earlier clients with the same names', async () => {
    for (const client of [first.service, first.app]) {
      expect(await form('/connect/token', client, { grant_type: 'client_credentials' })).toMatchObject({
        status: 401,
        json: { error: 'invalid_client' },
      });
    }
  });

  it('rejects old tokens at userinfo, for refreshing and at introspection', async () => {
    const userinfo = (token: string) => stack.auth.send(NAME, '/connect/userinfo', { headers: { Authorization: `Bearer ${token}` } });
    expect([(await userinfo(first.accessToken)).status, (await userinfo(second.accessToken)).status]).toEqual([401, 200]);
    const refresh = (token: string) => form('/connect/token', second.app, { grant_type: 'refresh_token', refresh_token: token });
    expect(await refresh(first.refreshToken)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    for (const [client, token] of [
      [second.app, first.accessToken],
      [second.app, first.refreshToken],
      [second.service, first.serviceToken],
    ] as const) {
      expect((await form('/connect/introspect', client, { token })).json).toEqual({ active: false });
    }
    expect((await form('/connect/introspect', second.app, { token: second.accessToken })).json).toMatchObject({ active: true });
  });

  it('has no sessions: a user who was signed in must sign in again', async () => {
    expect((await authorize(second.browser))!.origin).toBe('https://app.example.com');

    expect((await authorize(first.browser))!.pathname).toMatch(/^\/sign-in\//);
  });

  it('rejects magic links', async () => {
    const nobody = new CookieBrowser(stack.auth, NAME);
    const [old, present] = [await nobody.request(first.link), await nobody.request(second.link)];

    expect(present.text).toContain('Sign in</button>');
    expect(old.text).not.toContain('Sign in</button>');
  });
});
