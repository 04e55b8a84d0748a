import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { basic, type Credentials } from '../support/auth.js';
import { CookieBrowser } from '../support/cookie-browser.js';
import { eventually } from '../support/eventually.js';
import { kindOf } from '../support/http.js';
import { readLogoutToken } from '../support/logout-token.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';
import { TextReceiver } from '../support/text-receiver.js';

const SUB = 'maya.k~7';
const MAYA = { preferredUsername: 'maya@example.com', name: 'Maya', sub: SUB };
const REDIRECT = 'https://app.example.com/callback';
const SCOPE = 'openid offline_access';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const REQUEST = {
  client_id: 'web',
  response_type: 'code',
  scope: SCOPE,
  redirect_uri: REDIRECT,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
}
interface Entry {
  type: string;
  user: string | null;
  actor: { type: string; id: string | null };
}

let stack: Stack;
let app: TextReceiver;
let domain: string;
let web: Credentials;
let browser: CookieBrowser;
let tokens: Tokens;

beforeAll(async () => {
  [stack, app] = await Promise.all([startStack({ WORKER: 'on', AUTH_URL: 'https://{domain}' }), TextReceiver.start()]);
  app.answer(() => ({ status: 200 }));
  domain = await stack.caller.registerDomain();
  const client = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: SCOPE, redirectUris: [REDIRECT] };
  const { json } = await stack.caller.put(path('client/web'), client);
  web = { clientId: 'web', clientSecret: (json as { clientSecret: string }).clientSecret };
  await stack.caller.put(path('client/web/backchannel_logout'), { uri: app.url, sessionRequired: true });
});

afterAll(async () => {
  await Promise.all([stack.stop(), app.stop()]);
});

const path = (rest: string) => `/v1/domain/${domain}/${rest}`;
const userPath = `user/${SUB}`;

async function post(endpoint: string, parameters: Record<string, string>): Promise<Record<string, unknown>> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: basic(web) };
  const body = new URLSearchParams(parameters).toString();
  return (await stack.auth.send(domain, endpoint, { method: 'POST', headers, body })).json as Record<string, unknown>;
}

async function authorize(more: Record<string, string> = {}): Promise<URLSearchParams> {
  const begun = await browser.request(`/connect/authorize?${new URLSearchParams({ ...REQUEST, ...more }).toString()}`);
  return (await browser.follow(begun)).location!.searchParams;
}

async function listLog(query: string): Promise<Entry[]> {
  return (await stack.caller.get(path(`log?limit=100&${query}`))).json as Entry[];
}

describe('a user with a sub of its own', () => {
  it('is created once', async () => {
    const other = { ...MAYA, preferredUsername: 'maya.other@example.com' };

    const answers = await Promise.all([MAYA, other].map((user) => stack.caller.post(path('user'), user)));

    expect(answers.map(kindOf).toSorted()).toEqual(['200', '409 /problems/sub-taken']);
    expect(answers.find(({ status }) => status === 200)!.json).toEqual({ sub: SUB });
    expect((await stack.caller.get(path(userPath))).json).toMatchObject({ sub: SUB, active: true });
    expect((await stack.caller.get(path('user'))).json).toMatchObject([{ sub: SUB }]);
    expect(kindOf(await stack.caller.get(path(`user/${SUB.toUpperCase()}`)))).toBe('404 /problems/user-not-found');
  });

  it('is not to be had by the id under which it is stored', async () => {
    const [stored] = await sql<{ sub: string }>(stack.database.url, 'SELECT sub FROM end_user WHERE sub_text = $1', [SUB]);

    expect(kindOf(await stack.caller.get(path(`user/${stored!.sub}`)))).toBe('404 /problems/user-not-found');
  });

  it('is unknown to another domain, which can have one of its own', async () => {
    const elsewhere = `/v1/domain/${await stack.caller.registerDomain()}/user`;
    expect(kindOf(await stack.caller.get(`${elsewhere}/${SUB}`))).toBe('404 /problems/user-not-found');

    expect((await stack.caller.post(elsewhere, MAYA)).status).toBe(200);
    expect((await stack.caller.delete(`${elsewhere}/${SUB}`)).status).toBe(204);

    expect((await stack.caller.get(path(userPath))).status).toBe(200);
  });

  it('signs in, and everything names it by its sub', async () => {
    browser = new CookieBrowser(stack.auth, domain);
    const link = await stack.caller.post(path(`${userPath}/magiclink`), { redirectUri: 'https://app.example.com/' });
    await browser.submit(await browser.request((link.json as { uri: string }).uri), 'Sign in');
    const code = (await authorize()).get('code')!;

    tokens = (await post('/connect/token', {
      grant_type: 'authorization_code',
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      code,
    })) as never;
    const headers = { Authorization: `Bearer ${tokens.access_token}` };
    const userinfo = [
      await stack.auth.send(domain, '/connect/userinfo', { headers }),
      await stack.auth.send(domain, '/connect/userinfo', { method: 'POST', headers }),
    ];

    expect([decodeJwt(tokens.id_token).sub, decodeJwt(tokens.access_token).sub]).toEqual([SUB, SUB]);
    expect(userinfo.map(({ json }) => json)).toEqual([{ sub: SUB }, { sub: SUB }]);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(await post('/connect/introspect', { token })).toMatchObject({ active: true, sub: SUB });
  });

  it('gets new tokens for its refresh token', async () => {
    tokens = (await post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })) as never;

    expect([decodeJwt(tokens.id_token).sub, decodeJwt(tokens.access_token).sub]).toEqual([SUB, SUB]);
  });

  it('is the user whom a request can ask for', async () => {
    const claims = (value: string) => JSON.stringify({ id_token: { sub: { value } } });

    expect((await authorize({ prompt: 'none', id_token_hint: tokens.id_token })).has('code')).toBe(true);
    expect((await authorize({ prompt: 'none', claims: claims(SUB) })).has('code')).toBe(true);
    expect((await authorize({ prompt: 'none', claims: claims('maya.k~8') })).get('error')).toBe('login_required');
  });

  it('has sessions, credentials and roles', async () => {
    expect((await stack.caller.put(path('role/clerk'), { permissions: [] })).status).toBeLessThan(300);
    expect((await stack.caller.put(path(`${userPath}/role`), ['clerk'])).status).toBeLessThan(300);

    expect((await stack.caller.get(path(`${userPath}/session`))).json).toMatchObject([{ clients: ['web'] }]);
    expect((await stack.caller.get(path(`${userPath}/credential`))).json).toEqual([]);
    expect((await stack.caller.get(path(`${userPath}/role`))).json).toEqual(['clerk']);
    expect((await stack.caller.get(path(userPath))).json).toMatchObject({ lastSignInAt: expect.any(String) });
  });

  it('is signed out everywhere when it is deactivated, and its clients hear its sub', async () => {
    const { status } = await stack.caller.patch(path(userPath), { active: false });

    expect(status).toBe(204);
    await eventually(() => app.requests.length > 0, { timeoutMs: 25_000 });
    const { json: jwks } = await stack.auth.send(domain, '/.well-known/jwks.json');
    const token = await readLogoutToken(app.requests[0]!.body, { issuer: `https://${domain}`, clientId: 'web', jwks });
    expect(token).toMatchObject({ sub: SUB, sid: decodeJwt(tokens.id_token)['sid'] });
    expect(await post('/connect/introspect', { token: tokens.access_token })).toEqual({ active: false });
  });

  it('is named in the log by its sub, also when it is gone', async () => {
    expect((await stack.caller.delete(path(userPath))).status).toBe(204);
    await eventually(async () => (await listLog('type=user.deleted')).length === 1, { timeoutMs: 25_000 });

    const entries = await listLog(`user=${SUB}`);
    const own = ['magic_link.used', 'user.signed_in'];
    const others = ['user.created', 'magic_link.created', 'user.roles.updated', 'user.updated', 'user.deleted'];
    expect(entries.map(({ type }) => type).toSorted()).toEqual([...own, ...others].toSorted());
    expect(new Set(entries.map(({ user }) => user))).toEqual(new Set([SUB]));
    const caused = await listLog(`actor=${SUB}`);
    expect(caused.map(({ type }) => type).toSorted()).toEqual(own);
    expect(caused.map(({ actor }) => actor)).toEqual(own.map(() => ({ type: 'user', id: SUB, name: null })));
    expect(kindOf(await stack.caller.get(path(userPath)))).toBe('404 /problems/user-not-found');
  });
});
