import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { formTo, headingOf } from '../../../../test/support/cookie-browser.js';
import { FederationWorld } from './federation.fixture.js';

const LIMIT = 10;

let world: FederationWorld;

beforeAll(async () => {
  world = await FederationWorld.start({ RATE_LIMIT: 'on', SIGN_INS_PER_ADDRESS: String(LIMIT), SIGN_INS_PER_DOMAIN: String(LIMIT) });
  await world.provider('acme');
}, 60_000);

afterAll(() => world.stop());

it('answers further departures to a provider from one address with 429 and Retry-After', async () => {
  const browser = world.browser();
  const { answer: page } = await world.begin(browser);
  const form = formTo(page, '/provider/acme');

  const departures: number[] = [];
  for (let n = 0; n < LIMIT; n += 1) departures.push((await browser.post(form)).status);
  const refused = await browser.post(form);

  expect(departures).toEqual(Array.from({ length: LIMIT }, () => 303));
  expect([refused.status, headingOf(refused), Number(refused.headers['retry-after']) > 500]).toEqual([429, 'That was too often', true]);
  expect(await world.rows.count('federation_request')).toBe(LIMIT);
  expect(await world.log()).toEqual([]);
});
