import type { Page } from 'playwright-core';
import type { SignInHarness, TestUser } from '../sign-in-harness.js';
import type { BrowserUser } from './browser.js';

/** What users do on the pages of a sign-in, by the names of buttons and fields. */

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

export function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true });
}

export function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true });
}

/** Enters a name on the first page. */
export async function enterUsername(page: Page, username: string): Promise<void> {
  await field(page, 'Username or email').fill(username);
  await button(page, 'Continue').click();
  await button(page, 'Email me a link').waitFor();
}

/** Requests a link by mail after entering the name. @returns its address */
export async function requestLink(page: Page, world: SignInHarness, { email }: TestUser): Promise<string> {
  const before = await world.stack.messages(email);
  await button(page, 'Email me a link').click();
  await heading(page, 'Check your inbox').waitFor();
  const { link } = await world.stack.message(email, before.length);
  return link!;
}

/** Requests a link by mail, and follows it. */
export async function openLink(page: Page, world: SignInHarness, user: TestUser): Promise<void> {
  await page.goto(await requestLink(page, world, user));
  await button(page, 'Sign in').click();
}

/** Signs in for the first time, by a link, and makes a passkey. @param from the address at which the application begins */
export async function enrolPasskey(
  { page }: BrowserUser,
  world: SignInHarness,
  { from, user }: { from: string; user: TestUser },
): Promise<void> {
  await page.goto(from);
  await enterUsername(page, user.username);
  await openLink(page, world, user);
  await button(page, 'Create a passkey').click();
  await page.waitForURL((url) => url.origin === new URL(from).origin);
}
