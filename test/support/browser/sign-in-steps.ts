import type { Page } from 'playwright-core';
import { RedirectFollower } from '../redirect-follower.js';
import type { SignInDomainFixture, TestUser } from '../sign-in-domain-fixture.js';
import type { BrowserUser } from './browser.js';

/** What users do on the sign-in pages, by the names of buttons and fields. */

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

/** Presses a button that needs the script once the script has run; earlier, the form would be posted without a passkey. */
export async function pressPasskeyButton(page: Page, name: string): Promise<void> {
  await button(page, name).waitFor();
  await page.waitForLoadState('domcontentloaded');
  await button(page, name).click();
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
export async function requestLink(page: Page, world: SignInDomainFixture, { email }: TestUser): Promise<string> {
  const before = await world.stack.messages(email);
  await button(page, 'Email me a link').click();
  await heading(page, 'Check your inbox').waitFor();
  const { link } = await world.stack.message(email, before.length);
  return link!;
}

/** Requests a link by mail, and follows it. */
export async function openLink(page: Page, world: SignInDomainFixture, user: TestUser): Promise<void> {
  await page.goto(await requestLink(page, world, user));
  await button(page, 'Sign in').click();
}

/** A sign-in by a link. */
interface LinkSignIn {
  /** The address at which the application starts the sign-in. */
  from: string;
  user: TestUser;
}

/**
 * Signs in with a link, and shows the page after it. The requests before that page do without the browser, which takes ten times as long;
 * other tests visit those pages.
 */
export async function signInByLink(page: Page, world: SignInDomainFixture, signIn: LinkSignIn): Promise<void> {
  const visitor = await followLink(world, signIn);
  await giveCookies(page, visitor);
  await page.goto(visitor.url.href);
}

/** Signs in with a link, without a browser. @returns a visitor on the page after it */
export async function followLink(world: SignInDomainFixture, { from, user }: LinkSignIn): Promise<RedirectFollower> {
  const visitor = new RedirectFollower();
  await visitor.open(from);
  await visitor.press('Continue', { username: user.username });
  const before = await world.stack.messages(user.email);
  await visitor.press('Email me a link');
  await visitor.open((await world.stack.message(user.email, before.length)).link!);
  await visitor.press('Sign in');
  return visitor;
}

/** Gives the browser of a page all cookies of a visitor. */
export async function giveCookies(page: Page, visitor: RedirectFollower): Promise<void> {
  await page.context().addCookies(visitor.allCookies.map(({ host, ...cookie }) => ({ ...cookie, domain: host })));
}

/** Signs in for the first time with a link, and creates a passkey. */
export async function enrolPasskey({ page }: BrowserUser, world: SignInDomainFixture, signIn: LinkSignIn): Promise<void> {
  await signInByLink(page, world, signIn);
  await pressPasskeyButton(page, 'Create a passkey');
  await page.waitForURL((url) => url.origin === new URL(signIn.from).origin);
}
