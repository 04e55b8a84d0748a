import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { requestLink, button, enterUsername, enrolPasskey, heading, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import { linkOf, MailCatcher } from '../support/mail-catcher.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture, type TestUser } from '../support/sign-in-domain-fixture.js';

const WELCOME = 'https://app.example.com/welcome';

const fixture = useSignInBrowserFixture();

/** Creates a link through the API. */
async function linkFor({ sub }: TestUser, resetPasskeys = false): Promise<string> {
  const body = { redirectUri: WELCOME, resetPasskeys };
  const { json } = await fixture.stack.caller.post(`/v1/domain/${fixture.world.domain}/user/${sub}/magiclink`, body);
  return (json as { uri: string }).uri;
}

/** Waits for the request to the redirect URI that a press causes. No server listens there. */
async function leave(page: Page, press: Promise<void>): Promise<void> {
  await Promise.all([page.waitForRequest(WELCOME), press]);
}

async function open(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await heading(page, `Sign in to ${fixture.world.domain}`).waitFor();
  await button(page, 'Sign in').click();
}

describe('magic link from the API', () => {
  it('signs in, offers a passkey, and redirects to its destination', async () => {
    const user = await fixture.world.user('lena.linked.10');
    await withBrowserUser(fixture.browser, async ({ page, context, authenticator }) => {
      await open(page, await linkFor(user));
      await leave(page, pressPasskeyButton(page, 'Create a passkey'));

      expect(await authenticator.credentials()).toHaveLength(1);
      expect(await fixture.world.log('passkey.created')).toMatchObject([{ user: user.sub }]);
      expect((await fixture.stack.messages(`${user.username}@example.com`)).map(({ subject }) => subject)).toEqual([
        'A passkey was added to your account',
      ]);
      // The session is shared by all applications.
      const other = await context.newPage();
      await other.goto(`${fixture.app.url}/login`);
      await other.waitForURL(`${fixture.app.url}/`);
      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: '0', amr: ['link'] } });
    });
  });

  it('still offers a passkey if the script initially fails to load', async () => {
    const user = await fixture.world.user('lena.slow.100');
    await withBrowserUser(fixture.browser, async ({ page, context, authenticator }) => {
      // The page of the link contains the script too.
      await context.route('**/*.js', (route) => route.abort(), { times: 2 });
      await open(page, await linkFor(user));
      await pressPasskeyButton(page, 'Create a passkey');
      expect(await page.getByRole('alert').innerText()).toContain('Try again');

      await leave(page, pressPasskeyButton(page, 'Create a passkey'));

      expect(await authenticator.credentials()).toHaveLength(1);
    });
  });

  it('also redirects without a passkey', async () => {
    const user = await fixture.world.user('lena.later.100');
    await withBrowserUser(fixture.browser, async ({ page, authenticator }) => {
      await open(page, await linkFor(user));
      await leave(page, button(page, 'Not now').click());

      expect(await authenticator.credentials()).toEqual([]);
    });
  });

  it('removes the existing passkeys if it resets them, and requires a new one', async () => {
    const user = await fixture.world.user('rita.reset.100');
    await withBrowserUser(fixture.browser, async (thief) => {
      await enrolPasskey(thief, fixture.world, { from: `${fixture.app.url}/login`, user });
      await withBrowserUser(fixture.browser, async ({ page, authenticator }) => {
        await open(page, await linkFor(user, true));
        await leave(page, pressPasskeyButton(page, 'Create a passkey'));
        expect(await authenticator.credentials()).toHaveLength(1);
      });

      await thief.page.goto(`${fixture.app.url}/login`);
      await pressPasskeyButton(thief.page, 'Sign in with a passkey');
      await thief.page.getByRole('alert').waitFor();
      expect(new URL(thief.page.url()).host).toBe(new URL(fixture.world.issuer).host);
    });
  });
});

describe('magic link requested on another device', () => {
  it('signs in the browser that opens it after the user confirms, and not the one that requested it', async () => {
    const user = await fixture.world.user('dora.device.10');
    await withBrowserUser(fixture.browser, async ({ page: computer, context }) => {
      await computer.goto(`${fixture.app.url}/login`);
      await enterUsername(computer, user.username);
      const link = await requestLink(computer, fixture.world, user);
      await withBrowserUser(fixture.browser, async ({ page: phone }) => {
        await phone.goto(link);
        await button(phone, 'Sign in').click();
        await phone.getByText('shop').first().waitFor();
        expect(await phone.getByText(user.username).count()).toBeGreaterThan(0);
        await phone.locator('form[action*="elsewhere=allow"] button').click();
        await phone.waitForURL((url) => url.origin === new URL(fixture.app.url).origin);
      });

      expect((await context.cookies()).filter(({ name }) => name === 'latchkey_session')).toEqual([]);
    });
  });
});

describe('magic link by mail', () => {
  it('arrives through a real SMTP server, in the language of the page', async () => {
    const mail = await MailCatcher.start();
    const sending = await SignInStack.start({ WORKER: 'on', SMTP_URL: mail.url, MAIL_FROM: 'Example <no-reply@example.com>' });
    const there = await SignInDomainFixture.create(sending);
    try {
      const shop = await there.app('shop');
      const user = await there.user('paul.posted.10');
      const body = async ({ page }: { page: Page }): Promise<void> => {
        await page.goto(`${shop.url}/login`);
        await page.getByRole('textbox').first().fill(user.username);
        await page.getByRole('button').first().press('Enter');
        await page.locator('form[action$="/email"] button').click();
        const caught = await mail.to(`${user.username}@example.com`);
        expect(caught.subject).toBe(`Anmelden bei ${there.domain}`);
        await page.goto(linkOf(caught));
        await page.locator('form button').first().click();
        await page.locator('form[action$="/finish"] button').click();
        await page.waitForURL(`${shop.url}/`);
        expect(await shop.get('/')).toMatchObject({ claims: { sub: user.sub, amr: ['email'] } });
      };
      await withBrowserUser(fixture.browser, body, { locale: 'de-DE' });
    } finally {
      await there.stop();
      await sending.stop();
      await mail.stop();
    }
  }, 60_000);
});
