import type { Page } from 'playwright-core';
import type { SignInWorld, TestUser } from '../sign-in-world.js';
import { sql } from '../sql.js';
import type { Person } from './browser.js';

/** What people do on the pages of a sign-in, by the names that buttons and fields have there. */

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
export async function enterName(page: Page, username: string): Promise<void> {
  await field(page, 'Username or email').fill(username);
  await button(page, 'Continue').click();
  await button(page, 'Email me a link').waitFor();
}

/** Asks for a link by mail, as somebody who has entered their name, and comes back by it. */
export async function comeByLink(page: Page, world: SignInWorld, user: TestUser): Promise<void> {
  const uid = new URL(page.url()).pathname.split('/')[2]!;
  await sql(
    world.stack.database.url,
    `INSERT INTO sign_in_progress SELECT domain_id, $2, sub, '{email-link}', now() + interval '1 h' FROM end_user WHERE sub = $1
     ON CONFLICT (domain_id, uid) DO UPDATE SET methods = sign_in_progress.methods || excluded.methods`,
    [user.sub, uid],
  );
  await page.goto(`${world.issuer}/sign-in/${uid}`);
}

/** Signs in for the first time, by a link, and makes a passkey. @param from the address at which the application begins */
export async function enrolPasskey({ page }: Person, world: SignInWorld, { from, user }: { from: string; user: TestUser }): Promise<void> {
  await page.goto(from);
  await enterName(page, user.username);
  await comeByLink(page, world, user);
  await button(page, 'Create a passkey').click();
  await page.waitForURL((url) => url.origin === new URL(from).origin);
}
