import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { withBrowserUser } from '../support/browser/browser.js';
import { oneTimeCode, previousCode } from '../support/browser/one-time-code.js';
import {
  button,
  openLink,
  enrolPasskey,
  enterUsername,
  field,
  heading,
  signInByLink,
  pressPasskeyButton,
} from '../support/browser/sign-in-steps.js';
import { useSignInBrowserFixture } from '../support/browser/sign-in-browser-fixture.js';
import type { OpenidClientApp } from '../support/relying-party/openid-client.js';
import type { TestUser } from '../support/sign-in-domain-fixture.js';

const fixture = useSignInBrowserFixture();

const TWO_STEP = 'urn:latchkey:acr:two-step';
const home = (app: OpenidClientApp) => `${app.url}/`;

/** Signs in by a link to an application without a policy, and sets up nothing. */
async function signIn(page: Page, user: TestUser): Promise<void> {
  await signInByLink(page, fixture.world, { from: `${fixture.app.url}/login`, user });
  await button(page, 'Not now').click();
  await page.waitForURL(home(fixture.app));
}

/** Sets up the app on the page that requires it. @returns the secret */
async function setUpApp(page: Page): Promise<string> {
  await button(page, 'Set up an authenticator app').click();
  const secret = (await page.locator('.secret').textContent())!;
  await field(page, 'Code').fill(await previousCode(secret));
  await button(page, 'Confirm').click();
  await button(page, 'I have kept them').click();
  return secret;
}

describe('policy mfa', () => {
  it('requires an authenticator app after a link, once it is set up', async () => {
    const app = await fixture.world.app('bank-app', { policies: ['mfa'] });
    const user = await fixture.world.user('nina.mfa.app');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: `${app.url}/login`, user });
      await heading(page, 'Add a stronger sign-in method').waitFor();
      expect(await button(page, 'Not now').count()).toBe(0);
      const secret = await setUpApp(page);
      await page.waitForURL(home(app));
      expect(await app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: TWO_STEP, amr: ['email', 'otp'] } });

      await page.goto(`${app.url}/login?prompt=login`);
      await enterUsername(page, user.username);
      await openLink(page, fixture.world, user);
      await heading(page, 'One more step').waitFor();
      expect(await button(page, 'Email me a link').count()).toBe(0);
      await button(page, 'Use an authenticator app').click();
      await field(page, 'Code').fill(oneTimeCode(secret));
      await button(page, 'Verify').click();
      await button(page, 'Not now').click();
      await page.waitForURL(home(app));
      expect(await app.get('/')).toMatchObject({ claims: { acr: TWO_STEP, amr: ['email', 'otp'] } });
    });
  });

  it('requires a link after a code', async () => {
    const app = await fixture.world.app('bank-code', { policies: ['mfa'] });
    const user = await fixture.world.user('nina.mfa.code');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signInByLink(page, fixture.world, { from: `${app.url}/login`, user });
      const secret = await setUpApp(page);
      await page.waitForURL(home(app));
      await page.goto(`${app.url}/login?prompt=login`);
      await enterUsername(page, user.username);
      await button(page, 'Use an authenticator app').click();
      await field(page, 'Code').fill(oneTimeCode(secret));
      await button(page, 'Verify').click();
      await heading(page, 'One more step').waitFor();
      await openLink(page, fixture.world, user);
      await button(page, 'Not now').click();
      await page.waitForURL(home(app));

      expect(await app.get('/')).toMatchObject({ claims: { acr: TWO_STEP, amr: ['otp', 'email'] } });
    });
  });

  it('accepts a passkey, and counts the existing session if only another factor is missing', async () => {
    const app = await fixture.world.app('bank-key', { policies: ['mfa'] });
    const user = await fixture.world.user('nina.mfa.key');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signIn(page, user);
      await page.goto(`${app.url}/login`);
      await heading(page, 'Add a stronger sign-in method').waitFor();
      await pressPasskeyButton(page, 'Create a passkey');
      await page.waitForURL(home(app));

      expect(await app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: 'phr', amr: ['email', 'pop', 'user', 'mfa'] } });
    });
  });
});

describe('policy phishing-resistant', () => {
  it('accepts only a passkey, neither a link nor a code', async () => {
    const app = await fixture.world.app('vault', { policies: ['phishing-resistant'] });
    const user = await fixture.world.user('nina.vault.10');
    await withBrowserUser(fixture.browser, async (person) => {
      const { page, authenticator } = person;
      await enrolPasskey(person, fixture.world, { from: `${app.url}/login`, user });
      expect(await app.get('/')).toMatchObject({ claims: { acr: 'phr' } });
      await page.goto(`${app.url}/login?prompt=login`);
      await enterUsername(page, user.username);
      expect(await button(page, 'Use an authenticator app').count()).toBe(0);
      expect(await button(page, 'Use a recovery code').count()).toBe(0);
      await authenticator.clear();
      await openLink(page, fixture.world, user);

      await heading(page, 'One more step').waitFor();
      expect(await button(page, 'Create a passkey').count()).toBe(0);
      expect(await button(page, 'Sign in with a passkey').count()).toBe(1);
    });
  });
});

describe('parameters of a request', () => {
  it('acr_values: makes users with a passkey use it, lets others sign in without, and reports the actual acr', async () => {
    const user = await fixture.world.user('nina.wish.10');
    await withBrowserUser(fixture.browser, async (person) => {
      const { page } = person;
      await signIn(page, user);
      await page.goto(`${fixture.app.url}/login?acr_values=phr`);
      await page.waitForURL(home(fixture.app));
      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub, acr: '0', amr: ['email'] } });

      await enrolPasskey(person, fixture.world, { from: `${fixture.app.url}/login?prompt=login`, user });
      await page.goto(`${fixture.app.url}/login?prompt=login&acr_values=phr`);
      await enterUsername(page, user.username);
      await openLink(page, fixture.world, user);
      await heading(page, 'One more step').waitFor();
      await pressPasskeyButton(page, 'Sign in with a passkey');
      await page.waitForURL(home(fixture.app));
      expect(await fixture.app.get('/')).toMatchObject({ claims: { acr: 'phr' } });
    });
  });

  it('prompt=none: never shows a page, signed in or not', async () => {
    const user = await fixture.world.user('nina.silent.10');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(`${fixture.app.url}/login?prompt=none`);
      expect(await page.textContent('body')).toContain('login_required');
      await signIn(page, user);
      await page.goto(`${fixture.app.url}/login?prompt=none`);
      await page.waitForURL(home(fixture.app));
      expect(await fixture.app.get('/')).toMatchObject({ claims: { sub: user.sub } });
      await page.goto(`${fixture.app.url}/login?prompt=none&max_age=0`);
      expect(await page.textContent('body')).toContain('login_required');
    });
  });

  it('login_hint and ui_locales: fill in the name and choose the language', async () => {
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(`${fixture.app.url}/login?login_hint=nina.hint&ui_locales=de`);

      expect(await page.getAttribute('html', 'lang')).toBe('de');
      expect(await field(page, 'Benutzername oder E-Mail').inputValue()).toBe('nina.hint');
    });
  });
});

describe('policy reauthenticate', () => {
  it('prevents single sign-on', async () => {
    const app = await fixture.world.app('payroll', { policies: ['reauthenticate'] });
    const user = await fixture.world.user('nina.again.10');
    await withBrowserUser(fixture.browser, async (person) => {
      const { page } = person;
      await enrolPasskey(person, fixture.world, { from: `${fixture.app.url}/login`, user });
      for (let visit = 0; visit < 2; visit += 1) {
        await page.goto(`${app.url}/login`);
        await pressPasskeyButton(page, 'Sign in with a passkey');
        await page.waitForURL(home(app));
        expect(await app.get('/')).toMatchObject({ claims: { sub: user.sub, amr: ['pop', 'user', 'mfa'] } });
      }
    });
  });
});

describe('policy consent', () => {
  it('asks every time, and returns access_denied if the user denies', async () => {
    const app = await fixture.world.app('asker', { policies: ['consent'] });
    const user = await fixture.world.user('nina.consent');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signIn(page, user);
      for (let visit = 0; visit < 2; visit += 1) {
        await page.goto(`${app.url}/login`);
        await heading(page, 'asker asks for access').waitFor();
        await button(page, 'Allow').click();
        await page.waitForURL(home(app));
        expect(await app.get('/')).toMatchObject({ claims: { sub: user.sub } });
      }
      await page.goto(`${app.url}/login`);
      await button(page, 'Deny').click();
      await page.getByText('access_denied').waitFor();
    });
  });
});

describe('allowLocalLogin', () => {
  it('offers no local method if false', async () => {
    const app = await fixture.world.app('federated', { allowLocalLogin: false });
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);

      await heading(page, 'You cannot sign in here').waitFor();
      expect(await field(page, 'Username or email').count()).toBe(0);
    });
  });

  it('rejects a session from another application if false', async () => {
    const app = await fixture.world.app('federated-too', { allowLocalLogin: false });
    const user = await fixture.world.user('nina.outside');
    await withBrowserUser(fixture.browser, async ({ page }) => {
      await signIn(page, user);
      await page.goto(`${app.url}/login`);
      await heading(page, 'You cannot sign in here').waitFor();
      await page.goto(`${app.url}/login?prompt=none`);
      expect(await page.textContent('body')).toMatch(/login_required|interaction_required/);
    });
  });
});
