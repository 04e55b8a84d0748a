import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { formOf, headingOf } from '../../../../test/support/cookie-browser.js';
import { CALLBACK, FederationWorld } from './federation.fixture.js';

let first: FederationWorld;
let world: FederationWorld;
const jane = {
  sub: 'jane',
  claims: { name: 'Jane Doe', preferred_username: 'jane.doe.upstream', email: 'jane@example.com', email_verified: true },
};

beforeAll(async () => {
  first = await FederationWorld.start();
});

afterAll(() => first.stop());

beforeEach(async () => {
  world = await first.another();
  world.upstream.behave();
  world.upstream.account(jane);
});

/** The parameters of the last authorization request that the provider was sent. */
function requestOf(address: URL): Record<string, string> {
  return Object.fromEntries(address.searchParams);
}

describe('a sign-in by a provider', () => {
  it('lets in whom the provider vouches for', async () => {
    await world.provider('acme');

    const { location } = await world.signIn('jane');
    const { sub, ...claims } = await world.idToken(location);

    expect(location?.href.startsWith(CALLBACK)).toBe(true);
    expect(claims).toMatchObject({ iss: world.issuer, acr: '0', amr: ['federated'], name: 'Jane Doe' });
    expect(await world.users()).toEqual([
      {
        sub,
        identity_provider: 'acme',
        active: true,
        attributes: { preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'jane@example.com' },
      },
    ]);
    expect(await world.log()).toEqual(['user.create provider:acme', 'user.sign-in provider:acme provider']);
  });

  it.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'])('proves itself by %s', async (method) => {
    await world.provider('acme', { token_endpoint_auth_method: method, ...(method === 'private_key_jwt' && { client_secret: null }) });
    world.registerAtUpstream('acme', { token_endpoint_auth_method: method, jwks: await world.jwks() });

    const { location } = await world.signIn('jane');

    expect(location?.searchParams.has('code')).toBe(true);
  });

  it('asks with a proof of the code, a nonce and a state of its own each time', async () => {
    await world.provider('acme');
    const browser = world.browser();

    const requests = [requestOf(await world.leave(browser)), requestOf(await world.leave(browser))];

    expect(requests[0]).toEqual({
      client_id: expect.stringContaining('latchkey'),
      response_type: 'code',
      redirect_uri: `${world.issuer}/connect/federation/acme`,
      scope: 'openid profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const secret of ['state', 'nonce', 'code_challenge']) expect(requests[0]![secret]).not.toBe(requests[1]![secret]);
  });

  it('passes on what the application has asked for', async () => {
    await world.provider('acme');
    const asked = { prompt: 'login', max_age: '600', login_hint: 'jane@example.com', ui_locales: 'en fr' };

    expect(requestOf(await world.leave(world.browser(), 'acme', asked))).toMatchObject(asked);
  });

  it('asks for a surer sign-in where the client needs one, in words that the provider knows', async () => {
    await world.provider('acme');
    await world.client('bank', { policies: ['phishing-resistant', 'reauthenticate'] });

    const request = requestOf(await world.leave(world.browser(), 'acme', { client_id: 'bank' }));

    expect(request).toMatchObject({ acr_values: 'phr', prompt: 'login' });
  });

  it('is begun at once where there is no other way in, but not again by whoever comes back from there', async () => {
    await world.provider('acme');
    await world.client('staff', { allowLocalLogin: false, providers: ['acme'] });
    const browser = world.browser();

    const { location } = await world.begin(browser, { client_id: 'staff' });
    const back = await browser.request(await world.upstream.visit(location!.href, null));
    const again = await browser.request(/href="(\/sign-in\/[^"]*)"/.exec(back.text)![1]!);

    expect(location?.origin).toBe(world.upstream.issuer);
    expect(headingOf(back)).toBe('You did not sign in at ACME');
    expect([again.status, again.text.includes('Continue with ACME'), again.text.includes('Username or email')]).toEqual([200, true, false]);
  });

  it('is offered for those providers that the client takes', async () => {
    await world.provider('acme');
    await world.provider('globex');
    await world.provider('initech', { enabled: false });
    await world.client('some', { providers: ['globex', 'initech'] });

    const [all, some] = [await world.begin(world.browser()), await world.begin(world.browser(), { client_id: 'some' })];
    const offered = [all, some].map(({ answer }) => [...answer.text.matchAll(/Continue with (\w+)/g)].map(([, name]) => name));

    expect(offered).toEqual([['ACME', 'GLOBEX'], ['GLOBEX']]);
  });

  it('is for a client that takes the provider: a session by another one is not enough', async () => {
    await world.provider('acme');
    await world.provider('globex');
    await world.client('same', { allowLocalLogin: false });
    await world.client('other', { providers: ['globex'] });
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');
    await browser.follow(await browser.request(back));

    const same = await world.begin(browser, { client_id: 'same' });
    const other = await world.begin(browser, { client_id: 'other' });

    expect(same.location?.searchParams.has('code')).toBe(true);
    expect(headingOf(other.answer)).toBe('Sign in');
  });

  it('asks for consent where the client does', async () => {
    await world.provider('acme');
    await world.client('polite', { policies: ['consent'] });

    const { answer } = await world.signIn('jane', 'acme', { client_id: 'polite' });

    expect(headingOf(answer)).toBe('polite asks for access');
  });
});

describe('the assurance of a sign-in by a provider', () => {
  it.each([
    [{ acr: 'phr' }, 'phr'],
    [{ amr: ['pwd', 'mfa'] }, 'urn:latchkey:acr:two-step'],
    [{ amr: ['pwd'] }, 'urn:latchkey:acr:one-factor'],
  ])('is what it says itself: %j is %s', async (said, acr) => {
    await world.provider('acme');
    world.upstream.account({ ...jane, ...said });

    const { location } = await world.signIn('jane');

    expect(await world.idToken(location)).toMatchObject({ acr, amr: ['federated'] });
  });

  it('is nothing that userinfo says', async () => {
    await world.provider('acme');
    world.upstream.altered.set('/me', (body) => ({ ...body, acr: 'phr', amr: ['mfa'] }));

    expect(await world.idToken((await world.signIn('jane')).location)).toMatchObject({ acr: '0' });
  });

  it('has to be enough for the client, and nothing here makes up for it', async () => {
    await world.provider('acme');
    await world.client('bank', { policies: ['mfa'] });
    world.upstream.account({ ...jane, amr: ['pwd'] });

    const { answer } = await world.signIn('jane', 'acme', { client_id: 'bank' });

    expect([answer.status, headingOf(answer)]).toEqual([403, 'The application asks for more']);
    expect((await world.log()).at(-1)).toBe('user.sign-in-failed provider:acme too-weak');
    world.upstream.account({ ...jane, amr: ['pwd', 'mfa'] });
    expect((await world.signIn('jane', 'acme', { client_id: 'bank' })).location?.searchParams.has('code')).toBe(true);
  });
});

describe('the way back from a provider', () => {
  it('is open once, and in the browser that went there', async () => {
    await world.provider('acme');
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');

    const elsewhere = await world.browser().request(back);
    const [one, ...others] = await Promise.all([browser.request(back), browser.request(back), browser.request(back)]);
    const answers = [one, ...others].map((answer) => `${answer.status} ${headingOf(answer)}`).toSorted();

    expect([elsewhere.status, headingOf(elsewhere)]).toEqual([400, 'This sign-in was begun elsewhere']);
    expect(answers).toEqual(['303 ', '400 This sign-in is over', '400 This sign-in is over']);
    expect(await world.users()).toHaveLength(1);
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
    await world.provider('acme');
    const browser = world.browser();
    const back = new URL(await world.upstream.visit((await world.leave(browser)).href, 'jane'));
    change(back);

    const answer = await browser.request(back.href);

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is that of one provider: the answer of another is no answer', async () => {
    await world.provider('acme');
    await world.provider('globex');
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');

    const answer = await browser.request(back.replace('/federation/acme', '/federation/globex'));

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is that of one domain', async () => {
    const other = await first.another();
    for (const one of [world, other]) await one.provider('acme');
    const back = await world.upstream.visit((await world.leave(world.browser())).href, 'jane');
    const browser = other.browser();
    await other.leave(browser);

    const answer = await browser.request(back.replace(world.domain, other.domain));

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This sign-in is over']);
  });

  it('is closed after ten minutes', async () => {
    await world.provider('acme');
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');
    await world.rows.query(`UPDATE federation_request SET expires_at = now() - interval '1 second' WHERE domain_id = $1`, [world.domainId]);

    expect(headingOf(await browser.request(back))).toBe('This sign-in is over');
  });

  it.each([
    ['switched off', `UPDATE identity_provider SET enabled = false`],
    ['removed', 'DELETE FROM identity_provider'],
    ['pointed elsewhere', `UPDATE identity_provider SET issuer = 'http://127.0.0.1:1'`],
  ])('is closed when the provider was %s meanwhile', async (_what, statement) => {
    await world.provider('acme');
    const browser = world.browser();
    const { answer: page } = await world.begin(browser);
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');
    await world.rows.query(`${statement} WHERE domain_id = $1`, [world.domainId]);

    const answer = await browser.request(back);
    const button = await browser.submit(page, 'Continue with ACME');

    expect([answer.status, headingOf(answer)]).toEqual([400, 'This way to sign in is closed']);
    expect(button.status).toBe(400);
    expect(await world.users()).toEqual([]);
  });

  it.each(['%00', '%C3%BC', '..%2f..%2faccount', 'x'.repeat(2_000), '%'])('is no way of a provider that cannot be: %s', async (name) => {
    await world.provider('acme');
    const browser = world.browser();
    const back = new URL(await world.upstream.visit((await world.leave(browser)).href, 'jane'));
    const { answer: page } = await world.begin(browser);
    const form = formOf(page, 'Continue with ACME');

    const answers = [
      await browser.request(`/connect/federation/${name}${back.search}`),
      await browser.post({ ...form, action: form.action.replace(/acme$/, name) }),
    ];

    expect(answers.map(({ status }) => status >= 400 && status < 500)).toEqual([true, true]);
    expect(await world.users()).toEqual([]);
  });

  it('keeps no secret in the database', async () => {
    await world.provider('acme');
    const browser = world.browser();
    const { state, nonce } = requestOf(await world.leave(browser));
    const [row] = await world.rows.query<{ row: string }>(
      'SELECT row_to_json(r)::text AS row FROM federation_request r WHERE domain_id = $1',
      [world.domainId],
    );

    expect(row!.row).not.toContain(state);
    expect(row!.row).not.toContain(nonce);
    expect(row!.row).not.toContain(Buffer.from(state!).toString('hex'));
  });
});
