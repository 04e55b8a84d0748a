import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { requestLink, enrolPasskey, enterUsername, heading, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import type { OpenidClientApp } from '../support/relying-party/openid-client.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture, type TestUser } from '../support/sign-in-domain-fixture.js';

/** A domain whose client and user have the same names as those of the other domain. */
interface Side {
  world: SignInDomainFixture;
  app: OpenidClientApp;
  user: TestUser;
}

let stack: SignInStack;
let browser: Browser;
let here: Side;
let there: Side;
let users = 0;

beforeAll(async () => {
  [stack, browser] = await Promise.all([SignInStack.start(), openBrowser()]);
  const side = async (): Promise<Side> => {
    const world = await SignInDomainFixture.create(stack);
    return { world, app: await world.app('shop'), user: await world.user('vera.of.both') };
  };
  [here, there] = [await side(), await side()];
}, 60_000);

afterAll(async () => {
  await Promise.all([here?.world.stop(), there?.world.stop(), browser?.close()]);
  await stack?.stop();
});

/** Creates another user of the first domain. */
function someone(): Promise<TestUser> {
  users += 1;
  return here.world.user(`vera.of.here.${users}`);
}

describe('two domains in one browser', () => {
  it('do not share sign-ins', async () => {
    await withBrowserUser(browser, async (person) => {
      await enrolPasskey(person, here.world, { from: `${here.app.url}/login`, user: await someone() });
      await person.page.goto(`${there.app.url}/login?prompt=none`);

      expect(await person.page.textContent('body')).toContain('login_required');
    });
  });

  it("ignore each other's cookies", async () => {
    await withBrowserUser(browser, async (person) => {
      const { page, context } = person;
      await enrolPasskey(person, here.world, { from: `${here.app.url}/login`, user: await someone() });
      const cookies = await context.cookies(here.world.issuer);
      expect(cookies.map(({ name }) => name)).toContain('latchkey_session');
      expect(cookies.filter(({ domain }) => domain.startsWith('.'))).toEqual([]);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: there.world.domain })));
      await page.goto(`${there.app.url}/login?prompt=none`);

      expect(await page.textContent('body')).toContain('login_required');
    });
  });

  it('are separate relying parties, whose passkeys do not work at the other domain', async () => {
    await withBrowserUser(browser, async (person) => {
      const { page, authenticator } = person;
      await enrolPasskey(person, here.world, { from: `${here.app.url}/login`, user: await someone() });
      await page.goto(`${there.app.url}/login`);
      await pressPasskeyButton(page, 'Sign in with a passkey');
      await page.getByText('No passkey was used.').waitFor();
      const [passkey] = await authenticator.credentials();
      expect(passkey!.rpId).toBe(here.world.domain);
    });
  });

  it("do not accept each other's links", async () => {
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${here.app.url}/login`);
      await enterUsername(page, here.user.username);
      const link = await requestLink(page, here.world, here.user);
      await page.goto(link.replace(here.world.issuer, there.world.issuer));
      await heading(page, 'This link no longer works').waitFor();

      await page.goto(link);
      expect(await page.textContent('h1')).toBe(`Sign in to ${here.world.domain}`);
    });
  });

  it('do not share interactions', async () => {
    await withBrowserUser(browser, async ({ page, context }) => {
      await page.goto(`${here.app.url}/login`);
      const address = page.url();
      const cookies = await context.cookies(address);
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: there.world.domain })));
      const answer = await page.goto(address.replace(here.world.issuer, there.world.issuer));

      expect(answer!.status()).toBe(400);
      await heading(page, 'This sign-in has ended').waitFor();
    });
  });

  it("do not accept each other's tokens", async () => {
    await withBrowserUser(browser, async (person) => {
      await enrolPasskey(person, here.world, { from: `${here.app.url}/login?prompt=login`, user: await someone() });
      const { tokens } = (await here.app.get('/')) as { tokens: { access_token: string } };
      const host = new URL(there.world.issuer).host;
      const headers = { Authorization: `Bearer ${tokens.access_token}` };

      expect((await stack.auth.send(host, '/connect/userinfo', { headers })).status).toBe(401);
      expect((await stack.auth.send(new URL(here.world.issuer).host, '/connect/userinfo', { headers })).status).toBe(200);
    });
  });
});
