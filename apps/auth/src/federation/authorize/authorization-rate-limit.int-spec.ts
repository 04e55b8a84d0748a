import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findFormByAction, getHeading } from '../../../../../test/support/cookie-browser.js';
import { FederationFixture } from '../federation.fixture.js';

const MAX_SIGN_INS = 10;

let fixture: FederationFixture;

beforeAll(async () => {
  fixture = await FederationFixture.start({
    RATE_LIMIT: 'on',
    SIGN_INS_PER_ADDRESS: String(MAX_SIGN_INS),
    SIGN_INS_PER_DOMAIN: String(MAX_SIGN_INS),
  });
  await fixture.addIdentityProvider('acme');
}, 60_000);

afterAll(() => fixture.stop());

it('rejects sign-ins at an identity provider over the limit of an address with 429 and Retry-After', async () => {
  const browser = fixture.newBrowser();
  const { answer: page } = await fixture.startAuthorization(browser);
  const form = findFormByAction(page, '/provider/acme');

  const statuses: number[] = [];
  for (let n = 0; n < MAX_SIGN_INS; n += 1) statuses.push((await browser.post(form)).status);
  const rejected = await browser.post(form);

  expect(statuses).toEqual(Array.from({ length: MAX_SIGN_INS }, () => 303));
  expect([rejected.status, getHeading(rejected), Number(rejected.headers['retry-after']) > 500]).toEqual([429, 'Too many requests', true]);
  expect(await fixture.rows.count('federation_request')).toBe(MAX_SIGN_INS);
  expect(await fixture.listUserEvents()).toEqual([]);
});
