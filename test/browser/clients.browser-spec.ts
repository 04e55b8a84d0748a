import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { demoEnvironment, DEMO_USER, provisionDemo } from '../../scripts/start/demo.mjs';
import { registerLocalhost } from '../../scripts/start/localhost-domain.mjs';
import { ManagementClient } from '../../scripts/start/management-client.mjs';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, heading, openLink, enterUsername, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import { send } from '../support/http.js';
import { Apache } from '../support/relying-party/apache.js';
import { ServerProgram } from '../support/relying-party/server-program.js';
import { startSinglePageApp } from '../support/relying-party/single-page-app.js';
import { freePort } from '../support/service-process.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture, type TestUser } from '../support/sign-in-domain-fixture.js';

const SCOPE = 'openid profile email offline_access';

let stack: SignInStack;
let browser: Browser;
let world: SignInDomainFixture;

beforeAll(async () => {
  [stack, browser] = await Promise.all([SignInStack.start(), openBrowser()]);
  world = await SignInDomainFixture.create(stack);
}, 60_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close()]);
  await stack?.stop();
});

/** Waits on Latchkey's page after an application has redirected to it. */
async function signIn(page: Page, user: TestUser): Promise<void> {
  await enterUsername(page, user.username);
  await openLink(page, world, user);
  await button(page, 'Not now').click();
}

describe('application with openid-client', () => {
  it('signs in, requests userinfo, refreshes, introspects and signs out', async () => {
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
      expect(await world.log('user.signed_out')).toEqual([expect.objectContaining({ user: user.sub, client: 'node-app' })]);
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

describe('application with oidc-client-ts in the browser', () => {
  it('signs in as a public client, requests userinfo and refreshes across origins, and signs out', async () => {
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

describe('demo of npm start', () => {
  it('signs its user in with the link in its inbox, then with a passkey, shows claims, calls the API, refreshes and signs out', async () => {
    const demoPort = await freePort();
    const origin = `http://localhost:${demoPort}`;
    const management = new ManagementClient(stack.management.url, stack.management.apiKey);
    expect(await registerLocalhost(management)).toBe(true);
    const settings = { AUTH_URL: `http://{domain}:${stack.auth.port}`, LISTEN_ADDRESS: '127.0.0.1', outbox: true };
    const secret = await provisionDemo(management, origin);
    const program = fileURLToPath(new URL('../../examples/web-app/server.mjs', import.meta.url));
    const demo = new ServerProgram(process.execPath, [program], demoEnvironment({ settings, demoPort }, secret, management));
    try {
      await eventually(() => demo.output.includes(origin) || (demo.isRunning ? null : 'ended'), { timeoutMs: 15_000 });
      await withBrowserUser(browser, async ({ page, context }) => {
        const section = (name: string) => page.getByRole('region', { name });
        await page.goto(origin);
        expect(await findAccessibilityViolations(page)).toEqual([]);
        const inbox = await context.newPage();
        await inbox.goto(`${origin}/inbox`);
        expect(await findAccessibilityViolations(inbox)).toEqual([]);
        await page.getByRole('link', { name: 'Sign in' }).click();
        await button(page, 'Continue').click();
        await button(page, 'Email me a link').click();
        // Only the first tab has an authenticator.
        await page.goto((await inbox.getByRole('link', { name: 'Open the link' }).getAttribute('href'))!);
        await button(page, 'Sign in').click();
        await pressPasskeyButton(page, 'Create a passkey');
        await heading(page, 'Your notes').waitFor();
        expect(await findAccessibilityViolations(page)).toEqual([]);
        await page.getByRole('textbox', { name: 'New note' }).fill('Buy <b>a door key</b>');
        await button(page, 'Keep it').click();
        await page.getByText('Buy <b>a door key</b>').waitFor();
        await button(page, 'Delete the note: Welcome! Only you see this note.').click();
        await page.getByText('Welcome!').waitFor({ state: 'detached' });
        expect(await findAccessibilityViolations(page)).toEqual([]);
        await page.getByRole('link', { name: 'For developers' }).click();
        expect(await findAccessibilityViolations(page)).toEqual([]);
        expect(await section('ID token').textContent()).toContain(DEMO_USER);
        expect(await section('UserInfo').textContent()).toContain(DEMO_USER);

        const before = await section('Access token').textContent();
        await button(page, 'Refresh tokens').click();
        await page.getByText('You have new tokens').waitFor();
        expect(await section('Access token').textContent()).not.toBe(before);

        await page.getByRole('link', { name: 'Back to your notes' }).click();
        await button(page, 'Sign out').click();
        await heading(page, 'Notes that are yours alone').waitFor();
        await page.getByRole('link', { name: 'Sign in' }).click();
        await pressPasskeyButton(page, 'Sign in with a passkey');
        await page.getByText('Buy <b>a door key</b>').waitFor();
      });
      expect(await send(`http://127.0.0.1:${demoPort}/`)).toMatchObject({ status: 421 });
      expect(await send(`${origin}/api/notes`)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    } finally {
      await demo.stop();
    }
  });
});

describe('site behind mod_auth_openidc', () => {
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
