import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFormByAction, getHeading, type CookieBrowser } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import type { SoftwareAuthenticator } from '../../../../../../test/support/software-authenticator.js';
import { SignInFixture, parseAuthorizationResponse, type TestUser } from '../../sign-in.fixture.js';

const REFUSED = 'This passkey belongs to another account.';

let fixture: SignInFixture;
let jane: TestUser & { authenticator: SoftwareAuthenticator };
let other: TestUser & { authenticator: SoftwareAuthenticator };

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  await fixture.createClient('bank', { policies: ['mfa'] });
  [jane, other] = [await fixture.createUserWithPasskey('jane.doe.of.them'), await fixture.createUserWithPasskey('other.of.them')];
}, 60_000);

afterAll(() => fixture.stop());

/** Signs in without the passkey. @returns the page of an application that requires a second factor */
async function beginSecondStep(browser: CookieBrowser): Promise<Answer> {
  return fixture.signInByLink(browser, await fixture.begin(browser, 'bank'), jane);
}

const submitUsername = (browser: CookieBrowser, page: Answer, username: string) => browser.press(page, 'Continue', { username });

/** Rejected passkeys, and sign-ins that began with a link by mail. */
function countSignIns(): Promise<number[]> {
  const series = ['method="passkey",outcome="failed"', 'method="email-link",outcome="succeeded"'];
  return Promise.all(series.map((labels) => fixture.stack.auth.readMetric(`latchkey_sign_ins_total{${labels}}`)));
}

describe('passkeys of another account', () => {
  it("shows a specific error for another account's passkey in the second step", async () => {
    const [failed, succeeded] = await countSignIns();
    const browser = fixture.browser();
    const page = await beginSecondStep(browser);

    const refused = await fixture.usePasskey(browser, page, other.authenticator);
    const answered = await fixture.usePasskey(browser, refused, jane.authenticator);

    expect([getHeading(page), getHeading(refused)]).toEqual(['One more step', 'One more step']);
    expect(refused.text).toContain(REFUSED);
    expect(parseAuthorizationResponse(answered)).toHaveProperty('code');
    expect(await fixture.listLogTypes(jane)).toContain('user.sign_in_failed');
    expect((await fixture.listLogTypes(other)).filter((type) => type === 'user.signed_in')).toHaveLength(1);
    // A sign-in counts once, by its first factor.
    expect(await countSignIns()).toEqual([failed! + 1, succeeded! + 1]);
  });

  it.each([
    ['a username', () => jane.username],
    ['an email address', () => `${jane.username}@example.com`],
    ['an unknown username', () => 'nobody.of.this.name'],
  ])("shows a specific error for another account's passkey after the user entered %s", async (_whose, name) => {
    const browser = fixture.browser();
    const methods = await submitUsername(browser, await fixture.begin(browser, 'shop'), name());

    const refused = await fixture.usePasskey(browser, methods, other.authenticator);

    expect([getHeading(refused), getHeading(methods)]).toEqual(['Choose how to sign in', 'Choose how to sign in']);
    expect(refused.text).toContain(REFUSED);
    expect(refused.text).toContain(name());
    expect((await browser.request('/account')).status).toBe(303);
  });

  it('switches the account after the user chooses to', async () => {
    const browser = fixture.browser();
    await beginSecondStep(browser);
    const { answer: sent } = await browser.follow(await fixture.begin(browser, 'bank'));
    const signInPage = await browser.request(`${findFormByAction(sent, '/passkey').action.replace(/\/passkey$/, '')}?anew=yes`);

    const answered = await fixture.usePasskey(browser, signInPage, other.authenticator);

    expect(parseAuthorizationResponse(answered)).toHaveProperty('code');
  });
});

describe('account changes by passkey', () => {
  it("rejects a confirmation by another account's passkey, and shows an error", async () => {
    const browser = fixture.browser();
    const signedIn = await fixture.usePasskey(browser, await fixture.begin(browser, 'shop'), jane.authenticator);
    expect(parseAuthorizationResponse(signedIn)).toHaveProperty('code');
    await fixture.ageSessions(11);
    const account = await browser.request('/account');
    const { answer: page } = await browser.follow(await browser.post(findFormByAction(account, '/account/passkeys')));

    const refused = await fixture.usePasskey(browser, page, other.authenticator);

    expect(getHeading(refused)).toBe('Jane');
    expect(refused.text).toContain('That was another account');
    const { answer: again } = await browser.follow(await browser.post(findFormByAction(refused, '/account/passkeys')));
    const done = await fixture.usePasskey(browser, again, jane.authenticator);
    expect([getHeading(done), done.text.includes('That was another account')]).toEqual(['Jane', false]);
  });
});
