import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SignInHarness } from '../../sign-in-harness.fixture.js';

let harness: SignInHarness;

beforeAll(async () => {
  harness = await SignInHarness.start({ RATE_LIMIT: 'on', MAGIC_LINKS_PER_USER: '4' });
  await harness.createClient('shop');
});

afterAll(() => harness.stop());

async function messages(): Promise<number> {
  return ((await harness.stack.caller.get('/dev/outbox')).json as unknown[]).length;
}

it('keeps the quota of a known browser when strangers request magic links', async () => {
  const user = await harness.person('jane.doe.known');
  const jane = harness.browser();
  const offer = await harness.signInByLink(jane, await harness.begin(jane, 'shop'), user);
  await jane.submit(offer, 'Not now');
  const stranger = harness.browser();
  const page = await stranger.press(await harness.begin(stranger, 'shop'), 'Continue', { username: user.username });

  // One of the address's three requests has already used this user's allowance.
  let inbox = await stranger.press(page, 'Email me a link');
  for (let n = 0; n < 2; n += 1) inbox = await stranger.press(inbox, 'Send another link');
  expect(inbox.text).toContain('No other link was sent');
  expect(await messages()).toBe(3);

  const again = await jane.press(await harness.begin(jane, 'shop', { prompt: 'login' }), 'Continue', { username: user.username });
  await jane.submit(again, 'Email me a link');
  expect(await messages()).toBe(4);
});
