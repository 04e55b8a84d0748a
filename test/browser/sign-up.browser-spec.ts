import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { button, field, heading, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';

const fixture = useSignInBrowserFixture();

const login = () => `${fixture.app.url}/login?prompt=login`;
const home = () => `${fixture.app.url}/`;

beforeAll(async () => {
  const { domain, stack } = fixture.world;
  expect((await stack.caller.put(`/v1/domain/${domain}/sign-in`, { signUp: 'Open' })).status).toBe(204);
});

/** Asks for an account. @returns the address of the link in the mail */
async function ask(page: Page, email: string): Promise<string> {
  await page.goto(login());
  await page.getByRole('link', { name: 'Create an account' }).click();
  await field(page, 'Email').fill(email);
  await button(page, 'Continue').click();
  await heading(page, 'Check your inbox').waitFor();
  return (await fixture.world.stack.message(email, 0)).link!;
}

describe('a person who has no account', () => {
  it('creates one with a passkey, and comes back to the application', async () => {
    await withBrowserUser(fixture.browser, async ({ page, authenticator }) => {
      await page.goto(await ask(page, 'ida.passkey@example.com'));
      await field(page, 'Name').fill('Ida Berg');
      await button(page, 'Create an account').click();
      await pressPasskeyButton(page, 'Create a passkey');
      await page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { acr: 'phr', amr: ['email', 'pop', 'user', 'mfa'] } });
      expect(await authenticator.credentials()).toHaveLength(1);
    });
  });

  it('creates one without JavaScript, and stays with links', async () => {
    await withBrowserUser(
      fixture.browser,
      async ({ page }) => {
        await page.goto(await ask(page, 'ida.links@example.com'));
        await field(page, 'Name').fill('Ida Berg');
        await button(page, 'Create an account').click();
        await button(page, 'Not now').click();
        await page.waitForURL(home());

        expect(await fixture.app.get('/')).toMatchObject({ claims: { acr: '0', amr: ['email'] } });
      },
      { javaScriptEnabled: false },
    );
  });

  it('corrects the address and the name', async () => {
    await withBrowserUser(
      fixture.browser,
      async ({ page }) => {
        await page.goto(login());
        await page.getByRole('link', { name: 'Create an account' }).click();
        await field(page, 'Email').fill('ida@localhost');
        await button(page, 'Continue').click();
        await page.getByText('Enter your email address, such as jane@example.com.').waitFor();
        expect(await field(page, 'Email').inputValue()).toBe('ida@localhost');
        await page.goto(await ask(page, 'ida.slow@example.com'));
        await button(page, 'Create an account').click();
        await page.getByText('Enter a name of at most 60 characters.').waitFor();
        await field(page, 'Name').fill('Ida');
        await button(page, 'Create an account').click();
        await button(page, 'Not now').waitFor();
      },
      { javaScriptEnabled: false },
    );
  });

  it('goes back to the sign-in if they have one', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByRole('link', { name: 'I already have an account' }).click();
      await heading(page, 'Sign in').waitFor();

      expect(await field(page, 'Username or email').count()).toBe(1);
    });
  });
});
