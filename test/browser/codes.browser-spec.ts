import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { oneTimeCode, previousCode } from '../support/browser/one-time-code.js';
import { button, enterUsername, field, followLink, giveCookies, heading, signInByLink } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import type { TestUser } from '../support/sign-in-domain-fixture.js';

const fixture = useSignInBrowserFixture();

const login = (query = '') => `${fixture.app.url}/login${query}`;
const home = () => `${fixture.app.url}/`;
const ANEW = '?prompt=login';

interface App {
  secret: string;
  recoveryCodes: string[];
}

/** Sets up an authenticator app after a first sign-in by a link. */
async function enrol(page: Page, user: TestUser): Promise<App> {
  await signInByLink(page, fixture.world, { from: login(), user });
  await button(page, 'Set up an authenticator app').click();
  const secret = (await page.locator('.secret').textContent())!;
  await field(page, 'Code').fill(await previousCode(secret));
  await button(page, 'Confirm').click();
  await heading(page, 'Keep these recovery codes').waitFor();
  const recoveryCodes = await page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allTextContents();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe(`recovery-codes-${fixture.world.domain}.txt`);
  expect((await text(await download.createReadStream())).split('\r\n').slice(3, -1)).toEqual(recoveryCodes);
  await button(page, 'I have kept them').click();
  await page.waitForURL(home());
  return { secret, recoveryCodes };
}

/** Does the same by requests without the browser, which gets the cookies. */
async function enrolByRequests(page: Page, user: TestUser): Promise<App> {
  const visitor = await followLink(fixture.world, { from: login(), user });
  const { text: setUp } = await visitor.press('Set up an authenticator app');
  const [, secret = ''] = /class="secret"><code>([^<]+)</.exec(setUp) ?? [];
  const { text: shown } = await visitor.press('Confirm', { code: await previousCode(secret) });
  const recoveryCodes = [...shown.matchAll(/<li><code>([^<]+)</g)].map(([, code = '']) => code);
  await visitor.press('I have kept them');
  await giveCookies(page, visitor);
  return { secret, recoveryCodes };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await field(page, 'Code').fill(code);
  await button(page, 'Verify').click();
}

async function askForCode(page: Page, username: string, method = 'Use an authenticator app'): Promise<void> {
  await page.goto(login(ANEW));
  await enterUsername(page, username);
  await button(page, method).click();
}

describe('authenticator app', () => {
  it('is set up after a link, with ten recovery codes, and signs the user in', async () => {
    const user = await fixture.world.user('otto.first.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      const { secret, recoveryCodes } = await enrol(page, user);
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(await fixture.app.get('/')).toMatchObject({
        claims: { sub: user.sub, acr: 'urn:latchkey:acr:two-step', amr: ['email', 'otp'] },
      });

      await askForCode(page, user.username);
      await enterCode(page, oneTimeCode(secret));
      await page.waitForURL(home());

      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: 'urn:latchkey:acr:one-factor', amr: ['otp'] } });
    });
  });

  it('is not active before a code has confirmed it', async () => {
    const user = await fixture.world.user('otto.wrong.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(), user });
      await button(page, 'Set up an authenticator app').click();
      const secret = (await page.locator('.secret').textContent())!;
      await field(page, 'Code').fill('000000');
      await button(page, 'Confirm').click();
      await page.getByText('This code is not correct.').waitFor();
      expect(await page.locator('.secret').textContent()).toBe(secret);
      await button(page, 'Cancel').click();
      await button(page, 'Not now').click();
      await page.waitForURL(home());

      await askForCode(page, user.username);
      await enterCode(page, oneTimeCode(secret));
      await page.getByText('This code is not correct.').waitFor();
    });
  });

  it('accepts a code once', async () => {
    const user = await fixture.world.user('otto.replay.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      const { secret } = await enrolByRequests(page, user);
      const code = oneTimeCode(secret);
      await askForCode(page, user.username);
      await enterCode(page, code);
      await page.waitForURL(home());

      await askForCode(page, user.username);
      await enterCode(page, code);

      await page.getByText('This code is not correct.').waitFor();
    });
  });

  it('locks a name only after three wrong codes of a stranger, or five of its user, whether it is known or not', async () => {
    const user = await fixture.world.user('otto.locked.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      const { secret, recoveryCodes } = await enrolByRequests(page, user);
      const lockOut = async (where: Page, username: string, tries: number): Promise<void> => {
        await askForCode(where, username);
        for (let n = 0; n < tries; n += 1) {
          await enterCode(where, '000000');
          await where.getByText('This code is not correct.').waitFor();
        }
        await enterCode(where, oneTimeCode(secret));
        await where.getByText('Too many attempts. Wait 15 minutes').waitFor();
      };
      await withBrowserUser(fixture.browser, async ({ page: stranger }) => {
        for (const username of [user.username, 'nobody.at.all']) await lockOut(stranger, username, 3);
      });
      await lockOut(page, user.username, 5);

      await askForCode(page, user.username, 'Use a recovery code');
      await field(page, 'Recovery code').fill(recoveryCodes[0]!);
      await button(page, 'Verify').click();
      await page.waitForURL(home());
    });
  });
});

describe('recovery code', () => {
  it('signs the user in once', async () => {
    const user = await fixture.world.user('otto.recovers');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      const [code = '', other = ''] = (await enrolByRequests(page, user)).recoveryCodes;
      await askForCode(page, user.username, 'Use a recovery code');
      await field(page, 'Recovery code').fill(code);
      await button(page, 'Verify').click();
      await page.waitForURL(home());
      expect(await fixture.app.get('/')).toMatchObject({
        claims: { sub: user.sub, acr: 'urn:latchkey:acr:one-factor', amr: ['recovery'] },
      });

      await askForCode(page, user.username, 'Use a recovery code');
      await field(page, 'Recovery code').fill(code);
      await button(page, 'Verify').click();
      await page.getByText('This is not one of your unused recovery codes.').waitFor();
      await field(page, 'Recovery code').fill(` ${other.toLowerCase()} `);
      await button(page, 'Verify').click();
      await page.waitForURL(home());

      expect(await fixture.world.log('user.sign_in_failed')).toContainEqual(
        expect.objectContaining({ user: user.sub, data: expect.objectContaining({ methods: ['recovery-code'] }) }),
      );
    });
  });
});
