import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Browser,
  BY_LINK,
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  type ServedDomainOfTest,
  type Tokens,
} from '../../in-process-auth.fixture.js';
import { SessionService } from './session.service.js';

const AFTERWARDS = 'https://app.example.com/bye';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;
let browser: Browser;
let tokens: Tokens;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain, { post_sign_out_redirect_uris: [AFTERWARDS] });
}, 60_000);

afterAll(() => auth.stop());

beforeEach(async () => {
  sub = await auth.user(domain);
  browser = auth.browser(domain);
  tokens = await tokensFor(browser, 'openid');
});

async function tokensFor(who: Browser, scope: string): Promise<Tokens> {
  const { request, verifier } = codeRequest(clientId, { scope });
  const { location } = await who.authorize(request);
  const isPage = location.pathname.startsWith('/sign-in/');
  const answer = isPage ? (await who.decide(location, { signedIn: { sub, ...BY_LINK } })).location : location;
  const parameters = { grant_type: 'authorization_code', code: answer.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
  const { json } = await auth.send(domain.name, '/connect/token', clientCall(clientId, { ...parameters, code_verifier: verifier }));
  return json as Tokens;
}

async function isSignedIn(who = browser): Promise<boolean> {
  return ((await who.request('/double/session')).json as { session: unknown }).session !== null;
}

async function isActive(token: string): Promise<boolean> {
  const { json } = await auth.send(domain.name, '/connect/introspect', clientCall(clientId, { token }));
  return (json as { active: boolean }).active;
}

const endSession = (parameters: Record<string, string> = {}, who = browser) =>
  who.request(`/connect/endsession?${new URLSearchParams(parameters).toString()}`);

/** Presses a button of the page that asks. */
async function press(page: string, fields: Record<string, string>) {
  const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page) ?? [];
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return browser.request('/connect/endsession/confirm', {
    method: 'POST',
    headers,
    body: new URLSearchParams({ xsrf, ...fields }).toString(),
  });
}

describe('logout by an application', () => {
  it('with the user’s ID token redirects immediately', async () => {
    const { status, headers } = await endSession({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: AFTERWARDS,
      state: 'a-state',
    });

    expect([status, headers.location]).toEqual([303, `${AFTERWARDS}?state=a-state`]);
    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([false, false]);
    expect(browser.cookies.filter(({ name }) => name.startsWith('__Host-session'))).toEqual([]);
  });

  it('keeps offline access, where it was granted', async () => {
    const offline = await tokensFor(browser, 'openid offline_access');

    await endSession({ id_token_hint: tokens.id_token });

    expect([await isActive(tokens.access_token), await isActive(offline.access_token), await isActive(offline.refresh_token!)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('without a hint asks the user, on a page that no other site can frame or forge', async () => {
    const { status, headers, text } = await endSession({ client_id: clientId, post_logout_redirect_uri: AFTERWARDS });

    expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([200, 'text/html; charset=utf-8', 'DENY']);
    expect(await isSignedIn()).toBe(true);
    const forged = await press('', { logout: 'yes' });
    expect([forged.status, forged.text]).toEqual([400, expect.stringContaining('This request did not come from our page')]);
    expect(forged.text).toContain('invalid_request: the form was made for another session');
    expect(await isSignedIn()).toBe(true);
    expect((await press(text, { logout: 'yes' })).headers.location).toBe(AFTERWARDS);
    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([false, false]);
  });

  it('lets the person stay', async () => {
    const { text } = await endSession();

    await press(text, {});

    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([true, true]);
  });

  it('shows the result when the form is submitted again', async () => {
    const { text } = await endSession({ client_id: clientId });
    await press(text, {});
    const stayed = await press(text, { logout: 'yes' });
    const { text: anew } = await endSession();
    await press(anew, { logout: 'yes' });

    const left = await press(anew, { logout: 'yes' });

    expect([stayed.status, stayed.text]).toEqual([400, expect.stringContaining('You are still signed in')]);
    expect([left.status, left.text]).toEqual([200, expect.stringContaining('You are signed out')]);
  });

  it('without a session redirects immediately', async () => {
    const nobody = auth.browser(domain);
    const { status, headers } = await endSession({ client_id: clientId, post_logout_redirect_uri: AFTERWARDS, state: 's' }, nobody);
    const { answer } = await nobody.follow(await endSession({}, nobody));

    expect([status, headers.location]).toEqual([303, `${AFTERWARDS}?state=s`]);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('<h1')]);
  });

  it('accepts POST, and needs no application', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const asked = await browser.request('/connect/endsession', { method: 'POST', headers, body: `id_token_hint=${tokens.id_token}` });

    const { answer } = await browser.follow(asked);

    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('<h1')]);
    expect(await isSignedIn()).toBe(false);
  });

  it.each<[string, () => Record<string, string>]>([
    [
      'to an address that is not the client’s',
      () => ({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.example/' }),
    ],
    ['with somebody’s own id token', () => ({ id_token_hint: 'e30.e30.e30' })],
    ['of an unknown client', () => ({ client_id: 'nobody' })],
  ])('%s is refused', async (_what, parameters) => {
    const { status, headers } = await endSession(parameters());

    expect([status, headers.location]).toEqual([400, undefined]);
    expect(await isSignedIn()).toBe(true);
  });

  it('with another user’s ID token asks', async () => {
    const other = auth.browser(domain);
    await tokensFor(other, 'openid');
    sub = await auth.user(domain);
    const stranger = auth.browser(domain);
    const foreign = await tokensFor(stranger, 'openid');

    expect((await endSession({ id_token_hint: foreign.id_token }, other)).status).toBe(200);
    expect(await isSignedIn(other)).toBe(true);
  });
});

describe('the sessions of a person', () => {
  const sessions = () => auth.app.get(SessionService, { strict: false });
  const sidOf = async (who: Browser) => ((await who.request('/double/session')).json as { session: { sid: string } }).session.sid;

  it('are listed, with their browsers', async () => {
    const now = Date.now();

    expect(await sessions().list(domain.id, sub)).toEqual([
      { sid: await sidOf(browser), authTime: expect.any(Number), lastSeen: expect.any(Date), userAgent: 'a browser' },
    ]);
    expect(Math.abs((await sessions().list(domain.id, sub))[0]!.lastSeen.getTime() - now)).toBeLessThan(10_000);
  });

  it('are also created without an application, with their methods', async () => {
    const other = auth.browser(domain);
    const call = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ sub, ...BY_LINK }) };
    const { headers } = await other.request('/double/session', call);

    expect(headers['set-cookie']!.find((line) => line.startsWith('__Host-session='))).toMatch(
      /^__Host-session=[^;]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i,
    );
    expect((await other.request('/double/session')).json).toEqual({
      session: { sub, sid: expect.any(String), authTime: expect.any(Number), ...BY_LINK, identityProvider: 'local' },
    });
    const { location } = await other.authorize(codeRequest(clientId, { prompt: 'none' }).request);
    expect(location.searchParams.has('code')).toBe(true);
  });

  it('end on request', async () => {
    await browser.request('/double/session', { method: 'DELETE' });

    expect([await isSignedIn(), browser.cookies.filter(({ name }) => name === '__Host-session')]).toEqual([false, []]);
  });

  it('end individually, only for their own user', async () => {
    const sid = await sidOf(browser);
    const other = auth.browser(domain);
    await tokensFor(other, 'openid');

    expect(await sessions().endOne(domain.id, await auth.user(domain), sid)).toBe(false);
    expect(await sessions().endOne((await auth.domain()).id, sub, sid)).toBe(false);
    expect(await sessions().endOne(domain.id, sub, sid)).toBe(true);
    expect([await isSignedIn(), await isActive(tokens.access_token), await isSignedIn(other)]).toEqual([false, false, true]);
  });

  it('all end together, with everything that was issued', async () => {
    const offline = await tokensFor(browser, 'openid offline_access');

    await sessions().endAll(domain.id, sub);

    expect([await isSignedIn(), await isActive(tokens.access_token), await isActive(offline.refresh_token!)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await sessions().list(domain.id, sub)).toEqual([]);
  });
});
