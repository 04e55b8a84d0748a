import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SignInFixture } from '../../sign-in.fixture.js';

let fixture: SignInFixture;

beforeAll(async () => {
  fixture = await SignInFixture.start({ RATE_LIMIT: 'on', MAGIC_LINKS_PER_USER: '4' });
  await fixture.createClient('shop');
});

afterAll(() => fixture.stop());

async function messages(): Promise<number> {
  return ((await fixture.stack.caller.get('/dev/outbox')).json as unknown[]).length;
}

it('keeps the quota of a known browser when strangers request magic links', async () => {
  const user = await fixture.person('jane.doe.known');
  const jane = fixture.browser();
  const offer = await fixture.signInByLink(jane, await fixture.begin(jane, 'shop'), user);
  await jane.submit(offer, 'Not now');
  const stranger = fixture.browser();
  const page = await stranger.press(await fixture.begin(stranger, 'shop'), 'Continue', { username: user.username });

  // One of the address's three requests has already used this user's allowance.
  let inbox = await stranger.press(page, 'Email me a link');
  for (let n = 0; n < 2; n += 1) inbox = await stranger.press(inbox, 'Send another link');
  expect(inbox.text).toContain('No other link was sent');
  expect(await messages()).toBe(3);

  const again = await jane.press(await fixture.begin(jane, 'shop', { prompt: 'login' }), 'Continue', { username: user.username });
  await jane.submit(again, 'Email me a link');
  expect(await messages()).toBe(4);
});
