import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formTo, headingOf, type CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import type { SoftwareAuthenticator } from '../../../../../../test/support/software-authenticator.js';
import { SignInHarness, parseAuthorizationResponse, type TestUser } from '../../sign-in-harness.fixture.js';

const REFUSED = 'This passkey belongs to another account.';

let harness: SignInHarness;
let jane: TestUser & { authenticator: SoftwareAuthenticator };
let other: TestUser & { authenticator: SoftwareAuthenticator };

beforeAll(async () => {
  harness = await SignInHarness.start();
  await harness.createClient('shop');
  await harness.createClient('bank', { policies: ['mfa'] });
  [jane, other] = [await harness.createUserWithPasskey('jane.doe.of.them'), await harness.createUserWithPasskey('other.of.them')];
}, 60_000);

afterAll(() => harness.stop());

/** Signs in without the passkey. @returns the page of an application that wants more */
async function beginSecondStep(browser: CookieBrowser): Promise<Answer> {
  return harness.signInByLink(browser, await harness.begin(browser, 'bank'), jane);
}

const submitUsername = (browser: CookieBrowser, page: Answer, username: string) => browser.press(page, 'Continue', { username });

describe('a passkey of another account is refused in words', () => {
  it('as the second step', async () => {
    const browser = harness.browser();
    const page = await beginSecondStep(browser);

    const refused = await harness.usePasskey(browser, page, other.authenticator);
    const answered = await harness.usePasskey(browser, refused, jane.authenticator);

    expect([headingOf(page), headingOf(refused)]).toEqual(['One more step', 'One more step']);
    expect(refused.text).toContain(REFUSED);
    expect(parseAuthorizationResponse(answered)).toHaveProperty('code');
    expect(await harness.listLogOperations(jane)).toContain('user.sign-in-failed');
    expect((await harness.listLogOperations(other)).filter((operation) => operation === 'user.sign-in')).toHaveLength(1);
  });

  it.each([
    ['somebody', () => jane.username],
    ['somebody, by their address', () => `${jane.username}@example.com`],
    ['nobody', () => 'nobody.of.this.name'],
  ])('after the name of %s was entered', async (_whose, name) => {
    const browser = harness.browser();
    const methods = await submitUsername(browser, await harness.begin(browser, 'shop'), name());

    const refused = await harness.usePasskey(browser, methods, other.authenticator);

    expect([headingOf(refused), headingOf(methods)]).toEqual(['Choose how to sign in', 'Choose how to sign in']);
    expect(refused.text).toContain(REFUSED);
    expect(refused.text).toContain(name());
    expect((await browser.request('/account')).status).toBe(303);
  });

  it('and is the way to be somebody else, for who says so', async () => {
    const browser = harness.browser();
    await beginSecondStep(browser);
    const { answer: sent } = await browser.follow(await harness.begin(browser, 'bank'));
    const anew = await browser.request(`${formTo(sent, '/passkey').action.replace(/\/passkey$/, '')}?anew=yes`);

    const answered = await harness.usePasskey(browser, anew, other.authenticator);

    expect(parseAuthorizationResponse(answered)).toHaveProperty('code');
  });
});

describe('a change of the account', () => {
  it('takes no sign-in of another account, and says so', async () => {
    const browser = harness.browser();
    const signedIn = await harness.usePasskey(browser, await harness.begin(browser, 'shop'), jane.authenticator);
    expect(parseAuthorizationResponse(signedIn)).toHaveProperty('code');
    await harness.ageSessions(11);
    const account = await browser.request('/account');
    const { answer: page } = await browser.follow(await browser.post(formTo(account, '/account/passkeys')));

    const told = await harness.usePasskey(browser, page, other.authenticator);

    expect(headingOf(told)).toBe('Your account');
    expect(told.text).toContain('That was another account');
    const { answer: again } = await browser.follow(await browser.post(formTo(told, '/account/passkeys')));
    const done = await harness.usePasskey(browser, again, jane.authenticator);
    expect([headingOf(done), done.text.includes('That was another account')]).toEqual(['Your account', false]);
  });
});
