import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFormByAction } from '../../../../test/support/cookie-browser.js';
import { SignInFixture, parseAuthorizationResponse, type TestUser } from './sign-in.fixture.js';

let fixture: SignInFixture;
let jane: TestUser;
/** Requests a sign-in of another user. */
let claims: string;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  jane = await fixture.person('jane.doe.of.them');
  claims = JSON.stringify({ id_token: { sub: { value: (await fixture.person('alice.of.them')).sub } } });
}, 60_000);

afterAll(() => fixture.stop());

describe('requests for another user', () => {
  it('fail as soon as a magic link has identified the user, and create no session', async () => {
    const browser = fixture.browser();

    const answer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop', { claims }), jane);

    expect(parseAuthorizationResponse(answer)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect((await fixture.listLogTypes(jane)).at(-1)).toBe('user.sign_in_failed');
    expect((await browser.request('/account')).status).toBe(303);
  });

  it('fail on another device too', async () => {
    const [browser, phone] = [fixture.browser(), fixture.browser()];
    const methods = await browser.press(await fixture.begin(browser, 'shop', { claims }), 'Continue', { username: jane.username });
    const landing = await fixture.requestLink(browser, methods, phone);

    const confirmation = await phone.press(landing, 'Sign in');
    const { location } = await phone.follow(await phone.post(findFormByAction(confirmation, 'elsewhere=allow')));

    expect(Object.fromEntries(location!.searchParams)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect((await phone.request('/account')).status).toBe(303);
  });
});
