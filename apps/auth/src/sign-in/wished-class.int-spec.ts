import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headingOf, type CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { SignInRequests, toldBy, type Person } from './sign-in-requests.fixture.js';

const WISH = { acr_values: 'phr urn:latchkey:acr:two-step' };

let requests: SignInRequests;
let jane: Person;
let browser: CookieBrowser;

beforeAll(async () => {
  requests = await SignInRequests.start();
  await requests.client('shop');
  jane = await requests.person('jane.doe.of.them');
  browser = requests.browser();
  const offer = await requests.comeByLink(browser, await requests.begin(browser, 'shop'), jane);
  await browser.follow(await browser.submit(offer, 'Not now'));
}, 60_000);

afterAll(() => requests.stop());

const signIns = async () => (await requests.operations(jane)).filter((operation) => operation === 'user.sign-in').length;

/** OpenID Connect Core section 5.5.1.1: a voluntary claim. */
describe('a class of sign-in that is wished for, of somebody who has nothing to reach it by', () => {
  it('is passed over where nobody may be asked', async () => {
    expect(toldBy(await requests.begin(browser, 'shop', { ...WISH, prompt: 'none' }))).toHaveProperty('code');
  });

  it('is passed over at once, as no offer is made again to whom one was made', async () => {
    const before = await signIns();

    expect(toldBy(await requests.begin(browser, 'shop', WISH))).toHaveProperty('code');
    expect(await signIns()).toBe(before);
  });

  it('makes no sign-in of long ago a recent one', async () => {
    await requests.ageSessions(30);

    await requests.begin(browser, 'shop', WISH);

    expect(toldBy(await requests.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toMatchObject({ error: 'login_required' });
  });

  it('is asked for once they have', async () => {
    const phone = requests.browser();
    const offer = await requests.comeByLink(phone, await requests.begin(phone, 'shop'), jane);
    const { authenticator } = await requests.createPasskey(phone, offer);

    const page = await requests.begin(browser, 'shop', WISH);
    const answered = await requests.usePasskey(browser, page, authenticator);

    expect([headingOf(page), toldBy(answered)]).toEqual(['One more step', expect.objectContaining({ code: expect.any(String) })]);
    expect(toldBy(await requests.begin(browser, 'shop', { prompt: 'none', max_age: '900' }))).toHaveProperty('code');
  });
});
