import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findFormByAction, getHeading } from '../../../../../test/support/cookie-browser.js';
import { FederationHarness } from '../federation.fixture.js';

const MAX_SIGN_INS = 10;

let harness: FederationHarness;

beforeAll(async () => {
  harness = await FederationHarness.start({
    RATE_LIMIT: 'on',
    SIGN_INS_PER_ADDRESS: String(MAX_SIGN_INS),
    SIGN_INS_PER_DOMAIN: String(MAX_SIGN_INS),
  });
  await harness.addIdentityProvider('acme');
}, 60_000);

afterAll(() => harness.stop());

it('rejects sign-ins at an identity provider over the limit of an address with 429 and Retry-After', async () => {
  const browser = harness.newBrowser();
  const { answer: page } = await harness.startAuthorization(browser);
  const form = findFormByAction(page, '/provider/acme');

  const statuses: number[] = [];
  for (let n = 0; n < MAX_SIGN_INS; n += 1) statuses.push((await browser.post(form)).status);
  const rejected = await browser.post(form);

  expect(statuses).toEqual(Array.from({ length: MAX_SIGN_INS }, () => 303));
  expect([rejected.status, getHeading(rejected), Number(rejected.headers['retry-after']) > 500]).toEqual([429, 'Too many requests', true]);
  expect(await harness.rows.count('federation_request')).toBe(MAX_SIGN_INS);
  expect(await harness.listUserEvents()).toEqual([]);
});
