import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as oidc from 'openid-client';
import type { Browser } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, enterUsername, field, heading, openLink } from '../support/browser/sign-in-steps.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { sql } from '../support/sql.js';

let stack: SignInStack;
let browser: Browser;
let world: SignInDomainFixture;
let secret: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([SignInStack.start(), openBrowser()]);
  world = await SignInDomainFixture.create(stack);
  secret = (await world.client('tv', {}))!;
  await sql(
    stack.database.url,
    `UPDATE client SET further_grants = '{"clientCredentials": false, "deviceCode": true, "tokenExchange": null}', revision = nextval('revision')`,
  );
}, 60_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close()]);
  await stack?.stop();
});

/** A device that uses openid-client. The name of the domain leads to loopback only in browsers. */
async function discover(): Promise<oidc.Configuration> {
  const { host, port } = new URL(world.issuer);
  const options: oidc.DiscoveryRequestOptions = {
    execute: [oidc.allowInsecureRequests],
    [oidc.customFetch]: async (address, { method, headers, body }) => {
      const { pathname, search } = new URL(address);
      const call = { method, headers: { ...headers }, body: body === undefined || body === null ? undefined : String(body as string) };
      const answer = await stack.auth.send(host.replace(`:${port}`, ''), `${pathname}${search}`, call);
      const answered = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(answer.text, { status: answer.status, headers: answered });
    },
  };
  return oidc.discovery(new URL(world.issuer), 'tv', secret, oidc.ClientSecretBasic(secret), options);
}

describe('device with openid-client', () => {
  it('signs in the user who enters its code in a browser, by the keyboard alone', async () => {
    const device = await discover();
    const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid email offline_access' });
    const polling = oidc.pollDeviceAuthorizationGrant(device, codes);
    const user = await world.user('kim.tv.owner');
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(codes.verification_uri);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      // The field has the focus.
      await page.keyboard.type(codes.user_code.toLowerCase().replace('-', ' '));
      await page.keyboard.press('Enter');
      await heading(page, 'Let tv sign in?').waitFor();
      expect(await page.getByText('Nobody from support will ever ask you').isVisible()).toBe(true);
      expect(await page.getByText(codes.user_code, { exact: true }).isVisible()).toBe(true);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await button(page, 'Allow').focus();
      await page.keyboard.press('Enter');
      await enterUsername(page, user.username);
      await openLink(page, world, user);
      await button(page, 'Not now').click();
      await heading(page, 'Your device is connected').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.reload();
      await heading(page, 'Your device is connected').waitFor();
    });

    const tokens = await polling;
    expect(tokens.claims()).toMatchObject({ sub: user.sub, aud: 'tv', email: user.email });
    expect((await oidc.refreshTokenGrant(device, tokens.refresh_token!)).access_token).toBeDefined();
    expect(await world.log('device.allowed')).toEqual([expect.objectContaining({ user: user.sub, client: 'tv' })]);
  });

  it('is told that its user has refused it, who came by its link', async () => {
    const device = await discover();
    const codes = await oidc.initiateDeviceAuthorization(device, { scope: 'openid' });
    const refusal = oidc.pollDeviceAuthorizationGrant(device, codes).catch((error: unknown) => error);
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(codes.verification_uri_complete!);
      expect(await field(page, 'Code shown on the device').inputValue()).toBe(codes.user_code);
      await button(page, 'Continue').click();
      await button(page, 'Deny').click();
      await heading(page, 'The device was refused').waitFor();
      await page.goto(codes.verification_uri_complete!);
      await button(page, 'Continue').click();
      await page.getByText('This code is not correct, or has expired.').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });

    expect(await refusal).toMatchObject({ error: 'access_denied' });
    expect(await world.log('device.denied')).toEqual([expect.objectContaining({ user: null, client: 'tv' })]);
  });
});
