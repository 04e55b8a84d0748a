import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { claimsOf, DISCOVERY } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { useFederationFixture } from '../federation.fixture.js';
import { addIdentityProviderWithLogout, postLogoutToken, signLogoutToken } from './upstream-logout.fixture.js';

const fixture = useFederationFixture();
/** Claims of the upstream's ID tokens, in order. */
let idTokenClaims: Record<string, unknown>[];

beforeEach(async () => {
  idTokenClaims = await addIdentityProviderWithLogout(fixture);
  await fixture.createClient('shop', { postSignOutRedirectUris: ['https://app.example.com/bye'] });
  fixture.upstream.account({ sub: 'jane', claims: { preferred_username: 'jane.doe.upstream' } });
});

/** Signs in with a new browser. */
async function signIn(): Promise<CookieBrowser> {
  const browser = fixture.newBrowser();
  const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
  const { location } = await browser.follow(await browser.request(back));
  if (!location?.searchParams.has('code')) throw new Error('The sign-in failed');
  return browser;
}

/** Signs in at the upstream. @returns the callback URL */
function visitUpstream({ headers }: Answer, sub: string): Promise<string> {
  return fixture.upstream.signIn(headers.location!, sub);
}

async function isSignedIn(browser: CookieBrowser): Promise<boolean> {
  return (await browser.request('/account')).status === 200;
}

/** Signs a logout token for the client of the first ID token. */
function signToken(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string> {
  return signLogoutToken(fixture, { aud: idTokenClaims[0]!['aud'], ...claims }, header);
}

describe('logout tokens', () => {
  it('a logout token ends only the session that it names', async () => {
    const [browserA, browserB] = [await signIn(), await signIn()];

    const answer = await postLogoutToken(fixture, await signToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));

    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await isSignedIn(browserA), await isSignedIn(browserB)]).toEqual([false, true]);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.signed_out provider:acme');
  });

  it('a logout token that names only a session ends it', async () => {
    const browserA = await signIn();

    await postLogoutToken(fixture, await signToken({ sid: idTokenClaims[0]!['sid'] }));

    expect(await isSignedIn(browserA)).toBe(false);
  });

  it('a logout token that names only the user ends all sessions of the user', async () => {
    const [browserA, browserB] = [await signIn(), await signIn()];

    await postLogoutToken(fixture, await signToken({ sub: 'jane' }));

    expect([await isSignedIn(browserA), await isSignedIn(browserB)]).toEqual([false, false]);
  });

  it('a logout token ends an unfinished sign-in', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    const shown = await browser.request(back);

    await postLogoutToken(fixture, await signToken({ sub: 'jane' }));

    expect(getHeading((await browser.follow(shown)).answer)).toBe('Sign in');
  });

  it('a logout token ends a session that begins concurrently', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    const shown = await browser.request(back);
    // Stops before the authorization request resumes: the factors are consumed, but no session exists yet.
    const finished = await browser.request(shown.headers.location!);

    const answer = await postLogoutToken(fixture, await signToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));
    const { location } = await browser.follow(finished);

    expect([finished.status, answer.status]).toEqual([303, 200]);
    expect(await isSignedIn(browser)).toBe(false);
    await expect(fixture.redeemIdToken(location)).rejects.toThrow('invalid_grant');
  });

  it('a logout token ends the session even if a later callback arrived in the same interaction', async () => {
    await fixture.addIdentityProvider('globex');
    const browser = fixture.newBrowser();
    const { answer: page } = await fixture.startAuthorization(browser);
    const redirects = [await browser.submit(page, 'Continue with ACME'), await browser.submit(page, 'Continue with GLOBEX')];
    const callbacks = [await visitUpstream(redirects[0]!, 'jane'), await visitUpstream(redirects[1]!, 'joe')];
    const { location } = await browser.follow(await browser.request(callbacks[0]!));
    const late = await browser.follow(await browser.request(callbacks[1]!));
    const wasSignedIn = await isSignedIn(browser);

    await postLogoutToken(fixture, await signToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));

    expect([location?.searchParams.has('code'), getHeading(late.answer), wasSignedIn]).toEqual([true, 'You are done here', true]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('a logout token is accepted once', async () => {
    await signIn();
    const once = await signToken({ sub: 'jane' });
    const answers = await Promise.all([postLogoutToken(fixture, once), postLogoutToken(fixture, once), postLogoutToken(fixture, once)]);
    const again = await signIn();

    expect((await postLogoutToken(fixture, once)).json).toEqual({
      error: 'invalid_request',
      error_description: 'the logout token was not accepted: replayed',
    });
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await isSignedIn(again)).toBe(true);
  });

  it('a logout token is accepted while the identity provider is disabled', async () => {
    const browserA = await signIn();
    await fixture.rows.query('UPDATE identity_provider SET enabled = false WHERE domain_id = $1', [fixture.domainId]);

    await postLogoutToken(fixture, await signToken({ sub: 'jane' }));

    expect(await isSignedIn(browserA)).toBe(false);
  });

  it('a rejected logout token, or one without a known session, ends no session', async () => {
    const browser = await signIn();
    const [, payload] = (await signToken({ sub: 'jane' })).split('.');
    const tokens: [what: string, token: string, status: number][] = [
      ['of an unknown user', await signToken({ sub: 'nobody' }), 200],
      ['of an unknown user with a known session', await signToken({ sub: 'joe', sid: idTokenClaims[0]!['sid'] }), 200],
      ['for another client', await signToken({ sub: 'jane', aud: 'another' }), 400],
      ['that is an id token', await signToken({ sub: 'jane', nonce: 'x' }, {}), 400],
      ['of another type', await signToken({ sub: 'jane' }, { typ: 'at+jwt' }), 400],
      ['signed by an unknown key', await signToken({ sub: 'jane' }, { kid: 'unknown' }), 400],
      ['that is not signed', `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`, 400],
      ['that is not a JWT', 'a logout token', 400],
      ['that is empty', '', 400],
    ];

    const outcomes: [what: string, status: number, isSignedIn: boolean][] = [];
    for (const [what, token] of tokens) {
      const { status } = await postLogoutToken(fixture, token);
      outcomes.push([what, status, await isSignedIn(browser)]);
    }

    expect(outcomes).toEqual(tokens.map(([what, _token, status]) => [what, status, true]));
  });

  it('a logout token ends no session at another identity provider or in another domain', async () => {
    await fixture.addIdentityProvider('globex');
    const browserA = await signIn();
    const good = await signToken({ sub: 'jane' });

    const answers = [await postLogoutToken(fixture, good, 'globex'), await postLogoutToken(fixture, good, 'initech')];
    const other = await fixture.withNewDomain();
    await other.addIdentityProvider('acme');
    answers.push(await postLogoutToken(other, good));

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await isSignedIn(browserA)).toBe(true);
  });
});

describe('a local logout', () => {
  it('a local logout redirects through the identity provider back to the application', async () => {
    const browser = await signIn();
    const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: 'https://app.example.com/bye', state: 'a-state' });
    const confirmation = await browser.request(`/connect/endsession?${query.toString()}`);

    const redirect = await browser.submit(confirmation, 'Sign out', { logout: 'yes' });
    const target = new URL(redirect.headers.location!);
    const back = new URL(`${target.searchParams.get('post_logout_redirect_uri')}?state=${target.searchParams.get('state')}`);
    const { location } = await browser.follow(await browser.request(back.href));

    expect(`${target.origin}${target.pathname}`).toBe(`${fixture.upstream.issuer}/session/end`);
    expect(claimsOf(target.searchParams.get('id_token_hint')!)).toMatchObject({ sub: 'jane', sid: idTokenClaims[0]!['sid'] });
    expect(back.href.startsWith(`${fixture.issuer}/connect/federation/acme/signed-out`)).toBe(true);
    expect(location?.href).toBe('https://app.example.com/bye?state=a-state');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('a local logout does not redirect to the identity provider if the user stays signed in', async () => {
    const browser = await signIn();

    const { headers } = await browser.submit(await browser.request('/connect/endsession'), 'Stay signed in');
    const withClient = await browser.submit(await browser.request('/connect/endsession?client_id=shop'), 'Stay signed in');

    expect([headers.location, withClient.headers.location]).toEqual([`${fixture.issuer}/account`, `${fixture.issuer}/account`]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('a logout on the account page redirects to the identity provider too', async () => {
    const browser = await signIn();

    const redirect = await browser.submit(await browser.request('/account'), 'Sign out');
    const state = new URL(redirect.headers.location!).searchParams.get('state')!;
    const answers = [
      await browser.request('/connect/federation/acme/signed-out?state=another'),
      await browser.request(`/connect/federation/acme/signed-out?state=${state}`),
    ];

    expect(redirect.headers.location?.startsWith(`${fixture.upstream.issuer}/session/end`)).toBe(true);
    expect(answers.map((answer) => answer.headers.location ?? getHeading(answer))).toEqual(['You are signed out', '/account/signed-out']);
  });

  it('a logout stays local if the identity provider has no end_session_endpoint', async () => {
    fixture.upstream.altered.set(DISCOVERY, ({ end_session_endpoint: _gone, ...body }) => body);
    const browser = await signIn();

    const done = await browser.submit(await browser.request('/account'), 'Sign out');

    expect(done.headers.location).toBe('/account/signed-out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/x', 5, {}, ['https://login.example.com'], 'https://[x'])(
    'a logout stays local and redirects to the application if the end_session_endpoint is %j',
    async (endpoint) => {
      const browser = await signIn();
      const other = await signIn();
      fixture.upstream.altered.set(DISCOVERY, (body) => ({ ...body, end_session_endpoint: endpoint }));
      await fixture.rows.query(`UPDATE identity_provider SET revision = nextval('revision') WHERE domain_id = $1`, [fixture.domainId]);
      const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: 'https://app.example.com/bye' });
      const confirmation = await browser.request(`/connect/endsession?${query.toString()}`);

      const answers = [
        await browser.submit(confirmation, 'Sign out', { logout: 'yes' }),
        await other.submit(await other.request('/account'), 'Sign out'),
      ];

      expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
        [303, 'https://app.example.com/bye'],
        [303, '/account/signed-out'],
      ]);
      expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    },
  );

  it('stores the ID token for the logout encrypted', async () => {
    await signIn();
    const [row] = await fixture.rows.query<{ token: string }>(
      `SELECT encode(id_token, 'escape') AS token FROM federated_login WHERE domain_id = $1`,
      [fixture.domainId],
    );

    expect(row!.token.length).toBeGreaterThan(200);
    expect(row!.token).not.toContain('eyJ');
  });
});
