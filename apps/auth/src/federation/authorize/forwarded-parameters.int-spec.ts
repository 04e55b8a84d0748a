import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { REDIRECT_URI, useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();

beforeEach(async () => {
  fixture.upstream.account({ sub: 'jane' });
});

const setSupportedPrompts = (values: unknown) =>
  fixture.upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, prompt_values_supported: values }));

/** @returns the `prompt` of the upstream request */
async function forwardedPrompt(parameters: Record<string, string>): Promise<string | null> {
  await fixture.addIdentityProvider('acme');
  return (await fixture.continueToUpstream(fixture.newBrowser(), 'acme', parameters)).searchParams.get('prompt');
}

/** OpenID Connect Core section 3.1.2.1. */
describe('the prompt parameter', () => {
  it.each(['login', 'consent', 'select_account', 'login select_account', 'login select_account consent'])(
    'forwards prompt: %s',
    async (prompt) => {
      expect(await forwardedPrompt({ prompt })).toBe(prompt);
    },
  );

  it.each([
    [['none', 'login'], 'login'],
    [['none', 'login', 'consent'], 'login consent'],
    [['none'], 'login'],
    ['select_account', 'login select_account consent'],
  ])('reduces prompt to the supported values: with prompt_values_supported %j to %s', async (values, prompt) => {
    setSupportedPrompts(values);

    expect(await forwardedPrompt({ prompt: 'login select_account consent' })).toBe(prompt);
  });

  it.each(['none login', 'none select_account', 'login none consent'])(
    'rejects prompt=none in combination with other values: %s',
    async (prompt) => {
      await fixture.addIdentityProvider('acme');

      const { location } = await fixture.startAuthorization(fixture.newBrowser(), { prompt });

      expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'invalid_request']);
    },
  );

  it('requests consent locally too', async () => {
    await fixture.addIdentityProvider('acme');

    const { answer } = await fixture.signIn('jane', 'acme', { prompt: 'consent' });

    expect(getHeading(answer)).toBe('shop asks for access');
  });

  it('redirects a signed-in user to the only identity provider to select an account', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('staff', { allowLocalLogin: false, providers: ['acme'] });
    fixture.upstream.account({ sub: 'joe' });
    const browser = fixture.newBrowser();
    const completeCallback = async (address: URL | null, sub: string) =>
      (await browser.follow(await browser.request(await fixture.upstream.signIn(address!.href, sub)))).location;
    await completeCallback((await fixture.startAuthorization(browser, { client_id: 'staff' })).location, 'jane');

    const { location } = await fixture.startAuthorization(browser, { client_id: 'staff', prompt: 'select_account' });
    const prompt = location?.searchParams.get('prompt');
    // The test upstream has no account selection page.
    location?.searchParams.set('prompt', 'login');
    const { sub } = await fixture.redeemIdToken(await completeCallback(location, 'joe'), 'staff');

    expect(prompt).toBe('select_account');
    const [jane, joe] = await fixture.listUsers();
    expect([jane!['sub'], joe!['sub']]).toEqual([expect.not.stringMatching(String(sub)), sub]);
  });
});

describe('the max_age parameter', () => {
  it.each([
    ['0', '0', 'login'],
    ['60', '60', null],
    ['4294967296', '2147483647', null],
  ])('forwards max_age: %s as %s', async (maxAge, passedOn, prompt) => {
    await fixture.addIdentityProvider('acme');

    const { searchParams } = await fixture.continueToUpstream(fixture.newBrowser(), 'acme', { max_age: maxAge });

    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual([passedOn, prompt]);
  });

  it('forwards max_age from a pushed authorization request: 0', async () => {
    await fixture.addIdentityProvider('acme');
    const body = fixture.buildAuthorizationParameters({ max_age: '0' }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const pushed = await fixture.stack.auth.send(fixture.domain, '/connect/par', { method: 'POST', headers, body });
    const { request_uri: uri } = pushed.json as { request_uri: string };
    const browser = fixture.newBrowser();
    const query = new URLSearchParams({ client_id: 'shop', request_uri: uri });

    const { answer: page } = await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`));
    const redirect = await browser.submit(page, 'Continue with ACME');

    expect(new URL(redirect.headers.location!).searchParams.get('max_age')).toBe('0');
  });
});

describe('the acr_values parameter', () => {
  it('reduces acr_values to the supported values', async () => {
    await fixture.addIdentityProvider('acme');
    const acrValues = async (parameters: Record<string, string>) =>
      (await fixture.continueToUpstream(fixture.newBrowser(), 'acme', parameters)).searchParams.get('acr_values');

    expect(await acrValues({ acr_values: 'urn:example:gold urn:example:silver phr' })).toBe('urn:example:silver phr');
    expect(await acrValues({ acr_values: 'urn:example:gold' })).toBe(null);
    expect(await acrValues({})).toBe(null);
  });

  it('accepts a sign-in that meets no requested acr value, and reports its actual acr', async () => {
    await fixture.addIdentityProvider('acme');
    fixture.upstream.account({ sub: 'jane', amr: ['pwd'] });

    const { location } = await fixture.signIn('jane', 'acme', { acr_values: 'urn:example:silver phr' });

    expect(await fixture.redeemIdToken(location)).toMatchObject({ acr: 'urn:latchkey:acr:one-factor', amr: ['federated'] });
  });
});

/** OpenID Connect Core section 3.1.2.6. */
describe('prompt=none', () => {
  it('returns login_required instead of redirecting to the identity provider', async () => {
    await fixture.addIdentityProvider('acme');
    await fixture.createClient('staff', { allowLocalLogin: false, providers: ['acme'] });

    const { location } = await fixture.startAuthorization(fixture.newBrowser(), { client_id: 'staff', prompt: 'none' });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'login_required']);
  });

  it('returns a code for a federated session', async () => {
    await fixture.addIdentityProvider('acme');
    const browser = fixture.newBrowser();
    await browser.follow(await browser.request(await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane')));

    const { location } = await fixture.startAuthorization(browser, { prompt: 'none' });

    expect(await fixture.redeemIdToken(location)).toMatchObject({ amr: ['federated'] });
  });
});
