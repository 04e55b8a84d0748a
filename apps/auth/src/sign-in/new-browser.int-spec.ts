import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { SignInFixture, type TestUser } from './sign-in.fixture.js';

interface OutboxMessage {
  to: string;
  subject: string;
  text: string;
  link: string;
}

let fixture: SignInFixture;

beforeAll(async () => {
  fixture = await SignInFixture.start();
  await fixture.createClient('shop');
});

afterAll(() => fixture.stop());

async function signIn(browser: CookieBrowser, user: TestUser): Promise<void> {
  const offer = await fixture.signInByLink(browser, await fixture.begin(browser, 'shop', { prompt: 'login' }), user);
  await browser.submit(offer, 'Not now');
}

/** The notices to a user, newest first. */
async function listNotices({ username }: TestUser): Promise<OutboxMessage[]> {
  const { json } = await fixture.stack.caller.get('/dev/outbox');
  return (json as OutboxMessage[]).filter(
    ({ to, link }) => to === `${username}@example.com` && link === `https://${fixture.domain}/account`,
  );
}

describe('a sign-in', () => {
  it('from an unknown browser is reported to the user, but neither the first one nor one from a known browser', async () => {
    const user = await fixture.person('jane.doe.browser');
    const [own, other] = [fixture.browser(), fixture.browser()];
    await signIn(own, user);
    await signIn(own, user);
    expect(await listNotices(user)).toEqual([]);

    await signIn(other, user);
    await signIn(other, user);
    await signIn(own, user);

    const notices = await listNotices(user);
    expect(notices.map(({ subject }) => subject)).toEqual(['A new browser signed in to your account']);
    expect(notices[0]!.text).toMatch(/IP address: (127\.0\.0\.1|::1)/);
    expect(notices[0]!.text).toContain('Was this not you?');
  });

  it('by a link of an operator is reported like others', async () => {
    const user = await fixture.person('jane.doe.operator');
    await signIn(fixture.browser(), user);
    const { json } = await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/user/${user.sub}/magiclink`, {
      redirectUri: 'https://app.example.com/callback',
    });
    const browser = fixture.browser();
    await browser.submit(await browser.request((json as { uri: string }).uri), 'Sign in');

    expect((await listNotices(user)).map(({ subject }) => subject)).toEqual(['A new browser signed in to your account']);
  });
});
