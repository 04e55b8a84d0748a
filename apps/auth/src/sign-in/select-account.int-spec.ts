import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { headingOf, type CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { SignInRequests, toldBy, type Person } from './sign-in-requests.fixture.js';

const SELECT = { prompt: 'select_account' };

let requests: SignInRequests;
let jane: Person;
let joe: Person;
let browser: CookieBrowser;

beforeAll(async () => {
  requests = await SignInRequests.start();
  await requests.client('shop');
  [jane, joe] = [await requests.person('jane.doe.of.them'), await requests.person('joe.bloggs.of.them')];
  browser = requests.browser();
  await signInAs(jane, await requests.begin(browser, 'shop'));
}, 60_000);

afterAll(() => requests.stop());

async function signInAs(person: Person, page: Awaited<ReturnType<SignInRequests['begin']>>) {
  const offer = await requests.comeByLink(browser, page, person);
  return (await browser.follow(await browser.submit(offer, 'Not now'))).answer;
}

const signIns = async (person: Person) => (await requests.operations(person)).filter((operation) => operation === 'user.sign-in').length;

/** OpenID Connect Core section 3.1.2.1. */
describe('a request that lets people choose who they are', () => {
  it('shows the page to sign in, though somebody is signed in', async () => {
    expect(toldBy(await requests.begin(browser, 'shop'))).toHaveProperty('code');

    const pages = [
      await requests.begin(browser, 'shop', SELECT),
      await requests.begin(browser, 'shop', { prompt: 'login select_account' }),
    ];

    expect(pages.map(headingOf)).toEqual(['Sign in', 'Sign in']);
  });

  it('is answered for whoever signs in then, once', async () => {
    const answer = await signInAs(joe, await requests.begin(browser, 'shop', { prompt: 'login select_account' }));

    expect(toldBy(answer)).toHaveProperty('code');
    expect([await signIns(jane), await signIns(joe)]).toEqual([1, 1]);
    expect(toldBy(await requests.begin(browser, 'shop', { prompt: 'none' }))).toHaveProperty('code');
  });

  it('asks for consent afterwards, if that is wanted too', async () => {
    const answer = await signInAs(jane, await requests.begin(browser, 'shop', { prompt: 'consent select_account' }));

    expect(headingOf(answer)).toBe('shop asks for access');
    expect(toldBy((await browser.follow(await browser.submit(answer, 'Allow'))).answer)).toHaveProperty('code');
  });

  it('can be cancelled: who was signed in still is', async () => {
    const page = await requests.begin(browser, 'shop', SELECT);

    expect(toldBy((await browser.follow(await browser.submit(page, 'Cancel'))).answer)).toMatchObject({ error: 'access_denied' });
    expect(toldBy(await requests.begin(browser, 'shop', { prompt: 'none' }))).toHaveProperty('code');
  });

  it('is no silent one', async () => {
    expect(toldBy(await requests.begin(browser, 'shop', { prompt: 'none select_account' }))).toMatchObject({ error: 'invalid_request' });
  });
});
