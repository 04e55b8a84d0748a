import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, enrolPasskey, enterUsername, heading, requestLink, signInByLink } from '../support/browser/sign-in-steps.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';
import { sql } from '../support/sql.js';

let stack: SignInStack;
let browser: Browser;
let world: SignInDomainFixture;

beforeAll(async () => {
  [stack, browser] = await Promise.all([SignInStack.start(), openBrowser()]);
  world = await SignInDomainFixture.create(stack);
}, 60_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close()]);
  await stack?.stop();
});

const account = () => `${world.issuer}/account`;

describe('double click', () => {
  it.each([true, false])('on "Sign in" of a magic link signs the user in, with JavaScript: %s', async (javaScriptEnabled) => {
    const user = await world.user(`dora.double.${javaScriptEnabled}`);
    await withBrowserUser(
      browser,
      async ({ page }) => {
        await page.goto(account());
        await enterUsername(page, user.username);
        const link = await requestLink(page, world, user);
        await page.goto(link);
        await button(page, 'Sign in').dblclick();

        await heading(page, 'Sign in faster next time').waitFor();
        expect(await world.log('magic_link.refused')).toEqual([]);
      },
      { javaScriptEnabled },
    );
  });
});

describe('tab that waits for a link', () => {
  it('continues when the user has signed in with another tab', async () => {
    const user = await world.user('wanda.waiting');
    await withBrowserUser(browser, async ({ page, context }) => {
      await page.goto(account());
      await enterUsername(page, user.username);
      const link = await requestLink(page, world, user);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const other = await context.newPage();
      await other.goto(link);
      await button(other, 'Sign in').click();
      await button(other, 'Not now').click();
      await heading(other, 'Passkeys').waitFor();

      await heading(page, 'Passkeys').waitFor();
    });
  });
});

describe('user without their passkey', () => {
  it('finds help and a way back where the account requires the passkey', async () => {
    const user = await world.user('lotte.lost.it');
    await withBrowserUser(browser, async (owner) => {
      await enrolPasskey(owner, world, { from: account(), user });
      await heading(owner.page, 'Passkeys').waitFor();
    });
    await sql(stack.database.url, `UPDATE passkey SET created_at = created_at - interval '1 hour' WHERE sub = $1`, [user.sub]);
    await withBrowserUser(browser, async ({ page }) => {
      await signInByLink(page, world, { from: account(), user });
      await heading(page, 'Passkeys').waitFor();
      await button(page, 'Set up an authenticator app').click();
      await heading(page, 'One more step').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.getByText('Lost it?').click();
      expect(await page.getByText('send you a link to set up a new one').isVisible()).toBe(true);
      await button(page, 'Back').click();

      await heading(page, 'Passkeys').waitFor();
    });
  });
});

describe('unknown URL', () => {
  it('shows a page with a way on', async () => {
    await withBrowserUser(browser, async ({ page }) => {
      const response = await page.goto(`${world.issuer}/nothing`);

      expect(response?.status()).toBe(404);
      await heading(page, 'Page not found').waitFor();
      expect(await page.getByRole('link', { name: 'Go to your account' }).isVisible()).toBe(true);
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });
});
