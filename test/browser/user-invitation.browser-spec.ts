import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, heading, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import { linkOf, MailCatcher } from '../support/mail-catcher.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';
import { SignInStack } from '../support/sign-in-stack.js';

const WELCOME = 'https://app.example.com/welcome';
const NDJSON = { 'Content-Type': 'application/x-ndjson' };
const USER = { preferredUsername: 'ida.imported.10', name: 'Ida Imported', attributes: { email: 'ida@example.com', locale: 'de' } };

let browser: Browser;
let mails: MailCatcher;
let stack: SignInStack;
let world: SignInDomainFixture;

beforeAll(async () => {
  [mails, browser] = await Promise.all([MailCatcher.start(), openBrowser()]);
  stack = await SignInStack.start({ WORKER: 'on', SMTP_URL: mails.url, MAIL_FROM: 'Example <no-reply@example.com>' });
  world = await SignInDomainFixture.create(stack);
}, 90_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close()]);
  await stack?.stop();
  await mails?.stop();
});

it('lets an imported user get in by the mail, create a passkey, and sign in with it', async () => {
  const path = `/v1/domain/${world.domain}`;
  const shop = await world.app('shop');
  const { status } = await stack.caller.send(`${path}/user-import`, { method: 'POST', headers: NDJSON, body: JSON.stringify(USER) });
  expect(status).toBe(202);
  await eventually(async () => ((await stack.caller.get(`${path}/user`)).json as unknown[]).length === 1);
  const { headers } = await stack.caller.post(`${path}/user-invitation`, { redirectUri: WELCOME });
  const mail = await mails.to('ida@example.com');
  expect(mail.subject).toBe(`Ihr Konto bei ${world.domain}`);

  await withBrowserUser(browser, async ({ page, context }) => {
    await page.goto(linkOf(mail));
    await heading(page, `Sign in to ${world.domain}`).waitFor();
    await button(page, 'Sign in').click();
    await Promise.all([page.waitForRequest(WELCOME), pressPasskeyButton(page, 'Create a passkey')]);
    // No server listens there. A late error page would interrupt the next address.
    await eventually(() => page.url().startsWith('chrome-error:'));

    await context.clearCookies();
    await page.goto(`${shop.url}/login`);
    await pressPasskeyButton(page, 'Sign in with a passkey');
    await page.waitForURL(`${shop.url}/`);
  });

  expect((await stack.caller.get(headers['location'] as string)).json).toMatchObject({ status: 'Completed', invited: 1, signedIn: 1 });
  const { json } = await stack.caller.post(`${path}/user-invitation`, { redirectUri: WELCOME });
  const again = `${path}/user-invitation/${(json as { id: string }).id}`;
  await eventually(async () => ((await stack.caller.get(again)).json as { status: string }).status === 'Completed');
  expect((await stack.caller.get(again)).json).toMatchObject({ invited: 0, skipped: 0 });
}, 90_000);
