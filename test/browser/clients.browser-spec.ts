import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, openLink, enterUsername } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import { Apache } from '../support/relying-party/apache.js';
import { startSinglePageApp } from '../support/relying-party/single-page-app.js';
import { freePort } from '../support/service-process.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInHarness, type TestUser } from '../support/sign-in-harness.js';

const SCOPE = 'openid profile email offline_access';

let stack: SignInStack;
let browser: Browser;
let world: SignInHarness;

beforeAll(async () => {
  [stack, browser] = await Promise.all([SignInStack.start(), startBrowser()]);
  world = await SignInHarness.create(stack);
}, 60_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close()]);
  await stack?.stop();
});

/** On our page, after an application has redirected to it. */
async function signIn(page: Page, user: TestUser): Promise<void> {
  await enterUsername(page, user.username);
  await openLink(page, world, user);
  await button(page, 'Not now').click();
}

describe('an application with openid-client', () => {
  it('signs in, asks for user info, refreshes, introspects and signs out', async () => {
    const app = await world.app('node-app');
    const user = await world.user('kim.node.app');
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await signIn(page, user);
      await page.waitForURL(`${app.url}/`);
      const { tokens, claims } = (await app.get('/')) as { tokens: Record<string, string>; claims: object };
      expect(claims).toMatchObject({ sub: user.sub, email: user.email, preferred_username: user.username });
      expect(await app.get('/userinfo')).toMatchObject({ sub: user.sub, email: user.email, name: 'Maria Muster' });
      expect(await app.get('/introspect')).toMatchObject({ active: true, sub: user.sub, client_id: 'node-app' });

      await page.goto(`${app.url}/refresh`);
      const { tokens: fresh } = (await app.get('/')) as { tokens: Record<string, string> };
      expect(fresh['refresh_token']).not.toBe(tokens['refresh_token']);
      expect(fresh['access_token']).not.toBe(tokens['access_token']);
      expect(await app.get('/userinfo')).toMatchObject({ sub: user.sub });

      await page.goto(`${app.url}/logout`);
      await page.waitForURL(`${app.url}/`);
      expect(await world.log('user.sign-out')).toEqual([expect.objectContaining({ sub: user.sub, clientId: 'node-app' })]);
      await page.goto(`${app.url}/login?prompt=none`);
      expect(await page.textContent('body')).toContain('login_required');
    });
  });

  it('pushes its requests', async () => {
    const app = await world.app('par-app');
    const user = await world.user('kim.par.app');
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login?par=yes`);
      expect(new URL(page.url()).search).toBe('');
      await signIn(page, user);
      await page.waitForURL(`${app.url}/`);

      expect(await app.get('/')).toMatchObject({ claims: { sub: user.sub } });
    });
  });
});

describe('an application with oidc-client-ts, in the browser', () => {
  it('signs in as a public client, asks for user info and refreshes across origins, and signs out', async () => {
    const port = await freePort();
    const home = `http://127.0.0.1:${port}/`;
    const uris = { redirectUris: [home], postSignOutRedirectUris: [home], allowedOrigins: [new URL(home).origin] };
    await world.client('spa', { clientType: 'Public', ...uris });
    const app = await startSinglePageApp({ issuer: world.issuer, clientId: 'spa', port });
    const user = await world.user('kim.spa.10.app');
    try {
      await withBrowserUser(browser, async ({ page }) => {
        const shown = (id: string) =>
          eventually(async () => JSON.parse((await page.textContent(id)) || 'null') as Record<string, unknown> | null);
        await page.goto(home);
        await page.click('#sign-in');
        await signIn(page, user);
        await page.waitForURL(home);
        const before = await shown('#user');
        expect(before).toMatchObject({ profile: { sub: user.sub, email: user.email }, token_type: 'Bearer' });
        await page.click('#user-info');
        expect(await shown('#info')).toMatchObject({ status: 200, claims: { sub: user.sub, email: user.email } });

        await page.click('#refresh');
        await eventually(async () => (await shown('#user')).refresh_token !== before.refresh_token);
        expect(await page.textContent('#error')).toBe('');

        await page.click('#sign-out');
        await page.waitForURL(home);
        expect(await page.textContent('#user')).toBe('null');
        await page.click('#sign-in');
        await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      });
    } finally {
      await app.stop();
    }
  });
});

describe('a site behind mod_auth_openidc', () => {
  it('signs in, displays the user, refreshes and signs out', async () => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const uris = { redirectUris: [`${origin}/protected/redirect_uri`], postSignOutRedirectUris: [`${origin}/`] };
    const clientSecret = (await world.client('apache', uris))!;
    const apache = await Apache.start({ issuer: world.issuer, clientId: 'apache', clientSecret, scope: SCOPE, port });
    const user = await world.user('kim.apache.10');
    try {
      await withBrowserUser(browser, async ({ page }) => {
        const info = async () => {
          await page.goto(`${origin}/protected/redirect_uri?info=json`);
          return JSON.parse((await page.textContent('pre')) ?? '') as Record<string, Record<string, unknown>>;
        };
        await page.goto(`${origin}/protected/`);
        await signIn(page, user);
        await page.waitForURL(`${origin}/protected/`);
        expect(await page.textContent('h1')).toContain(user.sub);
        const before = await info();
        expect(before).toMatchObject({ id_token: { sub: user.sub }, userinfo: { sub: user.sub, email: user.email } });

        const refresh = new URLSearchParams({ refresh: `${origin}/protected/`, access_token: String(before['access_token']) });
        await page.goto(`${origin}/protected/redirect_uri?${refresh.toString()}`);
        await page.waitForURL((url) => url.pathname === '/protected/' && !url.searchParams.has('error_code'));
        expect((await info())['access_token']).not.toBe(before['access_token']);

        await page.goto(`${origin}/protected/redirect_uri?logout=${encodeURIComponent(`${origin}/`)}`);
        await page.getByRole('heading', { name: 'Public page' }).waitFor();
        await page.goto(`${origin}/protected/`);
        await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
      });
    } catch (error) {
      throw new Error(await apache.log(), { cause: error });
    } finally {
      await apache.stop();
    }
  });
});
