import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SignInRequests } from './sign-in-requests.fixture.js';

let requests: SignInRequests;

beforeAll(async () => {
  requests = await SignInRequests.start({ RATE_LIMIT: 'on' });
  await requests.client('shop');
});

afterAll(() => requests.stop());

async function messages(): Promise<number> {
  return ((await requests.stack.caller.get('/dev/outbox')).json as unknown[]).length;
}

it('links that strangers ask for leave a browser in which the user has signed in its own', async () => {
  const user = await requests.person('jane.doe.known');
  const jane = requests.browser();
  const offer = await requests.comeByLink(jane, await requests.begin(jane, 'shop'), user);
  await jane.submit(offer, 'Not now');
  const stranger = requests.browser();
  const page = await stranger.press(await requests.begin(stranger, 'shop'), 'Continue', { username: user.username });

  // One has come to the user in that address's share of three.
  for (let n = 0; n < 4; n += 1) await stranger.submit(page, 'Email me a link');
  expect(await messages()).toBe(3);

  const again = await jane.press(await requests.begin(jane, 'shop', { prompt: 'login' }), 'Continue', { username: user.username });
  await jane.submit(again, 'Email me a link');
  expect(await messages()).toBe(4);
});
