import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture } from '../support/browser/console-fixture.js';
import { button } from '../support/browser/sign-in-steps.js';

let browser: Browser;
let fixture: ConsoleFixture;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start({ WORKER: 'on' }), openBrowser()]);
}, 90_000);

afterAll(() => Promise.all([fixture?.stop(), browser?.close()]));

it('invites users in waves, shows what is wrong at its field, the progress, and stops', async () => {
  const domain = await fixture.caller.registerDomain();
  for (const name of ['grace.hopper', 'ada.lovelace', 'katherine.johnson']) {
    const attributes = { email: `${name}@example.com` };
    await fixture.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: name, name, attributes });
  }
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(), `/d/${domain}/users`);
    await button(page, 'Invite existing users').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('https://app.example.com/?a=b');
    await dialog.getByLabel('Only with the role').fill('unknown');
    await dialog.getByLabel('Users in a wave').fill('1');
    await dialog.getByRole('button', { name: 'Invite existing users' }).click();
    await dialog.getByText('must not have a query').waitFor();
    await dialog.getByText('must be a role of the domain').waitFor();

    await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('https://app.example.com/welcome');
    await dialog.getByLabel('Only with the role').fill('');
    await dialog.getByRole('button', { name: 'Invite existing users' }).click();
    await dialog.getByText('1 of 3 users done, 0 have signed in since.').waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText('Stopped').waitFor();
    await dialog.getByRole('button', { name: 'Invite again' }).click();
    await dialog.getByRole('textbox', { name: 'Address', exact: true }).waitFor();
  });
  expect((await fixture.caller.get(`/v1/domain/${domain}/user-invitation`)).json).toMatchObject([
    { status: 'Stopped', waveSize: 1, intervalSeconds: 3_600 },
  ]);
}, 60_000);

it('is not offered to operators who may only read users', async () => {
  const domain = await fixture.caller.registerDomain();
  await fixture.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: 'grace.hopper', name: 'Grace' });
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(['domain:read', 'user:read']), `/d/${domain}/users`);
    await page.getByRole('link', { name: /Grace/ }).waitFor();

    expect(await button(page, 'Invite existing users').count()).toBe(0);
  });
}, 60_000);
