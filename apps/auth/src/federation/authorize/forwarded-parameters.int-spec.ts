import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { headingOf } from '../../../../../test/support/cookie-browser.js';
import { REDIRECT_URI, FederationHarness } from '../federation.fixture.js';

let baseHarness: FederationHarness;
let harness: FederationHarness;

beforeAll(async () => {
  baseHarness = await FederationHarness.start();
});

afterAll(() => baseHarness.stop());

beforeEach(async () => {
  harness = await baseHarness.withNewDomain();
  harness.upstream.behave();
  harness.upstream.account({ sub: 'jane' });
});

const supports = (values: unknown) =>
  harness.upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, prompt_values_supported: values }));

/** What the provider is asked for. */
async function forwardedPrompt(parameters: Record<string, string>): Promise<string | null> {
  await harness.provider('acme');
  return (await harness.continueToUpstream(harness.browser(), 'acme', parameters)).searchParams.get('prompt');
}

/** OpenID Connect Core section 3.1.2.1. */
describe('the prompt of an application', () => {
  it.each(['login', 'consent', 'select_account', 'login select_account', 'login select_account consent'])(
    'is passed on: %s',
    async (prompt) => {
      expect(await forwardedPrompt({ prompt })).toBe(prompt);
    },
  );

  it.each([
    [['none', 'login'], 'login'],
    [['none', 'login', 'consent'], 'login consent'],
    [['none'], 'login'],
    ['select_account', 'login select_account consent'],
  ])('is passed on as far as a provider with %j says that it understands it: %s', async (values, prompt) => {
    supports(values);

    expect(await forwardedPrompt({ prompt: 'login select_account consent' })).toBe(prompt);
  });

  it.each(['none login', 'none select_account', 'login none consent'])('is refused where it contradicts itself: %s', async (prompt) => {
    await harness.provider('acme');

    const { location } = await harness.startAuthorization(harness.browser(), { prompt });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'invalid_request']);
  });

  it('asks for consent here too', async () => {
    await harness.provider('acme');

    const { answer } = await harness.signIn('jane', 'acme', { prompt: 'consent' });

    expect(headingOf(answer)).toBe('shop asks for access');
  });

  it('leads to a single provider at once, to choose an account there, though somebody is signed in', async () => {
    await harness.provider('acme');
    await harness.client('staff', { allowLocalLogin: false, providers: ['acme'] });
    harness.upstream.account({ sub: 'joe' });
    const browser = harness.browser();
    const comeBack = async (address: URL | null, sub: string) =>
      (await browser.follow(await browser.request(await harness.upstream.visit(address!.href, sub)))).location;
    await comeBack((await harness.startAuthorization(browser, { client_id: 'staff' })).location, 'jane');

    const { location } = await harness.startAuthorization(browser, { client_id: 'staff', prompt: 'select_account' });
    const prompt = location?.searchParams.get('prompt');
    // The upstream itself is bare, and has no page for it.
    location?.searchParams.set('prompt', 'login');
    const { sub } = await harness.idToken(await comeBack(location, 'joe'), 'staff');

    expect(prompt).toBe('select_account');
    const [jane, joe] = await harness.users();
    expect([jane!['sub'], joe!['sub']]).toEqual([expect.not.stringMatching(String(sub)), sub]);
  });
});

describe('the age that a sign-in may have', () => {
  it.each([
    ['0', '0', 'login'],
    ['60', '60', null],
    ['4294967296', '2147483647', null],
  ])('is passed on: %s as %s', async (maxAge, passedOn, prompt) => {
    await harness.provider('acme');

    const { searchParams } = await harness.continueToUpstream(harness.browser(), 'acme', { max_age: maxAge });

    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual([passedOn, prompt]);
  });

  it('is passed on where the request was pushed: 0', async () => {
    await harness.provider('acme');
    const body = harness.query({ max_age: '0' }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const pushed = await harness.stack.auth.send(harness.domain, '/connect/par', { method: 'POST', headers, body });
    const { request_uri: uri } = pushed.json as { request_uri: string };
    const browser = harness.browser();
    const query = new URLSearchParams({ client_id: 'shop', request_uri: uri });

    const { answer: page } = await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`));
    const sent = await browser.submit(page, 'Continue with ACME');

    expect(new URL(sent.headers.location!).searchParams.get('max_age')).toBe('0');
  });
});

describe('the classes that an application wishes for', () => {
  it('are asked for as far as the provider says that it knows them', async () => {
    await harness.provider('acme');
    const acrValues = async (parameters: Record<string, string>) =>
      (await harness.continueToUpstream(harness.browser(), 'acme', parameters)).searchParams.get('acr_values');

    expect(await acrValues({ acr_values: 'urn:example:gold urn:example:silver phr' })).toBe('urn:example:silver phr');
    expect(await acrValues({ acr_values: 'urn:example:gold' })).toBe(null);
    expect(await acrValues({})).toBe(null);
  });

  it('are a wish: what the provider says of itself is said, and is let pass', async () => {
    await harness.provider('acme');
    harness.upstream.account({ sub: 'jane', amr: ['pwd'] });

    const { location } = await harness.signIn('jane', 'acme', { acr_values: 'urn:example:silver phr' });

    expect(await harness.idToken(location)).toMatchObject({ acr: 'urn:latchkey:acr:one-factor', amr: ['federated'] });
  });
});

/** OpenID Connect Core section 3.1.2.6. */
describe('a silent request', () => {
  it('ends in silence, where somebody would have to be sent to the provider', async () => {
    await harness.provider('acme');
    await harness.client('staff', { allowLocalLogin: false, providers: ['acme'] });

    const { location } = await harness.startAuthorization(harness.browser(), { client_id: 'staff', prompt: 'none' });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([REDIRECT_URI, 'login_required']);
  });

  it('is answered for whom a provider has vouched', async () => {
    await harness.provider('acme');
    const browser = harness.browser();
    await browser.follow(await browser.request(await harness.upstream.visit((await harness.continueToUpstream(browser)).href, 'jane')));

    const { location } = await harness.startAuthorization(browser, { prompt: 'none' });

    expect(await harness.idToken(location)).toMatchObject({ amr: ['federated'] });
  });
});
