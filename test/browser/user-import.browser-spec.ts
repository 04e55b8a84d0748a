import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture } from '../support/browser/console-fixture.js';
import { button } from '../support/browser/sign-in-steps.js';

const HOSTILE = '<img src=x onerror="document.title=1">';

let browser: Browser;
let fixture: ConsoleFixture;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start({ WORKER: 'on' }), openBrowser()]);
}, 90_000);

afterAll(() => Promise.all([fixture?.stop(), browser?.close()]));

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

function choose(page: Page, lines: readonly (object | string)[]): Promise<void> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = { name: `${HOSTILE.replaceAll('/', '')}.ndjson`, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) };
  return page.locator('input[type=file]').setInputFiles(file);
}

it('checks a file of users, shows what is wrong by its line, imports it, and shows the users', async () => {
  const domain = await fixture.caller.registerDomain();
  await fixture.caller.put(`/v1/domain/${domain}/role/clerk`, {});
  const grace = { preferredUsername: 'grace.hopper', name: 'Grace Hopper', roles: ['clerk'], active: false };
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(), `/d/${domain}/users`);
    await button(page, 'Import users').click();
    await choose(page, [grace, { preferredUsername: 'short', name: HOSTILE }, `{"${HOSTILE.replaceAll('"', "'")}": 1}`, 'no JSON']);
    await inDialog(page, 'Check the file').click();

    const wrong = page.getByRole('list', { name: 'What is wrong' });
    await wrong.waitFor();
    const texts = await wrong.getByRole('listitem').allTextContents();
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Line 2 .*preferredUsername/),
        expect.stringMatching(/^Line 3 .*<img/),
        expect.stringMatching(/^Line 4 .*JSON/),
      ]),
    );
    await page.getByText('The file would create 1, update 0, and fail in 3 lines.').waitFor();
    expect((await fixture.caller.get(`/v1/domain/${domain}/user`)).json).toEqual([]);

    await inDialog(page, 'Import users').click();
    await page.getByText('1 created, 0 updated, 3 lines with errors.').waitFor();
    await inDialog(page, 'Close').click();

    await page.getByRole('link', { name: /Grace Hopper/ }).waitFor();
    expect(await page.title()).not.toBe('1');
    const [user] = (await fixture.caller.get(`/v1/domain/${domain}/user`)).json as [{ sub: string; active: boolean }];
    expect(user.active).toBe(false);
    expect((await fixture.caller.get(`/v1/domain/${domain}/user/${user.sub}/role`)).json).toEqual(['clerk']);
  });
}, 60_000);

it('offers no import to operators who may only read users', async () => {
  const domain = await fixture.caller.registerDomain();
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(['domain:read', 'user:read']), `/d/${domain}/users`);
    await page.getByRole('heading', { name: 'Users', exact: true }).waitFor();

    expect(await button(page, 'Import users').count()).toBe(0);
  });
}, 60_000);
