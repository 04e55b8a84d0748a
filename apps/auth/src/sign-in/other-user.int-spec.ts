import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formTo } from '../../../../test/support/cookie-browser.js';
import { SignInRequests, toldBy, type Person } from './sign-in-requests.fixture.js';

let requests: SignInRequests;
let jane: Person;
/** Asks for somebody else. */
let claims: string;

beforeAll(async () => {
  requests = await SignInRequests.start();
  await requests.client('shop');
  jane = await requests.person('jane.doe.of.them');
  claims = JSON.stringify({ id_token: { sub: { value: (await requests.person('alice.of.them')).sub } } });
}, 60_000);

afterAll(() => requests.stop());

describe('a request that is about somebody else', () => {
  it('fails as soon as a link has shown who it is, and signs in nobody', async () => {
    const browser = requests.browser();

    const answer = await requests.comeByLink(browser, await requests.begin(browser, 'shop', { claims }), jane);

    expect(toldBy(answer)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect((await requests.operations(jane)).at(-1)).toBe('user.sign-in-failed');
    expect((await browser.request('/account')).status).toBe(303);
  });

  it('fails on another device too', async () => {
    const [browser, phone] = [requests.browser(), requests.browser()];
    const methods = await browser.press(await requests.begin(browser, 'shop', { claims }), 'Continue', { username: jane.username });
    const landing = await requests.askForLink(browser, methods, phone);

    const confirmation = await phone.press(landing, 'Sign in');
    const { location } = await phone.follow(await phone.post(formTo(confirmation, 'elsewhere=allow')));

    expect(Object.fromEntries(location!.searchParams)).toMatchObject({ error: 'login_required', state: 'a-state' });
    expect((await phone.request('/account')).status).toBe(303);
  });
});
