import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findAccessibilityViolations, withBrowserUser } from '../support/browser/browser.js';
import { oneTimeCode, previousCode } from '../support/browser/one-time-code.js';
import { button, field, heading, openLink, enterUsername, signInByLink } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import type { TestUser } from '../support/sign-in-domain-fixture.js';

const fixture = useSignInBrowserFixture();

const account = () => `${fixture.world.issuer}/account`;

/** Signs in by a link, and opens the profile by the menu. */
async function openProfile(page: Page, user: TestUser): Promise<void> {
  await signInByLink(page, fixture.world, { from: account(), user });
  await button(page, 'Not now').click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await heading(page, 'Profile').waitFor();
}

describe('the profile of a person', () => {
  it('changes on the page, also without JavaScript, and applications see it', async () => {
    const user = await fixture.world.user('petra.profile.1');
    await withBrowserUser(
      fixture.browser,
      async ({ page }) => {
        await openProfile(page, user);
        await field(page, 'Name').fill('Petra Profil');
        await page.getByRole('combobox', { name: 'Language', exact: true }).first().selectOption('Deutsch');
        await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Vienna');
        await button(page, 'Save').click();
        await page.getByText('Your profile was saved.').waitFor();

        await field(page, 'Name').fill(' ');
        await button(page, 'Save').click();
        await page.getByText('Enter your name.').waitFor();

        await page.goto(`${fixture.app.url}/login`);
        await page.waitForURL(`${fixture.app.url}/`);
      },
      { javaScriptEnabled: false },
    );
    expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub } });
    const { json } = await fixture.world.stack.caller.get(`/v1/domain/${fixture.world.domain}/user/${user.sub}`);
    expect(json).toMatchObject({ name: 'Petra Profil', locale: 'de', zoneinfo: 'Europe/Vienna' });
  });

  it('gets another email address by the link that is sent there, and the former one undoes it', async () => {
    const user = await fixture.world.user('petra.address.1');
    const next = 'petra.new@example.net';
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await openProfile(page, user);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await field(page, 'New email address').fill(next);
      await button(page, 'Send the link').click();
      await page.getByText('We have sent a link to the new address.').waitFor();
      await page.goto((await fixture.world.stack.message(next)).link!);
      await heading(page, 'Use this email address?').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await button(page, 'Use this address').click();
      await page.getByText('Your email address was changed.').waitFor();
      await page.getByText(next).waitFor();

      const [notice] = await fixture.world.stack.messages(user.email);
      expect(notice!.subject).toBe('The email address of your account was changed');
      await withBrowserUser(fixture.browser, async ({ page: elsewhere }) => {
        await elsewhere.goto(notice!.link!);
        expect(await findAccessibilityViolations(elsewhere)).toEqual([]);
        await button(elsewhere, 'Undo the change').click();
        await heading(elsewhere, 'The change was undone').waitFor();
        await elsewhere.goto(notice!.link!);
        await heading(elsewhere, 'This link no longer works').waitFor();
      });
      await page.goto(account());
      await field(page, 'Username or email').waitFor();
    });
  });
});

describe('the second factor of a person', () => {
  it('is asked for after a link, once the domain wants it always', async () => {
    const { world } = fixture;
    const user = await world.user('petra.second.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, world, { from: account(), user });
      await button(page, 'Set up an authenticator app').click();
      const secret = (await page.locator('.secret').textContent())!;
      await field(page, 'Code').fill(await previousCode(secret));
      await button(page, 'Confirm').click();
      await button(page, 'I have kept them').click();
      await heading(page, 'Passkeys').waitFor();
      await world.stack.caller.put(`/v1/domain/${world.domain}/sign-in`, { secondFactor: 'Always' });

      await withBrowserUser(fixture.browser, async ({ page: elsewhere }) => {
        await elsewhere.goto(account());
        await enterUsername(elsewhere, user.username);
        await openLink(elsewhere, world, user);
        await heading(elsewhere, 'One more step').waitFor();
        await button(elsewhere, 'Use an authenticator app').click();
        await field(elsewhere, 'Code').fill(oneTimeCode(secret));
        await button(elsewhere, 'Verify').click();
        await button(elsewhere, 'Not now').click();
        await heading(elsewhere, 'Passkeys').waitFor();
      });
    });
    await world.stack.caller.put(`/v1/domain/${world.domain}/sign-in`, {});
  });
});
