import { describe, expect, it } from '@jest/globals';
import { type Browser, BY_LINK, clientCall, codeRequest, REDIRECT_URI, answerOf } from '../in-process-auth.fixture.js';
import type { Interaction } from './interaction.service.js';
import { SessionService } from './session.service.js';
import { useAuthFixture } from '../auth.fixture.js';

const PASSKEY = { amr: ['pop', 'user', 'mfa'], acr: 'phr' };
const NATIVE = 'com.example.app:/callback';

const fixture = useAuthFixture();

async function interactionAt(browser: Browser, page: URL): Promise<Interaction | null> {
  return ((await browser.request(page.pathname)).json as { interaction: Interaction | null }).interaction;
}

describe('interactions', () => {
  it('returns the parameters of the request and its client', async () => {
    const browser = fixture.browser();
    const { location } = await browser.authorize(fixture.codeRequest({ login_hint: 'somebody', ui_locales: 'de' }).request);

    expect(await interactionAt(browser, location)).toMatchObject({
      uid: location.pathname.split('/')[2],
      prompt: 'login',
      reasons: ['no_session'],
      params: { client_id: fixture.clientId, login_hint: 'somebody', ui_locales: 'de', scope: 'openid' },
      client: { clientId: fixture.clientId, redirectUris: [REDIRECT_URI] },
    });
  });

  it('hides an interaction from other browsers, paths and domains', async () => {
    const other = await fixture.auth.domain();
    const browser = fixture.browser();
    const { location } = await browser.authorize(fixture.codeRequest().request);
    const thief = fixture.auth.browser(other);
    thief.cookies = browser.cookies.map((cookie) => ({ ...cookie, path: '/' }));
    const stranger = fixture.browser();
    const confused = fixture.browser();
    confused.cookies = thief.cookies;

    expect(await interactionAt(stranger, location)).toBeNull();
    expect(await interactionAt(thief, location)).toBeNull();
    expect(await interactionAt(confused, new URL('/sign-in/another', fixture.domain.issuer))).toBeNull();
    expect(await interactionAt(confused, location)).not.toBeNull();
  });

  it("ends an interaction with the user's decision", async () => {
    const browser = fixture.browser();
    const { location: page } = await browser.authorize(fixture.codeRequest().request);

    const { location } = await browser.decide(page, { error: 'access_denied' });

    expect(answerOf(location)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a-state',
      iss: fixture.domain.issuer,
    });
    expect(await interactionAt(browser, page)).toBeNull();
  });

  it('keeps an interaction after the session in which it started has ended', async () => {
    const browser = await fixture.signedInBrowser();
    const { location: page } = await browser.authorize(fixture.codeRequest({ prompt: 'login' }).request);
    await fixture.auth.app.get(SessionService, { strict: false }).endAll(fixture.domain.id, fixture.sub);

    const interaction = await interactionAt(browser, page);
    const { location } = await browser.decide(page, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect(interaction).toMatchObject({ prompt: 'login' });
    expect(interaction).not.toHaveProperty('session');
    expect(answerOf(location)).toHaveProperty('code');
  });

  it('ends the previous session and its grants when another user signs in', async () => {
    const browser = await fixture.signedInBrowser();
    const another = await fixture.user();
    const { location: page } = await browser.authorize(fixture.codeRequest({ prompt: 'login' }).request);

    const { location } = await browser.decide(page, { signedIn: { sub: another, ...BY_LINK } });

    expect(answerOf(location)).toHaveProperty('code');
    expect(await browser.request('/double/session')).toMatchObject({ json: { session: { sub: another } } });
    expect(
      await fixture.auth.rows.count(
        'oidc_payload',
        `model = 'Grant' AND sub = '${fixture.sub}' AND session_uid NOT IN (SELECT uid FROM oidc_payload WHERE model = 'Session' AND consumed_at IS NULL)`,
      ),
    ).toBe(0);
  });
});

describe('sessions', () => {
  it('answers a request of a signed-in user immediately, also with prompt=none', async () => {
    const browser = await fixture.signedInBrowser();

    const { location } = await browser.authorize(fixture.codeRequest({ prompt: 'none' }).request);

    expect(answerOf(location)).toHaveProperty('code');
  });

  it.each<[string, Record<string, string>, string]>([
    ['asked for', { prompt: 'login' }, 'login_prompt'],
    ['to be just now', { max_age: '0' }, 'login_prompt'],
    ['to be another person’s', { claims: '{"id_token":{"sub":{"value":"another"}}}' }, 'other_user'],
    ['wished surer', { acr_values: 'phr' }, 'acr'],
    ['needed surer', { claims: '{"id_token":{"acr":{"essential":true,"values":["phr"]}}}' }, 'acr'],
  ])('asks for a new sign-in if one is %s', async (_what, parameters, reason) => {
    const browser = await fixture.signedInBrowser();
    const { location } = await browser.authorize(fixture.codeRequest(parameters).request);

    expect((await interactionAt(browser, location))?.reasons).toContain(reason);
  });

  it.each<[string, string[], object, boolean]>([
    ['reauthenticate', ['reauthenticate'], PASSKEY, false],
    ['phishing-resistant, by a link', ['phishing-resistant'], BY_LINK, false],
    ['phishing-resistant, by a passkey', ['phishing-resistant'], PASSKEY, true],
    ['mfa, by a link', ['mfa'], BY_LINK, false],
    ['mfa, by a code', ['mfa'], { amr: ['otp'], acr: 'urn:latchkey:acr:one-factor' }, false],
    ['mfa, by a link and a code', ['mfa'], { amr: ['email', 'otp'], acr: 'urn:latchkey:acr:two-step' }, true],
  ])('under the policy %s, accepts the session or asks for more', async (_policy, policies, how, isEnough) => {
    const strict = await fixture.client({ policies });
    const browser = await fixture.signedInBrowser(how);

    const { location } = await browser.authorize(codeRequest(strict).request);

    expect(location.pathname.startsWith('/sign-in/')).toBe(!isEnough);
  });

  it("issues no code below the client's required assurance, whatever the pages submit", async () => {
    const strict = await fixture.client({ policies: ['phishing-resistant'] });
    const browser = fixture.browser();
    const { location: page } = await browser.authorize(codeRequest(strict).request);

    const { location } = await browser.decide(page, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect(location.pathname).toMatch(/^\/sign-in\//);
    expect((await interactionAt(browser, location))?.reasons).toEqual(['assurance']);
  });

  it('fails if the user cannot reach an essential acr', async () => {
    const claims = '{"id_token":{"acr":{"essential":true,"values":["phr","nonsense"]}}}';
    const browser = fixture.browser();

    const location = await browser.signIn(fixture.codeRequest({ claims }).request, { sub: fixture.sub, ...BY_LINK });

    expect(answerOf(location)).toMatchObject({ error: 'unmet_authentication_requirements' });
  });

  it.each([
    ['was made inactive', (user: string) => fixture.auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [user])],
    ['is gone', (user: string) => fixture.auth.rows.query('DELETE FROM end_user WHERE sub = $1', [user])],
  ])('rejects a session if its user %s', async (_what, end) => {
    const user = await fixture.user();
    const browser = await fixture.signedInBrowser({ sub: user });
    await end(user);

    const { location: refused } = await browser.authorize(fixture.codeRequest({ prompt: 'none' }).request);
    const { location: page } = await browser.authorize(fixture.codeRequest().request);
    const { location } = await browser.decide(page, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect(answerOf(refused)).toMatchObject({ error: 'login_required' });
    expect(answerOf(location)).toHaveProperty('code');
  });

  it('issues no code to a native application without interaction', async () => {
    const app = await fixture.client({ client_type: 'Public', redirect_uris: [NATIVE] });
    const browser = await fixture.signedInBrowser();

    const { location: silent } = await browser.authorize(codeRequest(app, { redirect_uri: NATIVE, prompt: 'none' }).request);
    const { location: asked } = await browser.authorize(codeRequest(app, { redirect_uri: NATIVE }).request);

    expect(answerOf(silent)).toMatchObject({ error: 'interaction_required' });
    expect(await interactionAt(browser, asked)).toMatchObject({
      prompt: 'consent',
      reasons: ['unassured_client'],
      session: { sub: fixture.sub },
    });
  });

  it('changes the session id at each sign-in', async () => {
    const idOf = (browser: Browser) => browser.cookies.find(({ name }) => name === '__Host-session')!.value;
    const browser = await fixture.signedInBrowser();
    const before = idOf(browser);
    const thief = fixture.browser();
    thief.cookies = browser.cookies;

    await browser.signIn(fixture.codeRequest({ prompt: 'login' }).request, { sub: fixture.sub });

    expect(idOf(browser)).not.toBe(before);
    expect((await thief.request('/double/session')).json).toEqual({ session: null });
  });
});

describe('consent', () => {
  async function asked(parameters: Record<string, string> = {}): Promise<{ browser: Browser; page: URL; verifier: string; app: string }> {
    const app = await fixture.client({ policies: ['consent'] });
    const { request, verifier } = codeRequest(app, { scope: 'openid email orders offline_access', ...parameters });
    const browser = await fixture.signedInBrowser();
    return { browser, page: (await browser.authorize(request)).location, verifier, app };
  }

  it('asks for consent each time if the policy requires it, and grants the requested scope', async () => {
    const { browser, page, verifier, app } = await asked();
    const interaction = await interactionAt(browser, page);

    const { location } = await browser.decide(page, { consent: true });

    expect(interaction).toMatchObject({ prompt: 'consent', session: { sub: fixture.sub, ...BY_LINK } });
    expect(interaction?.reasons).toContain('policy');
    const parameters = { grant_type: 'authorization_code', code: location.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
    const { json } = await fixture.send('/connect/token', clientCall(app, { ...parameters, code_verifier: verifier }));
    expect(json).toMatchObject({ scope: 'openid email orders offline_access', refresh_token: expect.any(String) });
    const again = await browser.authorize(codeRequest(app).request);
    expect(again.location.pathname).toMatch(/^\/sign-in\//);
  });

  it('asks for a sign-in before consent if the request requires one', async () => {
    const browser = await fixture.signedInBrowser();
    const { location: page } = await browser.authorize(fixture.codeRequest({ prompt: 'consent' }).request);

    expect((await interactionAt(browser, page))?.prompt).toBe('consent');
    expect(answerOf((await browser.decide(page, { consent: true })).location)).toHaveProperty('code');
  });

  it('asks for consent after the sign-in', async () => {
    const app = await fixture.client({ policies: ['consent', 'reauthenticate'] });
    const browser = fixture.browser();
    const { location: first } = await browser.authorize(codeRequest(app).request);
    const { location: second } = await browser.decide(first, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect((await interactionAt(browser, second))?.prompt).toBe('consent');
    expect(answerOf((await browser.decide(second, { consent: true })).location)).toHaveProperty('code');
  });

  it('lets the user deny consent', async () => {
    const { browser, page } = await asked();

    expect(answerOf((await browser.decide(page, { error: 'access_denied' })).location)).toMatchObject({ error: 'access_denied' });
  });
});

describe('the account page', () => {
  it('signs users in to the account page with a built-in client that operators cannot create', async () => {
    const request = codeRequest('urn:latchkey:account', { redirect_uri: `${fixture.domain.issuer}/account` }).request;
    const browser = fixture.browser();
    const { location: page } = await browser.authorize(request);
    const interaction = await interactionAt(browser, page);

    const { location } = await browser.decide(page, { signedIn: { sub: fixture.sub, ...BY_LINK } });

    expect(interaction?.client.clientId).toBe('urn:latchkey:account');
    expect(location.pathname).toBe('/account');
  });
});
