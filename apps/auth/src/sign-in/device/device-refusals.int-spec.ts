import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser, getHeading } from '../../../../../test/support/cookie-browser.js';
import { DeviceFixture } from './device.fixture.js';

let fixture: DeviceFixture;
let people = 0;

beforeAll(async () => {
  fixture = await DeviceFixture.start();
});

afterAll(() => fixture.stop());

function person() {
  people += 1;
  return fixture.signIns.person(`device.refused.${people}`);
}

const errorOf = async (answer: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await answer;
  return [status, (json as { error?: string }).error];
};

describe('a device', () => {
  it('is told to slow down if it polls too fast', async () => {
    const { device_code: code } = await fixture.begin();

    expect(await errorOf(fixture.poll(code))).toEqual([400, 'authorization_pending']);
    expect(await errorOf(fixture.poll(code))).toEqual([400, 'slow_down']);
    const many = await Promise.all(Array.from({ length: 5 }, () => errorOf(fixture.poll(code))));
    expect(many).toEqual(many.map(() => [400, 'slow_down']));
    await fixture.forgetPolls();
    const concurrent = await Promise.all(Array.from({ length: 5 }, () => errorOf(fixture.poll(code))));
    expect(concurrent.filter(([, error]) => error === 'authorization_pending')).toHaveLength(1);
  });

  it('gets tokens once', async () => {
    const device = await fixture.begin();
    await fixture.allow(fixture.signIns.browser(), device.user_code, await person());

    const first = await fixture.poll(device.device_code);
    expect(first.status).toBe(200);
    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'invalid_grant']);
    // As with authorization codes, the second use ends what the first one got.
    const { access_token: token } = first.json as Record<string, string>;
    const userinfo = await fixture.signIns.stack.auth.send(fixture.domain, '/connect/userinfo', {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(userinfo.status).toBe(401);
  });

  it('gets tokens at most once from concurrent polls', async () => {
    const device = await fixture.begin();
    await fixture.allow(fixture.signIns.browser(), device.user_code, await person());

    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.poll(device.device_code)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('gets expired_token after the expiry, and its user no page', async () => {
    const device = await fixture.begin();
    await fixture.expireCodes();

    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'expired_token']);
    const page = await fixture.enter(fixture.signIns.browser(), device.user_code);
    expect(page.text).toContain('This code is not correct, or has expired.');
  });

  it('gets access_denied once its user has denied it', async () => {
    const device = await fixture.begin();
    const browser = fixture.signIns.browser();

    expect(getHeading(await browser.press(await fixture.enter(browser, device.user_code), 'Deny'))).toBe('The device was refused');
    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'access_denied']);
    const again = await fixture.enter(browser, device.user_code);
    expect(again.text).toContain('This code is not correct, or has expired.');
    const { json } = await fixture.signIns.stack.caller.get(`/v1/domain/${fixture.domain}/log?type=device.denied`);
    expect(json).toMatchObject([{ type: 'device.denied', client: 'tv' }]);
  });

  it('gets access_denied if its user cancels the sign-in', async () => {
    const device = await fixture.begin();
    const browser = fixture.signIns.browser();
    const signIn = await browser.press(await fixture.enter(browser, device.user_code), 'Allow');

    expect(getHeading(await browser.press(signIn, 'Cancel'))).toBe('The device was refused');
    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'access_denied']);
  });

  it('gets nothing for the code of another client', async () => {
    await fixture.createClient('other-tv');
    const device = await fixture.begin();
    await fixture.allow(fixture.signIns.browser(), device.user_code, await person());

    expect(await errorOf(fixture.poll(device.device_code, { client_id: 'other-tv' }))).toEqual([400, 'invalid_grant']);
    expect((await fixture.poll(device.device_code)).status).toBe(200);
  });

  it('gets nothing for an unknown code, or for the code that users enter', async () => {
    const device = await fixture.begin();

    expect(await errorOf(fixture.poll('unknown'))).toEqual([400, 'invalid_grant']);
    expect(await errorOf(fixture.poll(device.user_code.replace('-', '')))).toEqual([400, 'invalid_grant']);
  });
});

describe('a client', () => {
  it('gets unauthorized_client without the grant', async () => {
    expect(await errorOf(fixture.request({ client_id: 'shop' }))).toEqual([400, 'unauthorized_client']);
    expect(await errorOf(fixture.poll('anything', { client_id: 'shop' }))).toEqual([400, 'unauthorized_client']);
  });

  it('gets nothing once an operator has removed the grant', async () => {
    await fixture.createClient('former-tv');
    const [allowed, waiting] = [await fixture.begin({ client_id: 'former-tv' }), await fixture.begin({ client_id: 'former-tv' })];
    await fixture.allow(fixture.signIns.browser(), allowed.user_code, await person());
    await fixture.setDeviceGrant('former-tv', false);

    expect(await errorOf(fixture.poll(allowed.device_code, { client_id: 'former-tv' }))).toEqual([400, 'unauthorized_client']);
    const page = await fixture.enter(fixture.signIns.browser(), waiting.user_code);
    expect(page.text).toContain('This code is not correct, or has expired.');
  });

  it('takes its codes along when it is deleted', async () => {
    await fixture.createClient('deleted-tv');
    const device = await fixture.begin({ client_id: 'deleted-tv' });
    const browser = fixture.signIns.browser();
    const confirmation = await fixture.enter(browser, device.user_code);
    await fixture.signIns.stack.caller.delete(`/v1/domain/${fixture.domain}/client/deleted-tv`);

    expect(getHeading(await browser.press(confirmation, 'Allow'))).toBe('This code no longer works');
    expect(await errorOf(fixture.poll(device.device_code, { client_id: 'deleted-tv' }))).toEqual([401, 'invalid_client']);
    await fixture.createClient('deleted-tv');
    expect(await errorOf(fixture.poll(device.device_code, { client_id: 'deleted-tv' }))).toEqual([400, 'invalid_grant']);
  });

  it('gets no code for scopes that it does not have', async () => {
    expect(await errorOf(fixture.request({ scope: 'payments' }))).toEqual([400, 'invalid_scope']);
  });

  it('gets nothing for a user who was deactivated meanwhile', async () => {
    const [device, user] = [await fixture.begin(), await person()];
    await fixture.allow(fixture.signIns.browser(), device.user_code, user);
    await fixture.signIns.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${user.sub}`, { active: false });

    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'invalid_grant']);
  });
});

describe('the page', () => {
  it('lets one of two browsers with the same code decide', async () => {
    const device = await fixture.begin();
    const [first, second] = [fixture.signIns.browser(), fixture.signIns.browser()];
    const [one, other] = [await person(), await person()];
    const [signInOfFirst, signInOfSecond] = [
      await first.press(await fixture.enter(first, device.user_code), 'Allow'),
      await second.press(await fixture.enter(second, device.user_code), 'Allow'),
    ];

    expect(getHeading(await fixture.signIn(second, signInOfSecond, other))).toBe('Your device is connected');
    expect(getHeading(await fixture.signIn(first, signInOfFirst, one))).toBe('This code no longer works');
    const { id_token: idToken } = (await fixture.poll(device.device_code)).json as Record<string, string>;
    expect(JSON.parse(Buffer.from(idToken!.split('.')[1]!, 'base64url').toString())).toMatchObject({ sub: other.sub });
  });

  it('lets one of two signed-in browsers decide that press Allow at the same moment', async () => {
    const [first, second] = [fixture.signIns.browser(), fixture.signIns.browser()];
    for (const browser of [first, second]) await fixture.allow(browser, (await fixture.begin()).user_code, await person());
    const device = await fixture.begin();
    const confirmations = [await fixture.enter(first, device.user_code), await fixture.enter(second, device.user_code)] as const;

    const ends = await Promise.all([first.press(confirmations[0], 'Allow'), second.press(confirmations[1], 'Allow')]);
    expect(ends.map(getHeading).toSorted()).toEqual(['This code no longer works', 'Your device is connected']);
    expect((await fixture.poll(device.device_code)).status).toBe(200);
  });

  it('takes no form of another browser, or for another code', async () => {
    const [device, victim] = [await fixture.begin(), await fixture.begin()];
    const [browser, other] = [fixture.signIns.browser(), fixture.signIns.browser()];
    const confirmation = await fixture.enter(browser, device.user_code);
    await other.request('/device');

    for (const button of ['Allow', 'Deny']) {
      expect((await other.submit(confirmation, button)).status).toBe(403);
      expect((await browser.submit(confirmation, button, { user_code: victim.user_code })).status).toBe(403);
    }
    expect(await errorOf(fixture.poll(device.device_code))).toEqual([400, 'authorization_pending']);
    expect(await errorOf(fixture.poll(victim.device_code))).toEqual([400, 'authorization_pending']);
  });

  it('takes no form of another site', async () => {
    const { user_code: userCode } = await fixture.begin();
    const browser = fixture.signIns.browser();
    await browser.request('/device');

    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const body = new URLSearchParams({ user_code: userCode, confirm: 'yes', xsrf: '' }).toString();
    for (const path of ['/device', '/device/allow', '/device/deny'])
      expect((await browser.request(path, { method: 'POST', headers, body })).status).toBe(403);
  });

  it('finds no code of another domain', async () => {
    const { user_code: userCode, device_code: deviceCode } = await fixture.begin();
    const stranger = await fixture.signIns.stack.caller.registerDomain();

    const page = await fixture.enter(new CookieBrowser(fixture.signIns.stack.auth, stranger), userCode);
    expect(page.text).toContain('This code is not correct, or has expired.');
    expect(await errorOf(fixture.poll(deviceCode))).toEqual([400, 'authorization_pending']);
  });

  it('locks a domain after a thousand wrong codes', async () => {
    const { user_code: userCode } = await fixture.begin();
    await fixture.sql('DELETE FROM rate_limit');
    await fixture.enter(fixture.signIns.browser(), 'BCDF-GHJK');
    await fixture.sql(`UPDATE rate_limit SET points = 1000 WHERE key LIKE '%device-code-domain%'`);

    expect((await fixture.enter(fixture.signIns.browser(), userCode)).text).toContain('Too many attempts.');
    await fixture.sql('DELETE FROM rate_limit');
  });

  it('locks an address after ten wrong codes, even for the right one', async () => {
    const browser = fixture.signIns.browser();
    const domain = await fixture.signIns.stack.caller.registerDomain();
    const { user_code: userCode } = await fixture.begin();
    await fixture.sql('DELETE FROM rate_limit');
    for (let tries = 0; tries < 10; tries += 1) await fixture.enter(browser, 'BCDF-GHJK');

    expect((await fixture.enter(browser, 'BCDF-GHJK')).text).toContain('Too many attempts.');
    expect((await fixture.enter(fixture.signIns.browser(), userCode)).text).toContain('Too many attempts.');
    const elsewhere = await fixture.enter(new CookieBrowser(fixture.signIns.stack.auth, domain), 'BCDF-GHJK');
    expect(elsewhere.text).not.toContain('Too many attempts.');
  });
});
