import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, BY_LINK, type Tokens } from '../in-process-auth.fixture.js';
import { SessionService } from './session.service.js';
import { useAuthFixture } from '../auth.fixture.js';

const AFTERWARDS = 'https://app.example.com/bye';

let browser: Browser;
let tokens: Tokens;

const fixture = useAuthFixture({ client: { post_sign_out_redirect_uris: [AFTERWARDS] } });

beforeEach(async () => {
  fixture.sub = await fixture.user();
  browser = fixture.browser();
  tokens = await fixture.signIn({ scope: 'openid' }, { browser });
});

async function isSignedIn(who = browser): Promise<boolean> {
  return ((await who.request('/double/session')).json as { session: unknown }).session !== null;
}

async function isActive(token: string): Promise<boolean> {
  const { json } = await fixture.post('/connect/introspect', { token });
  return (json as { active: boolean }).active;
}

const endSession = (parameters: Record<string, string> = {}, who = browser) =>
  who.request(`/connect/endsession?${new URLSearchParams(parameters).toString()}`);

/** Presses a button of the confirmation page. */
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
  it('redirects immediately with the user’s ID token as hint', async () => {
    const { status, headers } = await endSession({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: AFTERWARDS,
      state: 'a-state',
    });

    expect([status, headers.location]).toEqual([303, `${AFTERWARDS}?state=a-state`]);
    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([false, false]);
    expect(browser.cookies.filter(({ name }) => name.startsWith('__Host-session'))).toEqual([]);
  });

  it('keeps tokens with offline access', async () => {
    const offline = await fixture.signIn({ scope: 'openid offline_access' }, { browser });

    await endSession({ id_token_hint: tokens.id_token });

    expect([await isActive(tokens.access_token), await isActive(offline.access_token), await isActive(offline.refresh_token!)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('asks for confirmation if there is no hint, on a page that other sites can neither frame nor forge', async () => {
    const { status, headers, text } = await endSession({ client_id: fixture.clientId, post_logout_redirect_uri: AFTERWARDS });

    expect([status, headers['content-type'], headers['x-frame-options']]).toEqual([200, 'text/html; charset=utf-8', 'DENY']);
    expect(await isSignedIn()).toBe(true);
    const forged = await press('', { logout: 'yes' });
    expect([forged.status, forged.text]).toEqual([400, expect.stringContaining('This request did not come from our page')]);
    expect(forged.text).toContain('invalid_request: the form was made for another session');
    expect(await isSignedIn()).toBe(true);
    expect((await press(text, { logout: 'yes' })).headers.location).toBe(AFTERWARDS);
    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([false, false]);
  });

  it('lets the user stay signed in', async () => {
    const { text } = await endSession();

    await press(text, {});

    expect([await isSignedIn(), await isActive(tokens.access_token)]).toEqual([true, true]);
  });

  it('shows the result again when the form is submitted twice', async () => {
    const { text } = await endSession({ client_id: fixture.clientId });
    await press(text, {});
    const stayed = await press(text, { logout: 'yes' });
    const { text: anew } = await endSession();
    await press(anew, { logout: 'yes' });

    const left = await press(anew, { logout: 'yes' });

    expect([stayed.status, stayed.text]).toEqual([400, expect.stringContaining('You are still signed in')]);
    expect([left.status, left.text]).toEqual([200, expect.stringContaining('You are signed out')]);
  });

  it('redirects immediately without a session', async () => {
    const nobody = fixture.browser();
    const { status, headers } = await endSession({ client_id: fixture.clientId, post_logout_redirect_uri: AFTERWARDS, state: 's' }, nobody);
    const { answer } = await nobody.follow(await endSession({}, nobody));

    expect([status, headers.location]).toEqual([303, `${AFTERWARDS}?state=s`]);
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('<h1')]);
  });

  it('accepts POST, and requires no client', async () => {
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
    ['with a forged ID token', () => ({ id_token_hint: 'e30.e30.e30' })],
    ['of an unknown client', () => ({ client_id: 'nobody' })],
  ])('rejects %s', async (_what, parameters) => {
    const { status, headers } = await endSession(parameters());

    expect([status, headers.location]).toEqual([400, undefined]);
    expect(await isSignedIn()).toBe(true);
  });

  it('asks the user if the hint is another user’s ID token', async () => {
    const other = fixture.browser();
    await fixture.signIn({ scope: 'openid' }, { browser: other });
    fixture.sub = await fixture.user();
    const stranger = fixture.browser();
    const foreign = await fixture.signIn({ scope: 'openid' }, { browser: stranger });

    expect((await endSession({ id_token_hint: foreign.id_token }, other)).status).toBe(200);
    expect(await isSignedIn(other)).toBe(true);
  });
});

describe("a user's sessions", () => {
  const sessions = () => fixture.auth.app.get(SessionService, { strict: false });
  const sidOf = async (who: Browser) => ((await who.request('/double/session')).json as { session: { sid: string } }).session.sid;

  it('lists sessions with their browsers', async () => {
    const now = Date.now();

    expect(await sessions().list(fixture.domain.id, fixture.sub)).toEqual([
      { sid: await sidOf(browser), authTime: expect.any(Number), lastSeen: expect.any(Date), userAgent: 'a browser' },
    ]);
    expect(Math.abs((await sessions().list(fixture.domain.id, fixture.sub))[0]!.lastSeen.getTime() - now)).toBeLessThan(10_000);
  });

  it('also creates sessions without a client, with their methods', async () => {
    const other = fixture.browser();
    const call = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sub: fixture.sub, ...BY_LINK }),
    };
    const { headers } = await other.request('/double/session', call);

    expect(headers['set-cookie']!.find((line) => line.startsWith('__Host-session='))).toMatch(
      /^__Host-session=[^;]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i,
    );
    expect((await other.request('/double/session')).json).toEqual({
      session: { sub: fixture.sub, sid: expect.any(String), authTime: expect.any(Number), ...BY_LINK, identityProvider: 'local' },
    });
    const { location } = await other.authorize(fixture.codeRequest({ prompt: 'none' }).request);
    expect(location.searchParams.has('code')).toBe(true);
  });

  it('ends a session on request', async () => {
    await browser.request('/double/session', { method: 'DELETE' });

    expect([await isSignedIn(), browser.cookies.filter(({ name }) => name === '__Host-session')]).toEqual([false, []]);
  });

  it('ends one session, only for its own user', async () => {
    const sid = await sidOf(browser);
    const other = fixture.browser();
    await fixture.signIn({ scope: 'openid' }, { browser: other });

    expect(await sessions().endOne(fixture.domain.id, await fixture.user(), sid)).toBe(false);
    expect(await sessions().endOne((await fixture.auth.domain()).id, fixture.sub, sid)).toBe(false);
    expect(await sessions().endOne(fixture.domain.id, fixture.sub, sid)).toBe(true);
    expect([await isSignedIn(), await isActive(tokens.access_token), await isSignedIn(other)]).toEqual([false, false, true]);
  });

  it('ends all sessions together, with all tokens that they issued', async () => {
    const offline = await fixture.signIn({ scope: 'openid offline_access' }, { browser });

    await sessions().endAll(fixture.domain.id, fixture.sub);

    expect([await isSignedIn(), await isActive(tokens.access_token), await isActive(offline.refresh_token!)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await sessions().list(fixture.domain.id, fixture.sub)).toEqual([]);
  });
});
