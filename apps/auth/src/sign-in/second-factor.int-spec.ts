import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getHeading } from '../../../../test/support/cookie-browser.js';
import { parseAuthorizationResponse, SignInFixture, type TestUser } from './sign-in.fixture.js';

let fixture: SignInFixture;
let plain: TestUser;
let owner: Awaited<ReturnType<SignInFixture['createUserWithPasskey']>>;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
  plain = await fixture.person('plain.without.any');
  owner = await fixture.createUserWithPasskey('owner.of.passkey');
}, 60_000);

afterAll(() => fixture.stop());

const choose = (secondFactor: 'Always' | 'AsClientsAsk') =>
  fixture.stack.caller.put(`/v1/domain/${fixture.domain}/sign-in`, { secondFactor });

describe('second factor of a user who has set one up', () => {
  it('is asked for by no domain until its operator wants it', async () => {
    const browser = fixture.browser();
    const answer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), owner);

    expect(parseAuthorizationResponse(answer)).toHaveProperty('code');
  });

  it('is asked for after a link, and completes the sign-in', async () => {
    await choose('Always');
    const browser = fixture.browser();
    const step = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), owner);
    expect(getHeading(step)).toBe('One more step');
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none' }))).toMatchObject({ error: 'login_required' });

    const answer = await fixture.usePasskey(browser, step, owner.authenticator);

    expect(parseAuthorizationResponse(answer)).toHaveProperty('code');
    expect(parseAuthorizationResponse(await fixture.begin(browser, 'shop', { prompt: 'none' }))).toHaveProperty('code');
  });

  it('is asked of a user whom a link has signed in before', async () => {
    await choose('AsClientsAsk');
    const browser = fixture.browser();
    await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), owner);
    await choose('Always');

    expect(getHeading(await fixture.begin(browser, 'shop'))).toBe('One more step');
  });

  it('does not keep out users who have none', async () => {
    await choose('Always');
    const browser = fixture.browser();
    const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop'), plain);

    const { answer } = await browser.follow(await browser.submit(offer, 'Not now'));

    expect(parseAuthorizationResponse(answer)).toHaveProperty('code');
  });
});
