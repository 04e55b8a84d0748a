import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture, watchErrors } from '../support/browser/console-fixture.js';
import { field } from '../support/browser/sign-in-steps.js';

const NAME = `<img src=x onerror="document.title='hit'"> style="`;

let browser: Browser;
let fixture: ConsoleFixture;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start(), openBrowser()]);
}, 90_000);

afterAll(async () => {
  await Promise.all([fixture?.stop(), browser?.close()]);
});

describe('preview of mails in the console', () => {
  it('shows the mail as one types, light and dark, and runs nothing of what was typed', async () => {
    const domain = await fixture.caller.registerDomain();
    await withBrowserUser(browser, async ({ page, context }) => {
      const errors = watchErrors(context);
      await fixture.open(page, await fixture.operator(), `/d/${domain}/sign-in-page`);
      await page.getByRole('radiogroup', { name: 'What to preview' }).getByText('Mail').click();
      const preview = page.getByRole('img', { name: 'Preview of the mail with a sign-in link' });
      const colorOf = (text: string, property: string) =>
        preview.getByText(text, { exact: true }).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

      await field(page, 'Name').fill(NAME);
      await field(page, 'Accent colour').fill('#0f6b4c');
      await preview.locator('h1').getByText(NAME).waitFor();

      expect(await colorOf('Sign in', 'background-color')).toBe('rgb(15, 107, 76)');
      expect(await colorOf('Firefox, Windows', 'color')).toBe('rgb(14, 19, 26)');
      await page.getByRole('radiogroup', { name: 'Colours' }).getByText('Dark').click();
      expect(await colorOf('Firefox, Windows', 'color')).toBe('rgb(238, 240, 243)');
      expect(await page.title()).not.toBe('hit');
      expect(errors).toEqual([]);
    });
  });
});
