import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { previousCode } from '../support/browser/one-time-code.js';
import { button, enterUsername, field, heading, signInByLink } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';

const fixture = useSignInBrowserFixture();

const login = (from = fixture.app) => `${from.url}/login`;
const home = (from = fixture.app) => `${from.url}/`;
const domainPath = () => `/v1/domain/${fixture.world.domain}`;

/** Reloads the page. It is the response to a GET, so the browser does not ask whether to send a form again. */
async function reload(page: Page, title: string): Promise<void> {
  await heading(page, title).waitFor();
  const requested = page.waitForRequest((request) => request.isNavigationRequest());
  await page.reload();
  expect((await requested).method()).toBe('GET');
  await heading(page, title).waitFor();
}

async function back(page: Page, title: string): Promise<void> {
  await page.goBack();
  await heading(page, title).waitFor();
}

describe.each([true, false])('steps of a sign-in (JavaScript: %s)', (javaScriptEnabled) => {
  it('can be reloaded and revisited one by one', async () => {
    const user = await fixture.world.user(`berta.back.${String(javaScriptEnabled)}`, {
      phone_number: javaScriptEnabled ? '+491511234567' : '+491511234568',
    });
    await withBrowserUser(
      fixture.browser,
      async ({ page }) => {
        await page.goto(login());
        await enterUsername(page, user.username);
        await reload(page, 'Choose how to sign in');
        await button(page, 'Use an authenticator app').click();
        await reload(page, 'Enter your code');
        await field(page, 'Code').fill('000000');
        await button(page, 'Verify').click();
        await page.getByText('This code is not correct.').waitFor();
        await reload(page, 'Enter your code');
        expect(await page.getByText('This code is not correct.').count()).toBe(0);
        expect(await page.getByText(user.username).count()).toBe(1);
        await page.getByRole('link', { name: 'Choose another method' }).click();
        await button(page, 'Use a recovery code').click();
        await reload(page, 'Enter a recovery code');
        await back(page, 'Choose how to sign in');
        await button(page, 'Text me a link').click();
        await reload(page, 'Check your messages');
        await back(page, 'Choose how to sign in');
        await page.goto(page.url().replace(/.methods$/, ''));
        expect(await field(page, 'Username or email').inputValue()).toBe(user.username);
        expect(page.url()).not.toContain(user.username);
        expect((await fixture.stack.caller.get(`${domainPath()}/log?type=magic_link.requested&user=${user.sub}`)).json).toHaveLength(1);
      },
      { javaScriptEnabled },
    );
  });
});

describe('new recovery codes', () => {
  it('are shown again until they are confirmed, then never', async () => {
    const user = await fixture.world.user('berta.codes.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(), user });
      await button(page, 'Set up an authenticator app').click();
      await reload(page, 'Set up an authenticator app');
      await field(page, 'Code').fill('000000');
      await button(page, 'Confirm').click();
      await page.getByText('This code is not correct.').waitFor();
      await field(page, 'Code').fill(await previousCode((await page.locator('.secret').textContent())!));
      await button(page, 'Confirm').click();
      await heading(page, 'Keep these recovery codes').waitFor();
      const list = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
      const codes = await list.allTextContents();

      await reload(page, 'Keep these recovery codes');
      expect(await list.allTextContents()).toEqual(codes);
      await back(page, 'Keep these recovery codes');
      expect(await list.allTextContents()).toEqual(codes);
      const address = page.url();
      await button(page, 'I have kept them').click();
      await page.waitForURL(home());

      await page.goto(address);
      await heading(page, 'You are done here').waitFor();
      expect(new URL((await page.getByRole('link', { name: 'Back to the application' }).getAttribute('href'))!).origin).toBe(
        fixture.app.url,
      );
    });
  });
});

describe('error page of a sign-in that cannot continue', () => {
  it('is accurate if the application was removed meanwhile', async () => {
    const gone = await fixture.world.app('gone');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login(gone));
      await fixture.stack.caller.delete(`${domainPath()}/client/gone`);
      await field(page, 'Username or email').fill('berta.gone.10');
      await button(page, 'Continue').click();

      await heading(page, 'Unknown application').waitFor();
      expect(await button(page, 'Continue').count()).toBe(0);
    });
  });

  it('is accurate if the user was deactivated before consenting', async () => {
    const asking = await fixture.world.app('asking', { policies: ['consent'] });
    const user = await fixture.world.user('berta.off.1000');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(asking), user });
      await button(page, 'Not now').click();
      await button(page, 'Allow').waitFor();
      await fixture.stack.caller.patch(`${domainPath()}/user/${user.sub}`, { active: false });
      await button(page, 'Allow').click();

      await heading(page, 'You cannot sign in').waitFor();
      await page.goBack();
      await heading(page, 'You cannot sign in').waitFor();
      expect(await button(page, 'Allow').count()).toBe(0);
    });
  });

  it('is accurate if the user was deleted', async () => {
    const user = await fixture.world.user('berta.deleted.1');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(), user });
      await button(page, 'Not now').waitFor();
      await fixture.stack.caller.delete(`${domainPath()}/user/${user.sub}`);
      await button(page, 'Not now').click();

      await heading(page, 'Sign in').waitFor();
      expect(page.url()).toContain(fixture.world.domain);
    });
  });

  it('is accurate after "Cancel"', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      const address = page.url();
      await button(page, 'Cancel').click();
      await page.waitForURL((url) => url.origin === fixture.app.url);

      expect((await page.goto(address))!.status()).toBe(400);
      await heading(page, 'You are done here').waitFor();
    });
  });
});
