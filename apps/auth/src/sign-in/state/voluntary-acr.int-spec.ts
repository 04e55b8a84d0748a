import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getHeading, type CookieBrowser } from '../../../../../test/support/cookie-browser.js';
import { SignInFixture, parseAuthorizationResponse, type TestUser } from '../sign-in.fixture.js';

const VOLUNTARY_ACR = { acr_values: 'phr urn:latchkey:acr:two-step' };

let fixture: SignInFixture;
let jane: TestUser;
let browser: CookieBrowser;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  jane = await fixture.person('jane.doe.of.them');
  browser = fixture.browser();
  const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), jane);
  await browser.follow(await browser.submit(offer, 'Not now'));
}, 60_000);

afterAll(() => fixture.stop());

const signIns = async () => (await fixture.listLogTypes(jane)).filter((type) => type === 'user.signed_in').length;

/** OpenID Connect Core section 5.5.1.1: a voluntary claim. */
describe('voluntary acr that the user cannot meet', () => {
  it('skips the voluntary acr for a silent request', async () => {
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { ...VOLUNTARY_ACR, prompt: 'none' }))).toHaveProperty('code');
  });

  it('skips the voluntary acr without repeating the enrolment offer', async () => {
    const before = await signIns();

    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', VOLUNTARY_ACR))).toHaveProperty('code');
    expect(await signIns()).toBe(before);
  });

  it('keeps the authentication time of an older session', async () => {
    await fixture.ageSessions(30);

    await fixture.begin(browser, 'shop', VOLUNTARY_ACR);

    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toMatchObject({
      error: 'login_required',
    });
  });

  it('applies the voluntary acr after the user has set up a method', async () => {
    const phone = fixture.browser();
    const offer = await fixture.signInByLink(phone, await fixture.begin(phone, 'shop'), jane);
    const { authenticator } = await fixture.createPasskey(phone, offer);

    const page = await fixture.begin(browser, 'shop', VOLUNTARY_ACR);
    const answered = await fixture.usePasskey(browser, page, authenticator);

    expect([getHeading(page), parseAuthorizationResponse(answered)]).toEqual([
      'One more step',
      expect.objectContaining({ code: expect.any(String) }),
    ]);
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toHaveProperty('code');
  });

  it("changes the session's assurance after a step-up, and logs this once", async () => {
    const changes = (await fixture.listLogTypes(jane)).filter((type) => type === 'session.assurance_changed');

    expect(changes).toEqual(['session.assurance_changed']);
  });
});
