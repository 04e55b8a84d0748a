import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { headingOf, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { claimsOf, DISCOVERY } from '../../../../../test/support/upstream/upstream.js';
import { FederationHarness } from '../federation.fixture.js';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

let baseHarness: FederationHarness;
let harness: FederationHarness;
/** What the id tokens of the upstream said, in order. */
let idTokenClaims: Record<string, unknown>[];

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  await harness.provider('acme');
  harness.registerAtUpstream('acme', {
    backchannel_logout_uri: 'https://unused.example.com/',
    backchannel_logout_session_required: true,
    post_logout_redirect_uris: [`${harness.issuer}/connect/federation/acme/signed-out`],
  });
  await harness.client('shop', { postSignOutRedirectUris: ['https://app.example.com/bye'] });
  harness.upstream.behave();
  harness.upstream.account({ sub: 'jane', claims: { preferred_username: 'jane.doe.upstream' } });
  idTokenClaims = [];
  harness.upstream.altered.set('/token', (body) => {
    idTokenClaims.push(claimsOf(String(body['id_token'])));
    return body;
  });
});

/** Signs in with a browser of one's own. */
async function signIn(): Promise<CookieBrowser> {
  const browser = harness.browser();
  const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
  const { location } = await browser.follow(await browser.request(back));
  if (!location?.searchParams.has('code')) throw new Error('nobody is signed in');
  return browser;
}

/** Where the provider sends somebody back to. */
function visitUpstream({ headers }: Answer, sub: string): Promise<string> {
  return harness.upstream.visit(headers.location!, sub);
}

async function isSignedIn(browser: CookieBrowser): Promise<boolean> {
  return (await browser.request('/account')).status === 200;
}

async function postLogoutToken(jwt: string, name = 'acme'): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ logout_token: jwt }).toString();
  return harness.stack.auth.send(harness.domain, `/connect/federation/${name}/logout`, { method: 'POST', headers, body });
}

/** A logout token of the upstream. */
function signLogoutToken(claims: Record<string, unknown>, header: Record<string, unknown> = { typ: 'logout+jwt' }): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const standard = {
    iss: harness.upstream.issuer,
    aud: idTokenClaims[0]!['aud'],
    iat: now,
    exp: now + 120,
    jti: randomUUID(),
    events: { [EVENT]: {} },
  };
  return harness.upstream.sign({ ...standard, ...claims }, header);
}

describe('a logout that the provider tells of', () => {
  it('ends the session that began with it, and no other', async () => {
    const [here, there] = [await signIn(), await signIn()];

    const answer = await postLogoutToken(await signLogoutToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));

    expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true]);
    expect((await harness.log()).at(-1)).toBe('user.sign-out provider:acme');
  });

  it('ends it where the session alone is named', async () => {
    const here = await signIn();

    await postLogoutToken(await signLogoutToken({ sid: idTokenClaims[0]!['sid'] }));

    expect(await isSignedIn(here)).toBe(false);
  });

  it('ends all of them where the user alone is named', async () => {
    const [here, there] = [await signIn(), await signIn()];

    await postLogoutToken(await signLogoutToken({ sub: 'jane' }));

    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false]);
  });

  it('ends a sign-in that is still under way', async () => {
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
    const shown = await browser.request(back);

    await postLogoutToken(await signLogoutToken({ sub: 'jane' }));

    expect(headingOf((await browser.follow(shown)).answer)).toBe('Sign in');
  });

  it('ends a session that begins at this very moment', async () => {
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
    const shown = await browser.request(back);
    // As far as to where the authorization request goes on: the progress is over then, and there is no session yet.
    const finished = await browser.request(shown.headers.location!);

    const answer = await postLogoutToken(await signLogoutToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));
    const { location } = await browser.follow(finished);

    expect([finished.status, answer.status]).toEqual([303, 200]);
    expect(await isSignedIn(browser)).toBe(false);
    await expect(harness.idToken(location)).rejects.toThrow('invalid_grant');
  });

  it('ends it also where another answer came in the same interaction, too late', async () => {
    await harness.provider('globex');
    const browser = harness.browser();
    const { answer: page } = await harness.startAuthorization(browser);
    const away = [await browser.submit(page, 'Continue with ACME'), await browser.submit(page, 'Continue with GLOBEX')];
    const ways = [await visitUpstream(away[0]!, 'jane'), await visitUpstream(away[1]!, 'joe')];
    const { location } = await browser.follow(await browser.request(ways[0]!));
    const late = await browser.follow(await browser.request(ways[1]!));
    const whoHolds = await isSignedIn(browser);

    await postLogoutToken(await signLogoutToken({ sub: 'jane', sid: idTokenClaims[0]!['sid'] }));

    expect([location?.searchParams.has('code'), headingOf(late.answer), whoHolds]).toEqual([true, 'You are done here', true]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('counts once', async () => {
    await signIn();
    const once = await signLogoutToken({ sub: 'jane' });
    const answers = await Promise.all([postLogoutToken(once), postLogoutToken(once), postLogoutToken(once)]);
    const again = await signIn();

    expect((await postLogoutToken(once)).json).toEqual({
      error: 'invalid_request',
      error_description: 'the logout token was not accepted: replayed',
    });
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await isSignedIn(again)).toBe(true);
  });

  it('counts also while the provider is switched off', async () => {
    const here = await signIn();
    await harness.rows.query('UPDATE identity_provider SET enabled = false WHERE domain_id = $1', [harness.domainId]);

    await postLogoutToken(await signLogoutToken({ sub: 'jane' }));

    expect(await isSignedIn(here)).toBe(false);
  });

  it.each([
    ['of somebody whom we do not know', () => signLogoutToken({ sub: 'nobody' }), 200],
    ['about the user of another session', () => signLogoutToken({ sub: 'joe', sid: idTokenClaims[0]!['sid'] }), 200],
    ['that is for another client', () => signLogoutToken({ sub: 'jane', aud: 'another' }), 400],
    ['that is an id token', () => signLogoutToken({ sub: 'jane', nonce: 'x' }, {}), 400],
    ['of another type', () => signLogoutToken({ sub: 'jane' }, { typ: 'at+jwt' }), 400],
    ['signed by a key that is not known', () => signLogoutToken({ sub: 'jane' }, { kid: 'unknown' }), 400],
    [
      'that is not signed',
      async () => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await signLogoutToken({ sub: 'jane' })).split('.')[1]}.`,
      400,
    ],
    ['that is none', async () => 'a logout token', 400],
    ['that is empty', async () => '', 400],
  ])('ends nothing by a token %s', async (_what, make, status) => {
    const here = await signIn();

    const answer = await postLogoutToken(await make());

    expect([answer.status, await isSignedIn(here)]).toEqual([status, true]);
  });

  it('ends nothing at another provider, or in another domain', async () => {
    await harness.provider('globex');
    const here = await signIn();
    const good = await signLogoutToken({ sub: 'jane' });

    const answers = [await postLogoutToken(good, 'globex'), await postLogoutToken(good, 'initech')];
    const other = await baseHarness.withNewDomain();
    await other.provider('acme');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = `logout_token=${good}`;
    answers.push(await harness.stack.auth.send(other.domain, '/connect/federation/acme/logout', { method: 'POST', headers, body }));

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await isSignedIn(here)).toBe(true);
  });
});

describe('signing out', () => {
  it('leads by way of the provider back to the application', async () => {
    const browser = await signIn();
    const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: 'https://app.example.com/bye', state: 'a-state' });
    const asked = await browser.request(`/connect/endsession?${query.toString()}`);

    const away = await browser.submit(asked, 'Sign out', { logout: 'yes' });
    const target = new URL(away.headers.location!);
    const back = new URL(`${target.searchParams.get('post_logout_redirect_uri')}?state=${target.searchParams.get('state')}`);
    const { location } = await browser.follow(await browser.request(back.href));

    expect(`${target.origin}${target.pathname}`).toBe(`${harness.upstream.issuer}/session/end`);
    expect(claimsOf(target.searchParams.get('id_token_hint')!)).toMatchObject({ sub: 'jane', sid: idTokenClaims[0]!['sid'] });
    expect(back.href.startsWith(`${harness.issuer}/connect/federation/acme/signed-out`)).toBe(true);
    expect(location?.href).toBe('https://app.example.com/bye?state=a-state');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('does not say so to whoever stays signed in', async () => {
    const browser = await signIn();

    const { headers } = await browser.submit(await browser.request('/connect/endsession'), 'Stay signed in');
    const ofClient = await browser.submit(await browser.request('/connect/endsession?client_id=shop'), 'Stay signed in');

    expect([headers.location, ofClient.headers.location]).toEqual([`${harness.issuer}/account`, `${harness.issuer}/account`]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('leads there from the account page too', async () => {
    const browser = await signIn();

    const away = await browser.submit(await browser.request('/account'), 'Sign out');
    const state = new URL(away.headers.location!).searchParams.get('state')!;
    const answers = [
      await browser.request('/connect/federation/acme/signed-out?state=another'),
      await browser.request(`/connect/federation/acme/signed-out?state=${state}`),
    ];

    expect(away.headers.location?.startsWith(`${harness.upstream.issuer}/session/end`)).toBe(true);
    expect(answers.map((answer) => answer.headers.location ?? headingOf(answer))).toEqual(['You are signed out', '/account/signed-out']);
  });

  it('ends here where the provider has no address for it', async () => {
    harness.upstream.altered.set(DISCOVERY, ({ end_session_endpoint: _gone, ...body }) => body);
    const browser = await signIn();

    const done = await browser.submit(await browser.request('/account'), 'Sign out');

    expect(done.headers.location).toBe('/account/signed-out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/x', 5, {}, ['https://login.example.com'], 'https://[x'])(
    'ends here, and leads on, where the address of the provider for it is %j',
    async (address) => {
      const browser = await signIn();
      const other = await signIn();
      harness.upstream.altered.set(DISCOVERY, (body) => ({ ...body, end_session_endpoint: address }));
      await harness.rows.query(`UPDATE identity_provider SET revision = nextval('revision') WHERE domain_id = $1`, [harness.domainId]);
      const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: 'https://app.example.com/bye' });
      const asked = await browser.request(`/connect/endsession?${query.toString()}`);

      const answers = [
        await browser.submit(asked, 'Sign out', { logout: 'yes' }),
        await other.submit(await other.request('/account'), 'Sign out'),
      ];

      expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
        [303, 'https://app.example.com/bye'],
        [303, '/account/signed-out'],
      ]);
      expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    },
  );

  it('keeps nothing that could be read of the id token', async () => {
    await signIn();
    const [row] = await harness.rows.query<{ token: string }>(
      `SELECT encode(id_token, 'escape') AS token FROM federated_login WHERE domain_id = $1`,
      [harness.domainId],
    );

    expect(row!.token.length).toBeGreaterThan(200);
    expect(row!.token).not.toContain('eyJ');
  });
});
