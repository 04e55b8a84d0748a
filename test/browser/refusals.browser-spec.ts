import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { requestLink, button, enterUsername, field, heading, signInByLink } from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import { sql } from '../support/sql.js';

const fixture = useSignInBrowserFixture();

const login = (query = '') => `${fixture.app.url}/login${query}`;
const home = () => `${fixture.app.url}/`;
const uidOf = (page: Page) => new URL(page.url()).pathname.split('/')[2]!;

/** Changes a hidden field of the form with a button. */
async function tamper(page: Page, name: string, value: string): Promise<void> {
  await page
    .locator(`input[name=${name}]`)
    .first()
    .evaluate((input, text) => input.setAttribute('value', text), value);
}

describe('sign-in pages', () => {
  it('are not found in another browser, or with a made-up id', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      const address = page.url();
      await withBrowserUser(fixture.browser, async ({ page: other }) => {
        for (const url of [address, address.replace(uidOf(page), 'made-up'), `${address}/passkey`]) {
          const answer = await other.goto(url);
          expect(answer!.status()).toBe(400);
          expect(await other.locator('.request-id code').textContent()).toMatch(/^[\w.-]{8,}$/);
        }
        await other.goto(address);
        await heading(other, 'This sign-in was started elsewhere').waitFor();
      });
    });
  });

  it('are shown again when the URL of one of their forms is opened', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      const address = page.url();
      await page.goto(`${address}/recovery-code/code`);

      expect(page.url()).toBe(address);
    });
  });

  it('say when the sign-in is over', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      await sql(fixture.stack.database.url, `UPDATE oidc_payload SET expires_at = now() - interval '1 minute' WHERE model = 'Interaction'`);
      await field(page, 'Username or email').fill('rosa.late.10');
      await button(page, 'Continue').click();

      await heading(page, 'This sign-in has ended').waitFor();
      expect(await field(page, 'Username or email').count()).toBe(0);
    });
  });

  it('reject forms from another site or another interaction', async () => {
    await withBrowserUser(fixture.browser, async ({ page, context }) => {
      await page.goto(login());
      await tamper(page, 'csrf', 'made-up');
      await field(page, 'Username or email').fill('rosa.forged.10');
      await button(page, 'Continue').click();
      await heading(page, 'This request did not come from our page').waitFor();
      await page.getByRole('link', { name: 'Start again' }).click();
      await heading(page, 'Sign in').waitFor();

      await page.goto(login());
      const [action, csrf] = [page.url(), await page.locator('input[name=csrf]').first().inputValue()];
      const evil = await context.newPage();
      await evil.route('http://evil.example.localhost/', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${action}"><input name="csrf" value="${csrf}"><input name="username" value="x"><button>Go</button></form>`,
        }),
      );
      await evil.goto('http://evil.example.localhost/');
      await evil.getByRole('button', { name: 'Go' }).click();
      await evil.waitForURL(action);
      expect(await heading(evil, 'Choose how to sign in').count()).toBe(0);
    });
  });

  it('load nothing from other origins, and cannot be framed', async () => {
    await withBrowserUser(fixture.browser, async ({ page, context }) => {
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== fixture.world.issuer && new URL(request.url()).origin !== fixture.app.url)
          foreign.push(request.url());
      });
      const answer = await page.goto(login());
      expect(foreign).toEqual([]);
      const policy = answer!.headers()['content-security-policy']!;
      expect(policy).toContain(`default-src 'none'`);
      expect(policy).toContain(`frame-ancestors 'none'`);
      expect(policy).not.toContain('unsafe');
      const framing = await context.newPage();
      await framing.route('http://framing.example.localhost/', (route) =>
        route.fulfill({ contentType: 'text/html', body: `<iframe src="${page.url()}"></iframe>` }),
      );
      await framing.goto('http://framing.example.localhost/');
      expect(await framing.frameLocator('iframe').getByText('Sign in').count()).toBe(0);
    });
  });
});

describe('user who may not sign in', () => {
  it('is rejected at every step', async () => {
    const user = await fixture.world.user('rosa.inactive');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(), user });
      await button(page, 'Not now').waitFor();
      await fixture.stack.caller.patch(`/v1/domain/${fixture.world.domain}/user/${user.sub}`, { active: false });
      await button(page, 'Not now').click();

      await heading(page, 'Sign in').waitFor();
      expect(page.url()).toContain(fixture.world.domain);
    });
  });

  it('loses the existing session', async () => {
    const user = await fixture.world.user('rosa.ended.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: login(), user });
      await button(page, 'Not now').click();
      await page.waitForURL(home());
      await fixture.stack.caller.patch(`/v1/domain/${fixture.world.domain}/user/${user.sub}`, { active: false });

      await page.goto(login('?prompt=none'));
      expect(await page.textContent('body')).toContain('login_required');
      expect(await fixture.app.get('/userinfo')).toMatchObject({ failed: expect.anything() });
    });
  });
});

describe('unknown username', () => {
  it('leads to the same pages', async () => {
    const user = await fixture.world.user('rosa.known.10');
    const seen = new Map<string, string[]>();
    for (const username of [user.username, 'rosa.unknown.10']) {
      await withBrowserUser(fixture.browser, async ({ page }) => {
        await page.goto(login());
        await enterUsername(page, username);
        const texts = [await page.textContent('main')];
        await button(page, 'Text me a link').click();
        await heading(page, 'Check your messages').waitFor();
        texts.push(await page.textContent('main'));
        seen.set(
          username,
          texts.map((text) => text!.replaceAll(username, 'NAME')),
        );
      });
    }
    expect(seen.get('rosa.unknown.10')).toEqual(seen.get(user.username));
  });
});

describe('mail scanner', () => {
  it('does not consume a link with GET, HEAD, or a browser that loads everything without a click', async () => {
    const user = await fixture.world.user('rosa.scanned.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      await enterUsername(page, user.username);
      const link = await requestLink(page, fixture.world, user);
      const { pathname, search } = new URL(link);
      for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) {
        const { headers } = await fixture.stack.auth.send(new URL(link).host, `${pathname}${search}`, { method });
        expect(String(headers['set-cookie'] ?? '')).not.toMatch(/session=/);
      }
      await withBrowserUser(fixture.browser, async ({ page: scanner, context }) => {
        await scanner.goto(link, { waitUntil: 'networkidle' });
        expect(await heading(scanner, `Sign in to ${fixture.world.domain}`).isVisible()).toBe(true);
        expect((await context.cookies()).filter(({ name }) => name === 'latchkey_session')).toEqual([]);
      });

      await page.goto(link);
      await button(page, 'Sign in').click();
      await button(page, 'Not now').click();
      await page.waitForURL(home());
      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub } });

      await page.goto(link);
      await heading(page, 'This link no longer works').waitFor();
    });
  });
});

describe('"Cancel"', () => {
  it('returns an error to the application if no one has signed in', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(login());
      await button(page, 'Cancel').click();
      await page.waitForURL((url) => url.origin === fixture.app.url);

      expect(await page.textContent('body')).toContain('access_denied');
    });
  });
});
