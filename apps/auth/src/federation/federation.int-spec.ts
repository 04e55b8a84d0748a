import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { formOf, headingOf } from '../../../../test/support/cookie-browser.js';
import { REDIRECT_URI, FederationHarness } from './federation.fixture.js';

let baseHarness: FederationHarness;
let harness: FederationHarness;
const jane = {
  sub: 'jane',
  claims: { name: 'Jane Doe', preferred_username: 'jane.doe.upstream', email: 'jane@example.com', email_verified: true },
};

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  harness.upstream.behave();
  harness.upstream.account(jane);
});

/** The parameters of the last authorization request that the provider was sent. */
function requestOf(address: URL): Record<string, string> {
  return Object.fromEntries(address.searchParams);
}

describe('a sign-in by a provider', () => {
  it('lets in whom the provider vouches for', async () => {
    await harness.provider('acme');

    const { location } = await harness.signIn('jane');
    const { sub, ...claims } = await harness.idToken(location);

    expect(location?.href.startsWith(REDIRECT_URI)).toBe(true);
    expect(claims).toMatchObject({ iss: harness.issuer, acr: '0', amr: ['federated'], name: 'Jane Doe' });
    expect(await harness.users()).toEqual([
      {
        sub,
        identity_provider: 'acme',
        active: true,
        attributes: { preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'jane@example.com' },
      },
    ]);
    expect(await harness.log()).toEqual(['user.create provider:acme', 'user.sign-in provider:acme provider']);
  });

  it.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'])('proves itself by %s', async (method) => {
    await harness.provider('acme', { token_endpoint_auth_method: method, ...(method === 'private_key_jwt' && { client_secret: null }) });
    harness.registerAtUpstream('acme', { token_endpoint_auth_method: method, jwks: await harness.jwks() });

    const { location } = await harness.signIn('jane');

    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('asks with a proof of the code, a nonce and a state of its own each time', async () => {
    await harness.provider('acme');
    const browser = harness.browser();

    const requests = [requestOf(await harness.continueToUpstream(browser)), requestOf(await harness.continueToUpstream(browser))];

    expect(requests[0]).toEqual({
      client_id: expect.stringContaining('latchkey'),
      response_type: 'code',
      redirect_uri: `${harness.issuer}/connect/federation/acme`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(requests[0]![secret]).not.toBe(requests[1]![secret]);
  });

  it('passes on what the application has asked for', async () => {
    await harness.provider('acme');
    const asked = { prompt: 'login', max_age: '600', login_hint: 'jane@example.com', ui_locales: 'en fr' };

    expect(requestOf(await harness.continueToUpstream(harness.browser(), 'acme', asked))).toMatchObject(asked);
  });

  it('asks for a surer sign-in where the client needs one, in words that the provider knows', async () => {
    await harness.provider('acme');
    await harness.client('bank', { policies: ['phishing-resistant', 'reauthenticate'] });

    const request = requestOf(await harness.continueToUpstream(harness.browser(), 'acme', { client_id: 'bank' }));

    expect(request).toMatchObject({ acr_values: 'phr', prompt: 'login' });
  });

  it('is begun at once where there is no other way in, but not again by whoever comes back from there', async () => {
    await harness.provider('acme');
    await harness.client('staff', { allowLocalLogin: false, providers: ['acme'] });
    const browser = harness.browser();

    const { location } = await harness.startAuthorization(browser, { client_id: 'staff' });
    const back = await browser.request(await harness.upstream.visit(location!.href, null));
    const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(back.text)![1]!);

    expect(location?.origin).toBe(harness.upstream.issuer);
    expect(headingOf(back)).toBe('You did not sign in at ACME');
    expect([again.status, again.text.includes('Continue with ACME'), again.text.includes('Username or email')]).toEqual([200, true, false]);
  });

  it('is offered for those providers that the client takes', async () => {
    await harness.provider('acme');
    await harness.provider('globex');
    await harness.provider('initech', { enabled: false });
    await harness.client('some', { providers: ['globex', 'initech'] });

    const [all, some] = [
      await harness.startAuthorization(harness.browser()),
      await harness.startAuthorization(harness.browser(), { client_id: 'some' }),
    ];
    const offered = [all, some].map(({ answer }) => [...answer.text.matchAll(/Continue with (\w+)/g)].map(([, name]) => name));

    expect(offered).toEqual([['ACME', 'GLOBEX'], ['GLOBEX']]);
  });

  it('is for a client that takes the provider: a session by another one is not enough', async () => {
    await harness.provider('acme');
    await harness.provider('globex');
    await harness.client('same', { allowLocalLogin: false });
    await harness.client('other', { providers: ['globex'] });
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
    await browser.follow(await browser.request(back));

    const same = await harness.startAuthorization(browser, { client_id: 'same' });
    const other = await harness.startAuthorization(browser, { client_id: 'other' });

    expect(same.location?.searchParams.has('code')).toBe(true);
    expect(headingOf(other.answer)).toBe('Sign in');
  });

  it('asks for consent where the client does', async () => {
    await harness.provider('acme');
    await harness.client('polite', { policies: ['consent'] });

    const { answer } = await harness.signIn('jane', 'acme', { client_id: 'polite' });

    expect(headingOf(answer)).toBe('polite asks for access');
  });
});

describe('the assurance of a sign-in by a provider', () => {
  it.each([
    [{ acr: 'phr' }, 'phr'],
    [{ amr: ['pwd', 'mfa'] }, 'urn:latchkey:acr:two-step'],
    [{ amr: ['pwd'] }, 'urn:latchkey:acr:one-factor'],
  ])('is what it says itself: %j is %s', async (said, acr) => {
    await harness.provider('acme');
    harness.upstream.account({ ...jane, ...said });

    const { location } = await harness.signIn('jane');

    expect(await harness.idToken(location)).toMatchObject({ acr, amr: ['federated'] });
  });

  it('is nothing that userinfo says', async () => {
    await harness.provider('acme');
    harness.upstream.altered.set('/me', (body) => ({ ...body, acr: 'phr', amr: ['mfa'] }));

    expect(await harness.idToken((await harness.signIn('jane')).location)).toMatchObject({ acr: '0' });
  });

  it('has to be enough for the client, and nothing here makes up for it', async () => {
    await harness.provider('acme');
    await harness.client('bank', { policies: ['mfa'] });
    harness.upstream.account({ ...jane, amr: ['pwd'] });

    const { answer } = await harness.signIn('jane', 'acme', { client_id: 'bank' });

    expect([answer.status, headingOf(answer)]).toEqual([403, 'The application asks for more']);
    expect((await harness.log()).at(-1)).toBe('user.sign-in-failed provider:acme too-weak');
    harness.upstream.account({ ...jane, amr: ['pwd', 'mfa'] });
    expect((await harness.signIn('jane', 'acme', { client_id: 'bank' })).location?.searchParams.has('code')).toBe(true);
  });
});

describe('the way back from a provider', () => {
  it('is open once, and in the browser that went there', async () => {
    await harness.provider('acme');
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');

    const elsewhere = await harness.browser().request(back);
    const [one, ...others] = await Promise.all([browser.request(back), browser.request(back), browser.request(back)]);
    const answers = [one, ...others].map((answer) => `${answer.status} ${headingOf(answer)}`).toSorted();

    expect([elsewhere.status, headingOf(elsewhere)]).toEqual([400, 'This sign-in was begun elsewhere']);
    expect(answers).toEqual(['303 ', '400 This sign-in is over', '400 This sign-in is over']);
    expect(await harness.users()).toHaveLength(1);
    const again = await browser.request(back);
    const { location } = await browser.follow(await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(again.text)![1]!));
    expect(location?.searchParams.has('code')).toBe(true);
  });

  it.each([
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with a state that was made up', (url: URL) => url.searchParams.set('state', 'A'.repeat(43))],
    ['with a state of another form', (url: URL) => url.searchParams.set('state', '\0')],
    ['with two states', (url: URL) => url.searchParams.append('state', 'A'.repeat(43))],
  ])('is closed %s', async (_how, change) => {
    await harness.provider('acme');
    const browser = harness.browser();
    const back = new URL(await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane'));
    change(back);

    const answer = await browser.request(back.href);

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is that of one provider: the answer of another is no answer', async () => {
    await harness.provider('acme');
    await harness.provider('globex');
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');

    const answer = await browser.request(back.replace('/federation/acme', '/federation/globex'));

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is that of one domain', async () => {
    const other = await baseHarness.withNewDomain();
    for (const one of [harness, other]) await one.provider('acme');
    const back = await harness.upstream.visit((await harness.continueToUpstream(harness.browser())).href, 'jane');
    const browser = other.browser();
    await other.continueToUpstream(browser);

    const answer = await browser.request(back.replace(harness.domain, other.domain));

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is closed after ten minutes', async () => {
    await harness.provider('acme');
    const browser = harness.browser();
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
    await harness.rows.query(`UPDATE federation_request SET expires_at = now() - interval '1 second' WHERE domain_id = $1`, [
      harness.domainId,
    ]);

    expect(headingOf(await browser.request(back))).toBe('This sign-in is over');
  });

  it.each([
    ['switched off', `UPDATE identity_provider SET enabled = false`],
    ['removed', 'DELETE FROM identity_provider'],
    ['pointed elsewhere', `UPDATE identity_provider SET issuer = 'http://127.0.0.1:1'`],
  ])('is closed when the provider was %s meanwhile', async (_what, statement) => {
    await harness.provider('acme');
    const browser = harness.browser();
    const { answer: page } = await harness.startAuthorization(browser);
    const back = await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane');
    await harness.rows.query(`${statement} WHERE domain_id = $1`, [harness.domainId]);

    const answer = await browser.request(back);
    const button = await browser.submit(page, 'Continue with ACME');

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This way to sign in is closed']);
    expect(button.status).toBe(400);
    expect(await harness.users()).toEqual([]);
  });

  it.each(['%00', '%C3%BC', '..%2f..%2faccount', 'x'.repeat(2_000), '%'])('is no way of a provider that cannot be: %s', async (name) => {
    await harness.provider('acme');
    const browser = harness.browser();
    const back = new URL(await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane'));
    const { answer: page } = await harness.startAuthorization(browser);
    const form = formOf(page, 'Continue with ACME');

    const answers = [
      await browser.request(`/connect/federation/${name}${back.search}`),
      await browser.post({ ...form, action: form.action.replace(/acme$/, name) }),
    ];

    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true]);
    expect(await harness.users()).toEqual([]);
  });

  it('keeps no secret in the database', async () => {
    await harness.provider('acme');
    const browser = harness.browser();
    const { state, nonce } = requestOf(await harness.continueToUpstream(browser));
    const [row] = await harness.rows.query<{ row: string }>(
      'SELECT row_to_json(r)::text AS row FROM federation_request r WHERE domain_id = $1',
      [harness.domainId],
    );

    expect(row!.row).not.toContain(state);
    expect(row!.row).not.toContain(nonce);
    expect(row!.row).not.toContain(Buffer.from(state!).toString('hex'));
  });
});
