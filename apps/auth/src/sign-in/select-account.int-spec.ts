import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFormByAction, getHeading, type CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { SignInFixture, parseAuthorizationResponse, type TestUser } from './sign-in.fixture.js';

const SELECT = { prompt: 'select_account' };

let fixture: SignInFixture;
let jane: TestUser;
let joe: TestUser;
let browser: CookieBrowser;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  [jane, joe] = [await fixture.person('jane.doe.of.them'), await fixture.person('joe.bloggs.of.them')];
  browser = fixture.browser();
  await signInAs(jane, await fixture.begin(browser, 'shop'));
}, 60_000);

afterAll(() => fixture.stop());

async function signInAs(person: TestUser, page: Awaited<ReturnType<SignInFixture['begin']>>) {
  const offer = await fixture.signInByLink(browser, page, person);
  return (await browser.follow(await browser.submit(offer, 'Not now'))).answer;
}

const signIns = async (person: TestUser) => (await fixture.listLogTypes(person)).filter((type) => type === 'user.signed_in').length;

/** OpenID Connect Core section 3.1.2.1. */
describe('prompt=select_account', () => {
  it('shows the sign-in page despite an existing session', async () => {
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop'))).toHaveProperty('code');

    const pages = [await fixture.begin(browser, 'shop', SELECT), await fixture.begin(browser, 'shop', { prompt: 'login select_account' })];

    expect(pages.map(getHeading)).toEqual(['Sign in', 'Sign in']);
  });

  it('applies to the next sign-in only', async () => {
    const answer = await signInAs(joe, await fixture.begin(browser, 'shop', { prompt: 'login select_account' }));

    expect(parseAuthorizationResponse(answer)).toHaveProperty('code');
    expect([await signIns(jane), await signIns(joe)]).toEqual([1, 1]);
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none' }))).toHaveProperty('code');
  });

  it('asks for consent afterwards if prompt requires it', async () => {
    const answer = await signInAs(jane, await fixture.begin(browser, 'shop', { prompt: 'consent select_account' }));

    expect(getHeading(answer)).toBe('shop asks for access');
    expect(parseAuthorizationResponse((await browser.follow(await browser.submit(answer, 'Allow'))).answer)).toHaveProperty('code');
  });

  it('shows an error if the user denies what the application requests', async () => {
    const answer = await signInAs(jane, await fixture.begin(browser, 'shop', { prompt: 'consent select_account' }));

    expect(parseAuthorizationResponse((await browser.follow(await browser.submit(answer, 'Deny'))).answer)).toMatchObject({
      error: 'access_denied',
      error_description: 'the user did not allow what the application requests',
    });
  });

  it('keeps the existing session when the user cancels', async () => {
    const page = await fixture.begin(browser, 'shop', SELECT);

    expect(parseAuthorizationResponse((await browser.follow(await browser.submit(page, 'Cancel'))).answer)).toMatchObject({
      error: 'access_denied',
      error_description: 'the user ended the sign-in before it was complete',
    });
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none' }))).toHaveProperty('code');
  });

  it('rejects a combination with prompt=none', async () => {
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none select_account' }))).toMatchObject({
      error: 'invalid_request',
    });
  });

  it('offers the accounts of the browser, each with a fresh proof, until one is removed', async () => {
    const page = await fixture.begin(browser, 'shop', SELECT);
    const listed = ({ text }: typeof page) =>
      [...text.matchAll(/class="title"[^>]*>([^<]*)<\/button><\/form><p[^>]*>([^<]*)</g)].map(([, username, state]) => [username, state]);
    expect(listed(page)).toEqual([
      [jane.username, 'Signed in'],
      [joe.username, 'Signed out'],
    ]);

    expect(getHeading(await browser.press(page, joe.username))).toBe('Choose how to sign in');
    const others = await fixture.begin(browser, 'shop', SELECT);
    const removed = await browser.post({ ...findFormByAction(others, '/forget') }, { username: joe.username });
    expect(listed((await browser.follow(removed)).answer)).toEqual([[jane.username, 'Signed in']]);
    expect(listed(await fixture.begin(fixture.browser(), 'shop', SELECT))).toEqual([]);
  });
});
