import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formTo, headingOf, type CookieBrowser } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import type { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { SignInRequests, toldBy, type Person } from './sign-in-requests.fixture.js';

const REFUSED = 'This passkey belongs to another account.';

let requests: SignInRequests;
let jane: Person & { authenticator: SoftwareAuthenticator };
let other: Person & { authenticator: SoftwareAuthenticator };

beforeAll(async () => {
  requests = await SignInRequests.start();
  await requests.client('shop');
  await requests.client('bank', { policies: ['mfa'] });
  [jane, other] = [await requests.withPasskey('jane.doe.of.them'), await requests.withPasskey('other.of.them')];
}, 60_000);

afterAll(() => requests.stop());

/** Signs in without the passkey. @returns the page of an application that wants more */
async function halfSignedIn(browser: CookieBrowser): Promise<Answer> {
  return requests.comeByLink(browser, await requests.begin(browser, 'bank'), jane);
}

const continued = (browser: CookieBrowser, page: Answer, username: string) => browser.press(page, 'Continue', { username });

describe('a passkey of another account is refused in words', () => {
  it('as the second step', async () => {
    const browser = requests.browser();
    const page = await halfSignedIn(browser);

    const refused = await requests.usePasskey(browser, page, other.authenticator);
    const answered = await requests.usePasskey(browser, refused, jane.authenticator);

    expect([headingOf(page), headingOf(refused)]).toEqual(['One more step', 'One more step']);
    expect(refused.text).toContain(REFUSED);
    expect(toldBy(answered)).toHaveProperty('code');
    expect(await requests.operations(jane)).toContain('user.sign-in-failed');
    expect((await requests.operations(other)).filter((operation) => operation === 'user.sign-in')).toHaveLength(1);
  });

  it.each([
    ['somebody', () => jane.username],
    ['somebody, by their address', () => `${jane.username}@example.com`],
    ['nobody', () => 'nobody.of.this.name'],
  ])('after the name of %s was entered', async (_whose, name) => {
    const browser = requests.browser();
    const methods = await continued(browser, await requests.begin(browser, 'shop'), name());

    const refused = await requests.usePasskey(browser, methods, other.authenticator);

    expect([headingOf(refused), headingOf(methods)]).toEqual(['Choose how to sign in', 'Choose how to sign in']);
    expect(refused.text).toContain(REFUSED);
    expect(refused.text).toContain(name());
    expect((await browser.request('/account')).status).toBe(303);
  });

  it('and is the way to be somebody else, for who says so', async () => {
    const browser = requests.browser();
    await halfSignedIn(browser);
    const { answer: sent } = await browser.follow(await requests.begin(browser, 'bank'));
    const anew = await browser.request(`${formTo(sent, '/passkey').action.replace(/\/passkey$/, '')}?anew=yes`);

    const answered = await requests.usePasskey(browser, anew, other.authenticator);

    expect(toldBy(answered)).toHaveProperty('code');
  });
});

describe('a change of the account', () => {
  it('takes no sign-in of another account, and says so', async () => {
    const browser = requests.browser();
    const signedIn = await requests.usePasskey(browser, await requests.begin(browser, 'shop'), jane.authenticator);
    expect(toldBy(signedIn)).toHaveProperty('code');
    await requests.ageSessions(11);
    const account = await browser.request('/account');
    const { answer: page } = await browser.follow(await browser.post(formTo(account, '/account/passkeys')));

    const told = await requests.usePasskey(browser, page, other.authenticator);

    expect(headingOf(told)).toBe('Your account');
    expect(told.text).toContain('That was another account');
    const { answer: again } = await browser.follow(await browser.post(formTo(told, '/account/passkeys')));
    const done = await requests.usePasskey(browser, again, jane.authenticator);
    expect([headingOf(done), done.text.includes('That was another account')]).toEqual(['Your account', false]);
  });
});
