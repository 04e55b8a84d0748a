import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt, type JWTPayload } from 'jose';
import { CookieBrowser } from '../support/cookie-browser.js';
import { eventually } from '../support/eventually.js';
import { readLogoutToken } from '../support/logout-token.js';
import { startStack, type Stack } from '../support/stack.js';
import { TextReceiver } from '../support/text-receiver.js';

const REDIRECT = 'https://app.example.com/callback';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const REQUEST = {
  client_id: 'web',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};
const POLL_OPTIONS = { timeoutMs: 25_000 };

let stack: Stack;
let app: TextReceiver;
let domain: string;
let sub: string;
let users = 0;

beforeAll(async () => {
  [stack, app] = await Promise.all([startStack({ WORKER: 'on', AUTH_URL: 'https://{domain}' }), TextReceiver.start()]);
  domain = await stack.caller.registerDomain();
  const client = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid', redirectUris: [REDIRECT] };
  await stack.caller.put(`/v1/domain/${domain}/client/web`, client);
  await stack.caller.put(`/v1/domain/${domain}/client/web/backchannel_logout`, { uri: app.url, sessionRequired: true });
});

afterAll(async () => {
  await Promise.all([stack.stop(), app.stop()]);
});

beforeEach(async () => {
  app.answer(() => ({ status: 200 }));
  users += 1;
  const body = { preferredUsername: `jane.doe.${users}.of.them`, name: 'Jane' };
  sub = ((await stack.caller.post(`/v1/domain/${domain}/user`, body)).json as { sub: string }).sub;
});

/** Signs in with a link from the API, and to the client by single sign-on. @returns the browser, and the client's ID token */
async function signIn(): Promise<{ browser: CookieBrowser; idToken: string }> {
  const browser = new CookieBrowser(stack.auth, domain);
  const link = await stack.caller.post(`/v1/domain/${domain}/user/${sub}/magiclink`, { redirectUri: 'https://app.example.com/' });
  await browser.submit(await browser.request((link.json as { uri: string }).uri), 'Sign in');
  const authorized = await browser.request(`/connect/authorize?${new URLSearchParams(REQUEST).toString()}`);
  const { location } = await browser.follow(authorized);
  const grant = { grant_type: 'authorization_code', client_id: 'web', redirect_uri: REDIRECT, code_verifier: VERIFIER };
  const { json } = await stack.auth.send(domain, '/connect/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...grant, code: location!.searchParams.get('code')! }).toString(),
  });
  return { browser, idToken: (json as { id_token: string }).id_token };
}

/** @returns the parameters of the answer to an authorization request that shows no page */
async function authorizeSilently(browser: CookieBrowser): Promise<URLSearchParams> {
  const { headers } = await browser.request(`/connect/authorize?${new URLSearchParams({ ...REQUEST, prompt: 'none' }).toString()}`);
  return new URL(headers['location']!).searchParams;
}

/** The claims of the logout token, verified with the domain's published keys. */
async function receiveLogoutToken(): Promise<JWTPayload> {
  await eventually(() => app.requests.length > 0, POLL_OPTIONS);
  const { json: jwks } = await stack.auth.send(domain, '/.well-known/jwks.json');
  return readLogoutToken(app.requests[0]!.body, { issuer: `https://${domain}`, clientId: 'web', jwks });
}

describe('an application', () => {
  it('is notified of a logout with the sid of its session', async () => {
    const { browser, idToken } = await signIn();

    const { status } = await browser.request(`/connect/endsession?${new URLSearchParams({ id_token_hint: idToken }).toString()}`);

    expect(status).toBe(303);
    const { sid } = decodeJwt(idToken);
    expect(await receiveLogoutToken()).toMatchObject({ sub, sid });
    expect(sid).toEqual(expect.any(String));
  });

  it.each([
    ['made inactive', () => stack.caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: false })],
    ['removed', () => stack.caller.delete(`/v1/domain/${domain}/user/${sub}`)],
  ])('is notified that a user was %s', async (_what, end) => {
    const { idToken } = await signIn();

    expect((await end()).status).toBeLessThan(300);

    expect(await receiveLogoutToken()).toMatchObject({ sub, sid: decodeJwt(idToken)['sid'] });
  });

  it.each(['all', 'one'])('is notified of a session that an operator ended, and its browser has to sign in again: %s', async (which) => {
    const userPath = `/v1/domain/${domain}/user/${sub}`;
    expect((await stack.caller.get(userPath)).json).toMatchObject({ lastSignInAt: null });
    const { browser, idToken } = await signIn();
    const { json: user } = await stack.caller.get(userPath);
    const { json: sessions } = await stack.caller.get(`${userPath}/session`);
    const [{ id, clients }] = sessions as [{ id: string; clients: string[] }];
    expect(Date.now() - Date.parse((user as { lastSignInAt: string }).lastSignInAt)).toBeLessThan(60_000);
    expect([clients, (await authorizeSilently(browser)).has('code')]).toEqual([['web'], true]);

    const { status } = await stack.caller.delete(`${userPath}/session${which === 'all' ? '' : `/${id}`}`);

    expect(status).toBe(204);
    expect((await authorizeSilently(browser)).get('error')).toBe('login_required');
    expect(await receiveLogoutToken()).toMatchObject({ sub, sid: decodeJwt(idToken)['sid'] });
  });
});
