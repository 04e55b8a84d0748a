import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { SignInHarness, parseAuthorizationResponse, type TestUser } from '../sign-in-harness.fixture.js';

const VOLUNTARY_ACR = { acr_values: 'phr urn:latchkey:acr:two-step' };

let harness: SignInHarness;
let jane: TestUser;
let browser: CookieBrowser;

beforeAll(async () => {
  harness = await SignInHarness.start();
  await harness.createClient('shop');
  jane = await harness.person('jane.doe.of.them');
  browser = harness.browser();
  const offer = await harness.signInByLink(browser, await harness.begin(browser, 'shop'), jane);
  await browser.follow(await browser.submit(offer, 'Not now'));
}, 60_000);

afterAll(() => harness.stop());

const signIns = async () => (await harness.listLogTypes(jane)).filter((type) => type === 'user.signed_in').length;

/** OpenID Connect Core section 5.5.1.1: a voluntary claim. */
describe('voluntary acr that the user cannot meet', () => {
  it('skips the voluntary acr for a silent request', async () => {
    expect(parseAuthorizationResponse(await harness.begin(browser, 'shop', { ...VOLUNTARY_ACR, prompt: 'none' }))).toHaveProperty('code');
  });

  it('skips the voluntary acr without repeating the enrolment offer', async () => {
    const before = await signIns();

    expect(parseAuthorizationResponse(await harness.begin(browser, 'shop', VOLUNTARY_ACR))).toHaveProperty('code');
    expect(await signIns()).toBe(before);
  });

  it('keeps the authentication time of an older session', async () => {
    await harness.ageSessions(30);

    await harness.begin(browser, 'shop', VOLUNTARY_ACR);

    expect(parseAuthorizationResponse(await harness.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toMatchObject({
      error: 'login_required',
    });
  });

  it('applies the voluntary acr after the user has set up a method', async () => {
    const phone = harness.browser();
    const offer = await harness.signInByLink(phone, await harness.begin(phone, 'shop'), jane);
    const { authenticator } = await harness.createPasskey(phone, offer);

    const page = await harness.begin(browser, 'shop', VOLUNTARY_ACR);
    const answered = await harness.usePasskey(browser, page, authenticator);

    expect([getHeading(page), parseAuthorizationResponse(answered)]).toEqual([
      'One more step',
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    expect(parseAuthorizationResponse(await harness.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toHaveProperty('code');
  });

  it("changes the session's assurance after a step-up, and logs this once", async () => {
    const changes = (await harness.listLogTypes(jane)).filter((type) => type === 'session.assurance_changed');

    expect(changes).toEqual(['session.assurance_changed']);
  });
});
