import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { headingOf } from '../../../../test/support/cookie-browser.js';
import { CALLBACK, FederationWorld } from './federation.fixture.js';

let first: FederationWorld;
let world: FederationWorld;

beforeAll(async () => {
  first = await FederationWorld.start();
});

afterAll(() => first.stop());

beforeEach(async () => {
  world = await first.another();
  world.upstream.behave();
  world.upstream.account({ sub: 'jane' });
});

const supports = (values: unknown) =>
  world.upstream.altered.set('/.well-known/openid-configuration', (body) => ({ ...body, prompt_values_supported: values }));

/** What the provider is asked for. */
async function asked(parameters: Record<string, string>): Promise<string | null> {
  await world.provider('acme');
  return (await world.leave(world.browser(), 'acme', parameters)).searchParams.get('prompt');
}

/** OpenID Connect Core section 3.1.2.1. */
describe('the prompt of an application', () => {
  it.each(['login', 'consent', 'select_account', 'login select_account', 'login select_account consent'])(
    'is passed on: %s',
    async (prompt) => {
      expect(await asked({ prompt })).toBe(prompt);
    },
  );

  it.each([
    [['none', 'login'], 'login'],
    [['none', 'login', 'consent'], 'login consent'],
    [['none'], 'login'],
    ['select_account', 'login select_account consent'],
  ])('is passed on as far as a provider with %j says that it understands it: %s', async (values, prompt) => {
    supports(values);

    expect(await asked({ prompt: 'login select_account consent' })).toBe(prompt);
  });

  it.each(['none login', 'none select_account', 'login none consent'])('is refused where it contradicts itself: %s', async (prompt) => {
    await world.provider('acme');

    const { location } = await world.begin(world.browser(), { prompt });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([CALLBACK, 'invalid_request']);
  });

  it('asks for consent here too', async () => {
    await world.provider('acme');

    const { answer } = await world.signIn('jane', 'acme', { prompt: 'consent' });

    expect(headingOf(answer)).toBe('shop asks for access');
  });

  it('leads to a single provider at once, to choose an account there, though somebody is signed in', async () => {
    await world.provider('acme');
    await world.client('staff', { allowLocalLogin: false, providers: ['acme'] });
    world.upstream.account({ sub: 'joe' });
    const browser = world.browser();
    const comeBack = async (address: URL | null, sub: string) =>
      (await browser.follow(await browser.request(await world.upstream.visit(address!.href, sub)))).location;
    await comeBack((await world.begin(browser, { client_id: 'staff' })).location, 'jane');

    const { location } = await world.begin(browser, { client_id: 'staff', prompt: 'select_account' });
    const prompt = location?.searchParams.get('prompt');
    // The upstream itself is bare, and has no page for it.
    location?.searchParams.set('prompt', 'login');
    const { sub } = await world.idToken(await comeBack(location, 'joe'), 'staff');

    expect(prompt).toBe('select_account');
    const [jane, joe] = await world.users();
    expect([jane!['sub'], joe!['sub']]).toEqual([expect.not.stringMatching(String(sub)), sub]);
  });
});

describe('the age that a sign-in may have', () => {
  it.each([
    ['0', '0', 'login'],
    ['60', '60', null],
    ['4294967296', '2147483647', null],
  ])('is passed on: %s as %s', async (maxAge, passedOn, prompt) => {
    await world.provider('acme');

    const { searchParams } = await world.leave(world.browser(), 'acme', { max_age: maxAge });

    expect([searchParams.get('max_age'), searchParams.get('prompt')]).toEqual([passedOn, prompt]);
  });

  it('is passed on where the request was pushed: 0', async () => {
    await world.provider('acme');
    const body = world.query({ max_age: '0' }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const pushed = await world.stack.auth.send(world.domain, '/connect/par', { method: 'POST', headers, body });
    const { request_uri: uri } = pushed.json as { request_uri: string };
    const browser = world.browser();
    const query = new URLSearchParams({ client_id: 'shop', request_uri: uri });

    const { answer: page } = await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`));
    const sent = await browser.submit(page, 'Continue with ACME');

    expect(new URL(sent.headers.location!).searchParams.get('max_age')).toBe('0');
  });
});

describe('the classes that an application wishes for', () => {
  it('are asked for as far as the provider says that it knows them', async () => {
    await world.provider('acme');
    const acrValues = async (parameters: Record<string, string>) =>
      (await world.leave(world.browser(), 'acme', parameters)).searchParams.get('acr_values');

    expect(await acrValues({ acr_values: 'urn:example:gold urn:example:silver phr' })).toBe('urn:example:silver phr');
    expect(await acrValues({ acr_values: 'urn:example:gold' })).toBe(null);
    expect(await acrValues({})).toBe(null);
  });

  it('are a wish: what the provider says of itself is said, and is let pass', async () => {
    await world.provider('acme');
    world.upstream.account({ sub: 'jane', amr: ['pwd'] });

    const { location } = await world.signIn('jane', 'acme', { acr_values: 'urn:example:silver phr' });

    expect(await world.idToken(location)).toMatchObject({ acr: 'urn:latchkey:acr:one-factor', amr: ['federated'] });
  });
});

/** OpenID Connect Core section 3.1.2.6. */
describe('a silent request', () => {
  it('ends in silence, where somebody would have to be sent to the provider', async () => {
    await world.provider('acme');
    await world.client('staff', { allowLocalLogin: false, providers: ['acme'] });

    const { location } = await world.begin(world.browser(), { client_id: 'staff', prompt: 'none' });

    expect([location?.href.split('?')[0], location?.searchParams.get('error')]).toEqual([CALLBACK, 'login_required']);
  });

  it('is answered for whom a provider has vouched', async () => {
    await world.provider('acme');
    const browser = world.browser();
    await browser.follow(await browser.request(await world.upstream.visit((await world.leave(browser)).href, 'jane')));

    const { location } = await world.begin(browser, { prompt: 'none' });

    expect(await world.idToken(location)).toMatchObject({ amr: ['federated'] });
  });
});
