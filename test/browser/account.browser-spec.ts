import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { oneTimeCode } from '../support/browser/one-time-code.js';
import { button, field, heading, signInByLink, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture, type TestUser } from '../support/sign-in-domain-fixture.js';
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

/** Signs in to the account page by a link, without setting anything up. */
async function openAccount(page: Page, user: TestUser): Promise<void> {
  await signInByLink(page, world, { from: account(), user });
  await button(page, 'Not now').click();
  await heading(page, 'Passkeys').waitFor();
}

/** Backdates the sign-ins of a user; with `credentials`, also the setup of credentials. */
async function wait(user: TestUser, minutes: number): Promise<void> {
  await sql(
    stack.database.url,
    `UPDATE oidc_payload SET payload = (payload::jsonb || jsonb_build_object('loginTs', (payload->>'loginTs')::integer - $2::integer))::json
     WHERE sub = $1 AND model = 'Session'`,
    [user.sub, minutes * 60],
  );
  await sql(stack.database.url, `UPDATE passkey SET created_at = created_at - make_interval(mins => $2) WHERE sub = $1`, [
    user.sub,
    minutes + 1,
  ]);
}

function getFlashMessage(page: Page) {
  return page.getByRole('status').filter({ hasText: /\S/ });
}

describe('account page', () => {
  it('contains what the contract names, and no violation that axe-core finds', async () => {
    const user = await world.user('anna.account');
    await withBrowserUser(browser, async ({ page }) => {
      await openAccount(page, user);

      expect(page.url()).toBe(account());
      for (const name of ['Passkeys', 'Authenticator app', 'Recovery codes', 'Sessions'])
        expect(await heading(page, name).isVisible()).toBe(true);
      expect(await button(page, 'Sign out').isVisible()).toBe(true);
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });

  it('sets up, renames and removes passkeys, and notifies their owner by mail', async () => {
    const user = await world.user('anna.passkeys');
    await withBrowserUser(browser, async ({ page, authenticator }) => {
      await openAccount(page, user);
      await pressPasskeyButton(page, 'Create a passkey');
      await getFlashMessage(page).getByText('Your passkey is ready.').waitFor();
      expect(await authenticator.credentials()).toMatchObject([{ rpId: world.domain, isResidentCredential: true }]);
      expect(await findAccessibilityViolations(page)).toEqual([]);

      await page.getByText('Manage').click();
      await field(page, 'Name of Passkey (Chrome, Linux)').fill('Work laptop');
      await button(page, 'Save').click();
      await heading(page, 'Work laptop').waitFor();
      await page.getByText('Manage').click();
      await page.getByRole('button', { name: /^Remove .*Work laptop/ }).click();
      await heading(page, 'Work laptop').waitFor({ state: 'detached' });
      await getFlashMessage(page).waitFor();

      // Follows the link, and reads the mail about each change.
      expect(await stack.message(user.email, 2)).toMatchObject({ channel: 'email' });
      expect(await world.log('passkey.deleted')).toContainEqual(expect.objectContaining({ user: user.sub }));
    });
  });

  it('does not set up the same authenticator twice, and explains why', async () => {
    const user = await world.user('anna.twice.10');
    await withBrowserUser(browser, async ({ page, authenticator }) => {
      await openAccount(page, user);
      await pressPasskeyButton(page, 'Create a passkey');
      await page.getByText('Manage').waitFor();
      await pressPasskeyButton(page, 'Create a passkey');

      await page.getByText(/already/).waitFor();
      expect(await authenticator.credentials()).toHaveLength(1);
    });
  });

  it('sets up an authenticator app and recovery codes', async () => {
    const user = await world.user('anna.codes.10');
    await withBrowserUser(browser, async ({ page }) => {
      await openAccount(page, user);
      await button(page, 'Set up an authenticator app').click();
      const secret = (await page.locator('.secret').textContent())!;
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await field(page, 'Code').fill('000000');
      await button(page, 'Confirm').click();
      await page.getByText('This code is not correct.').waitFor();
      await field(page, 'Code').fill(oneTimeCode(secret));
      await button(page, 'Confirm').click();
      await getFlashMessage(page).waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);

      await page.getByRole('button', { name: /recovery codes/i }).click();
      const codes = await page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allTextContents();
      expect(new Set(codes).size).toBe(10);
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await button(page, 'I have kept them').click();
      await page.getByText('Codes left: 10').waitFor();
    });
  });

  it('asks for the passkey again before it changes anything, if the sign-in was long ago', async () => {
    const user = await world.user('anna.stale.10');
    await withBrowserUser(browser, async ({ page }) => {
      await openAccount(page, user);
      await pressPasskeyButton(page, 'Create a passkey');
      await page.getByText('Manage').waitFor();
      await wait(user, 11);
      await page.goto(account());
      expect(await findAccessibilityViolations(page)).toEqual([]);

      await pressPasskeyButton(page, 'Create a passkey');
      await page.waitForURL(/\/sign-in\//);
      await pressPasskeyButton(page, 'Sign in with a passkey');
      await page.waitForURL(account());
      await button(page, 'Set up an authenticator app').click();

      await page.locator('.secret').waitFor();
    });
  });

  it('shows the sessions of all devices, and ends those of others', async () => {
    const user = await world.user('anna.sessions');
    await withBrowserUser(browser, async ({ page: here }) => {
      await openAccount(here, user);
      await withBrowserUser(browser, async ({ page: there }) => {
        await openAccount(there, user);
        await here.reload();
        const sessions = here.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
        expect(await sessions.count()).toBe(2);
        expect(await sessions.first().textContent()).toMatch(/Chrome/);
        expect(await findAccessibilityViolations(here)).toEqual([]);

        await here.getByRole('region', { name: 'Sessions' }).getByRole('listitem').getByRole('button').click();
        await getFlashMessage(here).waitFor();
        expect(await sessions.count()).toBe(1);

        await there.goto(account());
        await field(there, 'Username or email').waitFor();
      });
    });
  });

  it('signs the user out with "Sign out"', async () => {
    const user = await world.user('anna.leaves.10');
    await withBrowserUser(browser, async ({ page }) => {
      await openAccount(page, user);
      await button(page, 'Sign out').click();
      await page.waitForURL(/signed-out$/);
      expect(await findAccessibilityViolations(page)).toEqual([]);

      await page.goto(account());
      await field(page, 'Username or email').waitFor();
    });
  });

  it('works with the keyboard alone', async () => {
    const user = await world.user('anna.keyboard');
    await withBrowserUser(browser, async ({ page }) => {
      await openAccount(page, user);
      const create = button(page, 'Create a passkey');
      for (let n = 0; n < 20 && !(await create.evaluate((element) => element === document.activeElement)); n += 1)
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await getFlashMessage(page).getByText('Your passkey is ready.').waitFor();

      expect(await page.getByText('Manage').count()).toBe(1);
    });
  });
});
