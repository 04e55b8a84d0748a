import { beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading } from '../../../../test/support/cookie-browser.js';
import { REDIRECT_URI, useFederationFixture } from './federation.fixture.js';

const fixture = useFederationFixture();
const jane = {
  sub: 'jane',
  claims: { name: 'Jane Doe', preferred_username: 'jane.doe.upstream', email: 'jane@example.com', email_verified: true },
};

beforeEach(async () => {
  fixture.upstream.account(jane);
});

/** @returns the parameters of an upstream authorization request */
function parametersOf(address: URL): Record<string, string> {
  return Object.fromEntries(address.searchParams);
}

describe('sign-in with an identity provider', () => {
  it('creates the user and issues an ID token', async () => {
    await fixture.addIdentityProvider('acme');

    const { location } = await fixture.signIn('jane');
    const { sub, ...claims } = await fixture.redeemIdToken(location);

    expect(location?.href.startsWith(REDIRECT_URI)).toBe(true);
    expect(claims).toMatchObject({ iss: fixture.issuer, acr: '0', amr: ['federated'], name: 'Jane Doe' });
    expect(await fixture.listUsers()).toEqual([
      {
        sub,
        identity_provider: 'acme',
        active: true,
        attributes: { preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'jane@example.com' },
      },
    ]);
    expect(await fixture.listUserEvents()).toEqual(['user.created provider:acme', 'user.signed_in provider:acme provider']);
  });

  it.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'])('authenticates the client with %s', async (method) => {
    const secret = method === 'private_key_jwt' ? { client_secret: null } : {};
    await fixture.addIdentityProvider('acme', { token_endpoint_auth_method: method, ...secret });
    fixture.registerAtUpstream('acme', { token_endpoint_auth_method: method, jwks: await fixture.fetchJwks() });

    const { location } = await fixture.signIn('jane');

    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('sends a new state, nonce and code challenge with each request', async () => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();

    const requests = [parametersOf(await fixture.continueToUpstream(browser)), parametersOf(await fixture.continueToUpstream(browser))];

    expect(requests[0]).toEqual({
      client_id: expect.stringContaining('latchkey'),
      response_type: 'code',
      redirect_uri: `${fixture.issuer}/connect/federation/acme`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(requests[0]![secret]).not.toBe(requests[1]![secret]);
  });

  it('forwards prompt, max_age, login_hint and ui_locales', async () => {
    await fixture.addIdentityProvider('acme');
    const parameters = { prompt: 'login', max_age: '600', login_hint: 'jane@example.com', ui_locales: 'en fr' };

    expect(parametersOf(await fixture.continueToUpstream(fixture.newBrowser(), 'acme', parameters))).toMatchObject(parameters);
  });

  it('requests the acr that the policies of the client require, as supported by the identity provider', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('bank', { policies: ['phishing-resistant', 'reauthenticate'] });

    const request = parametersOf(await fixture.continueToUpstream(fixture.newBrowser(), 'acme', { client_id: 'bank' }));

    expect(request).toMatchObject({ acr_values: 'phr', prompt: 'login' });
  });

  it('starts without a page if it is the only method, but not again after a failed attempt', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('staff', { allowLocalLogin: false, providers: ['acme'] });
    const browser = fixture.newBrowser();

    const { location } = await fixture.startAuthorization(browser, { client_id: 'staff' });
    const back = await browser.request(await fixture.upstream.signIn(location!.href, null));
    const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(back.text)![1]!);

    expect(location?.origin).toBe(fixture.upstream.issuer);
    expect(getHeading(back)).toBe('You did not sign in at ACME');
    expect([again.status, again.text.includes('Continue with ACME'), again.text.includes('Username or email')]).toEqual([200, true, false]);
  });

  it('offers the enabled identity providers that the client allows', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.addIdentityProvider('globex');
    await fixture.addIdentityProvider('initech', { enabled: false });
    await fixture.createClient('some', { providers: ['globex', 'initech'] });

    const [all, some] = [
      await fixture.startAuthorization(fixture.newBrowser()),
      await fixture.startAuthorization(fixture.newBrowser(), { client_id: 'some' }),
    ];
    const offered = [all, some].map(({ answer }) => [...answer.text.matchAll(/Continue with (\w+)/g)].map(([, name]) => name));

    expect(offered).toEqual([['ACME', 'GLOBEX'], ['GLOBEX']]);
  });

  it('is required again if the client does not allow the identity provider of the session', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.addIdentityProvider('globex');
    await fixture.createClient('same', { allowLocalLogin: false });
    await fixture.createClient('other', { providers: ['globex'] });
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await browser.follow(await browser.request(back));

    const same = await fixture.startAuthorization(browser, { client_id: 'same' });
    const other = await fixture.startAuthorization(browser, { client_id: 'other' });

    expect(same.location?.searchParams.has('code')).toBe(true);
    expect(getHeading(other.answer)).toBe('Sign in');
  });

  it('requests consent if the client requires it', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('polite', { policies: ['consent'] });

    const { answer } = await fixture.signIn('jane', 'acme', { client_id: 'polite' });

    expect(getHeading(answer)).toBe('polite asks for access');
  });
});

describe('acr of a federated sign-in', () => {
  it.each([
    [{ acr: 'phr' }, 'phr'],
    [{ amr: ['pwd', 'mfa'] }, 'urn:latchkey:acr:two-step'],
    [{ amr: ['pwd'] }, 'urn:latchkey:acr:one-factor'],
  ])('derives the acr from the ID token: %j becomes %s', async (claims, acr) => {
    await fixture.addIdentityProvider('acme');
    fixture.upstream.account({ ...jane, ...claims });

    const { location } = await fixture.signIn('jane');

    expect(await fixture.redeemIdToken(location)).toMatchObject({ acr, amr: ['federated'] });
  });

  it('ignores acr in userinfo', async () => {
    await fixture.addIdentityProvider('acme');
    fixture.upstream.altered.set('/me', (body) => ({ ...body, acr: 'phr', amr: ['mfa'] }));

    expect(await fixture.redeemIdToken((await fixture.signIn('jane')).location)).toMatchObject({ acr: '0' });
  });

  it("must satisfy the client's policies without local factors", async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('bank', { policies: ['mfa'] });
    fixture.upstream.account({ ...jane, amr: ['pwd'] });

    const { answer } = await fixture.signIn('jane', 'acme', { client_id: 'bank' });

    expect([answer.status, getHeading(answer)]).toEqual([403, 'A stronger sign-in is required']);
    expect((await fixture.listUserEvents()).at(-1)).toBe('user.sign_in_failed provider:acme too-weak');
    fixture.upstream.account({ ...jane, amr: ['pwd', 'mfa'] });
    expect((await fixture.signIn('jane', 'acme', { client_id: 'bank' })).location?.searchParams.has('code')).toBe(true);
  });
});

describe('federation callbacks', () => {
  it('accepts a callback once, and only in the browser that started the sign-in', async () => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');

    const elsewhere = await fixture.newBrowser().request(back);
    const [one, ...others] = await Promise.all([browser.request(back), browser.request(back), browser.request(back)]);
    const answers = [one, ...others].map((answer) => `${answer.status} ${getHeading(answer)}`).toSorted();

    expect([elsewhere.status, getHeading(elsewhere)]).toEqual([400, 'This sign-in was started elsewhere']);
    expect(answers).toEqual(['303 ', '400 This sign-in has ended', '400 This sign-in has ended']);
    expect(await fixture.listUsers()).toHaveLength(1);
    const again = await browser.request(back);
    const { location } = await browser.follow(await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(again.text)![1]!));
    expect(location?.searchParams.has('code')).toBe(true);
  });

  it.each([
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with an unknown state', (url: URL) => url.searchParams.set('state', 'A'.repeat(43))],
    ['with a malformed state', (url: URL) => url.searchParams.set('state', '\0')],
    ['with two states', (url: URL) => url.searchParams.append('state', 'A'.repeat(43))],
  ])('rejects a callback %s', async (_how, change) => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const back = new URL(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane'));
    change(back);

    const answer = await browser.request(back.href);

    expect([answer.status, getHeading(answer)]).toEqual([400, 'This sign-in has ended']);
  });

  it('rejects a callback at the callback URL of another identity provider', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.addIdentityProvider('globex');
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');

    const answer = await browser.request(back.replace('/federation/acme', '/federation/globex'));

    expect([answer.status, getHeading(answer)]).toEqual([400, 'This sign-in has ended']);
  });

  it('rejects a callback in another domain', async () => {
    const other = await fixture.withNewDomain();
    for (const one of [fixture, other]) await one.addIdentityProvider('acme');
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(fixture.newBrowser())).href, 'jane');
    const browser = other.newBrowser();
    await other.continueToUpstream(browser);

    const answer = await browser.request(back.replace(fixture.domain, other.domain));

    expect([answer.status, getHeading(answer)]).toEqual([400, 'This sign-in has ended']);
  });

  it('rejects a callback after the request expires', async () => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await fixture.rows.query(`UPDATE federation_request SET expires_at = now() - interval '1 second' WHERE domain_id = $1`, [
      fixture.domainId,
    ]);

    expect(getHeading(await browser.request(back))).toBe('This sign-in has ended');
  });

  it.each([
    ['disabled', `UPDATE identity_provider SET enabled = false`],
    ['removed', 'DELETE FROM identity_provider'],
    ['changed to another issuer', `UPDATE identity_provider SET issuer = 'http://127.0.0.1:1'`],
  ])('rejects a callback if the identity provider is %s meanwhile', async (_change, statement) => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const { answer: page } = await fixture.startAuthorization(browser);
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');
    await fixture.rows.query(`${statement} WHERE domain_id = $1`, [fixture.domainId]);

    const answer = await browser.request(back);
    const button = await browser.submit(page, 'Continue with ACME');

    expect([answer.status, getHeading(answer)]).toEqual([400, 'This sign-in method is not available']);
    expect(button.status).toBe(400);
    expect(await fixture.listUsers()).toEqual([]);
  });

  it.each(['%00', '%C3%BC', '..%2f..%2faccount', 'x'.repeat(2_000), '%'])('rejects a callback for an invalid name: %s', async (name) => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const back = new URL(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane'));
    const { answer: page } = await fixture.startAuthorization(browser);
    const form = getForm(page, 'Continue with ACME');

    const answers = [
      await browser.request(`/connect/federation/${name}${back.search}`),
      await browser.post({ ...form, action: form.action.replace(/acme$/, name) }),
    ];

    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true]);
    expect(await fixture.listUsers()).toEqual([]);
  });

  it('stores no secret in the database', async () => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    const { state, nonce } = parametersOf(await fixture.continueToUpstream(browser));
    const [row] = await fixture.rows.query<{ row: string }>(
      'SELECT row_to_json(r)::text AS row FROM federation_request r WHERE domain_id = $1',
      [fixture.domainId],
    );

    expect(row!.row).not.toContain(state);
    expect(row!.row).not.toContain(nonce);
    expect(row!.row).not.toContain(Buffer.from(state!).toString('hex'));
  });
});
