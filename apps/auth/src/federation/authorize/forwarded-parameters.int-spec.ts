import { beforeEach, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { REDIRECT_URI, useFederationHarness } from '../federation.fixture.js';

const harness = useFederationHarness();

beforeEach(async () => {
  harness.upstream.account({ sub: 'jane' });
});

const setSupportedPrompts = (values: unknown) =>
  harness.upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, prompt_values_supported: values }));

/** @returns the `prompt` of the upstream request */
async function forwardedPrompt(parameters: Record<string, string>): Promise<string | null> {
  await harness.addIdentityProvider('acme');
  return (await harness.continueToUpstream(harness.newBrowser(), 'acme', parameters)).searchParams.get('prompt');
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
      await harness.addIdentityProvider('acme');

      const { location } = await harness.startAuthorization(harness.newBrowser(), { prompt });

      expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'invalid_request']);
    },
  );

  it('requests consent locally too', async () => {
    await harness.addIdentityProvider('acme');

    const { answer } = await harness.signIn('jane', 'acme', { prompt: 'consent' });

    expect(getHeading(answer)).toBe('shop asks for access');
  });

  it('redirects a signed-in user to the only identity provider to select an account', async () => {
    await harness.addIdentityProvider('acme');
    await harness.createClient('staff', { allowLocalLogin: false, providers: ['acme'] });
    harness.upstream.account({ sub: 'joe' });
    const browser = harness.newBrowser();
    const completeCallback = async (address: URL | null, sub: string) =>
      (await browser.follow(await browser.request(await harness.upstream.signIn(address!.href, sub)))).location;
    await completeCallback((await harness.startAuthorization(browser, { client_id: 'staff' })).location, 'jane');

    const { location } = await harness.startAuthorization(browser, { client_id: 'staff', prompt: 'select_account' });
    const prompt = location?.searchParams.get('prompt');
    // The test upstream has no account selection page.
    location?.searchParams.set('prompt', 'login');
    const { sub } = await harness.redeemIdToken(await completeCallback(location, 'joe'), 'staff');

    expect(prompt).toBe('select_account');
    const [jane, joe] = await harness.listUsers();
    expect([jane!['sub'], joe!['sub']]).toEqual([expect.not.stringMatching(String(sub)), sub]);
  });
});

describe('the max_age parameter', () => {
  it.each([
    ['0', '0', 'login'],
    ['60', '60', null],
    ['4294967296', '2147483647', null],
  ])('forwards max_age: %s as %s', async (maxAge, passedOn, prompt) => {
    await harness.addIdentityProvider('acme');

    const { searchParams } = await harness.continueToUpstream(harness.newBrowser(), 'acme', { max_age: maxAge });

    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual([passedOn, prompt]);
  });

  it('forwards max_age from a pushed authorization request: 0', async () => {
    await harness.addIdentityProvider('acme');
    const body = harness.buildAuthorizationParameters({ max_age: '0' }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const pushed = await harness.stack.auth.send(harness.domain, '/connect/par', { method: 'POST', headers, body });
    const { request_uri: uri } = pushed.json as { request_uri: string };
    const browser = harness.newBrowser();
    const query = new URLSearchParams({ client_id: 'shop', request_uri: uri });

    const { answer: page } = await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`));
    const redirect = await browser.submit(page, 'Continue with ACME');

    expect(new URL(redirect.headers.location!).searchParams.get('max_age')).toBe('0');
  });
});

describe('the acr_values parameter', () => {
  it('reduces acr_values to the supported values', async () => {
    await harness.addIdentityProvider('acme');
    const acrValues = async (parameters: Record<string, string>) =>
      (await harness.continueToUpstream(harness.newBrowser(), 'acme', parameters)).searchParams.get('acr_values');

    expect(await acrValues({ acr_values: 'urn:example:gold urn:example:silver phr' })).toBe('urn:example:silver phr');
    expect(await acrValues({ acr_values: 'urn:example:gold' })).toBe(null);
    expect(await acrValues({})).toBe(null);
  });

  it('accepts a sign-in that meets no requested acr value, and reports its actual acr', async () => {
    await harness.addIdentityProvider('acme');
    harness.upstream.account({ sub: 'jane', amr: ['pwd'] });

    const { location } = await harness.signIn('jane', 'acme', { acr_values: 'urn:example:silver phr' });

    expect(await harness.redeemIdToken(location)).toMatchObject({ acr: 'urn:latchkey:acr:one-factor', amr: ['federated'] });
  });
});

/** OpenID Connect Core section 3.1.2.6. */
describe('prompt=none', () => {
  it('returns login_required instead of redirecting to the identity provider', async () => {
    await harness.addIdentityProvider('acme');
    await harness.createClient('staff', { allowLocalLogin: false, providers: ['acme'] });

    const { location } = await harness.startAuthorization(harness.newBrowser(), { client_id: 'staff', prompt: 'none' });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'login_required']);
  });

  it('returns a code for a federated session', async () => {
    await harness.addIdentityProvider('acme');
    const browser = harness.newBrowser();
    await browser.follow(await browser.request(await harness.upstream.signIn((await harness.continueToUpstream(browser)).href, 'jane')));

    const { location } = await harness.startAuthorization(browser, { prompt: 'none' });

    expect(await harness.redeemIdToken(location)).toMatchObject({ amr: ['federated'] });
  });
});
