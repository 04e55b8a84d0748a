import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { getForm, getHeading } from '../../../../../test/support/cookie-browser.js';
import { findTablesContaining } from '../../../../../test/support/leftovers.js';
import { DeviceFixture } from './device.fixture.js';

let fixture: DeviceFixture;

beforeAll(async () => {
  fixture = await DeviceFixture.start();
});

afterAll(() => fixture.stop());

it('gives a device a code of eight consonants, and its user an address', async () => {
  const device = await fixture.begin();

  const page = `https://${fixture.domain}/device`;
  expect(device).toEqual({
    device_code: expect.stringMatching(/^[\w-]{43}$/),
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${device.user_code}`,
    expires_in: 600,
    interval: 5,
  });
});

it('signs a user in on a device', async () => {
  const user = await fixture.signIns.person('device.user.one');
  const device = await fixture.begin({ scope: 'openid orders offline_access' });
  const browser = fixture.signIns.browser();
  expect((await fixture.poll(device.device_code)).json).toMatchObject({ error: 'authorization_pending' });

  const confirmation = await fixture.enter(browser, device.user_code);
  expect(getHeading(confirmation)).toBe('Let tv sign in?');
  expect(confirmation.text).toContain(`<code>${device.user_code}</code>`);
  expect(confirmation.text).toContain('Nobody from support will ever ask you');
  expect(confirmation.text).toContain('use “orders”');

  const end = await fixture.signIn(browser, await browser.press(confirmation, 'Allow'), user);
  expect(getHeading(end)).toBe('Your device is connected');
  const tokens = await fixture.poll(device.device_code);
  expect(tokens.json).toMatchObject({ token_type: 'Bearer', scope: 'openid orders offline_access', refresh_token: expect.any(String) });
  const { access_token: accessToken, id_token: idToken } = tokens.json as Record<string, string>;
  expect(decodeJwt(accessToken!)).toMatchObject({ sub: user.sub, client_id: 'tv', scope: 'openid orders offline_access' });
  expect(decodeJwt(idToken!)).toMatchObject({ sub: user.sub, aud: 'tv' });
  const refreshed = await fixture.postForm('/connect/token', {
    grant_type: 'refresh_token',
    refresh_token: (tokens.json as Record<string, string>)['refresh_token']!,
    client_id: 'tv',
  });
  expect(refreshed.status).toBe(200);
  expect(await fixture.signIns.listLogTypes(user)).toEqual(expect.arrayContaining(['user.signed_in', 'device.allowed']));
});

it.each([
  ['all scopes of its client if it names none', '', 'openid profile offline_access orders'],
  ['the scopes that its client may have', 'openid orders payments', 'openid orders'],
])('gives a device %s (RFC 6749 section 3.3)', async (_what, scope, granted) => {
  const device = await fixture.begin({ scope, nonce: 'a-nonce' });

  await fixture.allow(fixture.signIns.browser(), device.user_code, await fixture.signIns.person(`device.scope.${granted.length}`));

  expect((await fixture.poll(device.device_code)).json).toMatchObject({ scope: granted, id_token: expect.any(String) });
});

it('lets a signed-in user allow a device without another sign-in', async () => {
  const user = await fixture.signIns.person('device.user.two');
  const browser = fixture.signIns.browser();
  await fixture.allow(browser, (await fixture.begin()).user_code, user);
  const device = await fixture.begin({ scope: 'openid profile' });

  const confirmation = await fixture.enter(browser, device.user_code);
  expect(confirmation.text).toContain('You are signed in as');
  expect(getHeading(await browser.press(confirmation, 'Allow'))).toBe('Your device is connected');
  const tokens = await fixture.poll(device.device_code);
  expect(tokens.json).toMatchObject({ scope: 'openid profile' });
  expect(tokens.json).not.toHaveProperty('refresh_token');
});

it('asks for a new sign-in if the device requests max_age=0', async () => {
  const user = await fixture.signIns.person('device.user.three');
  const browser = fixture.signIns.browser();
  await fixture.allow(browser, (await fixture.begin()).user_code, user);
  const device = await fixture.begin({ max_age: '0' });

  const page = await browser.press(await fixture.enter(browser, device.user_code), 'Allow');
  expect(getHeading(page)).toBe('Sign in');
  expect(getHeading(await fixture.signIn(browser, page, user))).toBe('Your device is connected');
  expect((await fixture.poll(device.device_code)).status).toBe(200);
});

it.each([
  ['in lower case', (code: string) => code.toLowerCase()],
  ['without its dash', (code: string) => code.replace('-', '')],
  ['with spaces and another dash', (code: string) => ` ${code.replace('-', ' – ').split('').join(' ')} `],
])('takes a code %s', async (_how, write) => {
  const { user_code: userCode } = await fixture.begin();

  expect(getHeading(await fixture.enter(fixture.signIns.browser(), write(userCode)))).toBe('Let tv sign in?');
});

it('fills the code of a link in, and still asks', async () => {
  const device = await fixture.begin();
  const browser = fixture.signIns.browser();

  const page = await browser.request(device.verification_uri_complete);
  expect(getForm(page, 'Continue').fields).toMatchObject({ user_code: device.user_code });
  expect(getHeading(await browser.press(page, 'Continue'))).toBe('Let tv sign in?');
  expect((await fixture.poll(device.device_code)).json).toMatchObject({ error: 'authorization_pending' });
});

it('asks for the code again in a browser that opens the link of the sign-in instead', async () => {
  const user = await fixture.signIns.person('device.user.five');
  const device = await fixture.begin();
  const [browser, mailBrowser] = [fixture.signIns.browser(), fixture.signIns.browser()];
  const signIn = await browser.press(await fixture.enter(browser, device.user_code), 'Allow');
  const methods = await browser.press(signIn, 'Continue', { username: user.username });
  const landing = await fixture.signIns.requestLink(browser, methods, mailBrowser);

  const confirmation = await mailBrowser.press(landing, 'Sign in');
  const page = await mailBrowser.press(confirmation, 'Yes, sign me in');
  expect(getHeading(page)).toBe('Connect a device');
  const confirmed = await mailBrowser.press(page, 'Continue', { user_code: device.user_code });
  expect(getHeading(await mailBrowser.press(confirmed, 'Allow'))).toBe('Your device is connected');
  expect((await fixture.poll(device.device_code)).status).toBe(200);
});

it('binds a token to a resource of the request', async () => {
  await fixture.createClient('two-apis', { audiences: ['https://a.example.com', 'https://b.example.com'] });
  const user = await fixture.signIns.person('device.user.four');
  const parameters = { client_id: 'two-apis', scope: 'openid orders' };
  const refused = await fixture.request({ ...parameters, resource: 'https://c.example.com' });
  expect(refused.json).toMatchObject({ error: 'invalid_target' });
  const device = await fixture.begin({ ...parameters, resource: 'https://b.example.com' });
  await fixture.allow(fixture.signIns.browser(), device.user_code, user);

  const tokens = await fixture.poll(device.device_code, { client_id: 'two-apis' });
  const { access_token: accessToken } = tokens.json as Record<string, string>;
  expect(decodeJwt(accessToken!)).toMatchObject({ aud: 'https://b.example.com', scope: 'openid orders' });
});

it('stores no code that a reader of the database could use', async () => {
  const device = await fixture.begin();
  const browser = fixture.signIns.browser();
  const letters = device.user_code.replace('-', '');
  await browser.press(await fixture.enter(browser, device.user_code), 'Allow');

  for (const secret of [device.device_code, device.user_code, letters])
    expect(await findTablesContaining(fixture.signIns.stack.database.url, secret)).toEqual([]);
});
