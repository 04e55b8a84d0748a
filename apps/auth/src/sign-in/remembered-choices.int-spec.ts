import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFormByAction, getHeading, type CookieBrowser } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import { SignInFixture, type TestUser } from './sign-in.fixture.js';

let fixture: SignInFixture;
let jane: TestUser;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  jane = await fixture.person('jane.remembered');
}, 60_000);

afterAll(() => fixture.stop());

/** The text of the filled button, and whether the other methods are folded. */
function readMethods({ text }: Answer): { filled: string; folded: boolean; says: boolean } {
  const [, filled = ''] = /<button type="submit" class="button primary">(.*?)<\/button>/s.exec(text) ?? [];
  return {
    filled: filled.replaceAll(/<[^>]*>/g, ''),
    folded: !text.includes('<details class="more" open'),
    says: text.includes('You used this last in this browser'),
  };
}

async function showMethods(browser: CookieBrowser): Promise<Answer> {
  return browser.press(await fixture.begin(browser, 'shop', { prompt: 'login' }), 'Continue', { username: jane.username });
}

describe('method that a browser used last', () => {
  it('is offered first, and a passkey folds the others', async () => {
    const browser = fixture.browser();
    expect(readMethods(await showMethods(browser))).toEqual({ filled: 'Sign in with a passkey', folded: false, says: false });

    const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), jane);
    const { authenticator } = await fixture.createPasskey(browser, offer);
    expect(readMethods(await showMethods(browser))).toEqual({ filled: 'Email me a link', folded: false, says: true });

    await fixture.usePasskey(browser, await showMethods(browser), authenticator);
    expect(readMethods(await showMethods(browser))).toEqual({ filled: 'Sign in with a passkey', folded: true, says: true });
    expect(readMethods(await showMethods(fixture.browser()))).toEqual({ filled: 'Sign in with a passkey', folded: false, says: false });
  });
});

describe('language that a person chose', () => {
  it('stays for this browser, and wins over what the application asks for', async () => {
    const browser = fixture.browser();
    const page = await fixture.begin(browser, 'shop', { ui_locales: 'de' });
    expect(getHeading(page)).toBe('Anmelden');

    const chosen = await browser.post(findFormByAction(page, '/language'), { language: 'fr' });

    expect(getHeading((await browser.follow(chosen)).answer)).toBe('Se connecter');
    expect(getHeading(await fixture.begin(browser, 'shop', { ui_locales: 'de' }))).toBe('Se connecter');
  });

  it.each([
    [{ language: 'xx', to: '/account' }],
    [{ language: 'fr', to: 'https://evil.example/' }],
    [{ language: 'fr', to: '//evil.example/' }],
    [{ language: 'fr', to: '/\\evil.example/' }],
    [{ language: 'fr', to: '/account\r\nX: y' }],
    [{ language: 'fr', to: '' }],
  ])('leads to a page of the domain only: %j', async (fields) => {
    const browser = fixture.browser();
    const page = await fixture.begin(browser, 'shop');

    const answer = await browser.post(findFormByAction(page, '/language'), fields);

    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 400, location: undefined });
  });
});
