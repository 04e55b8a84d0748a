import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, openLink, enterUsername, field, heading, pressPasskeyButton } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';
import type { OpenidClientApp } from '../support/relying-party/openid-client.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';
import { FakeIdentityProvider } from '../support/upstream/fake-identity-provider.js';

const SECRET = 'the-secret-of-a-domain-at-its-provider';

let stack: SignInStack;
let browser: Browser;
let upstream: FakeIdentityProvider;
let world: SignInDomainFixture;
let app: OpenidClientApp;

beforeAll(async () => {
  [stack, browser, upstream] = await Promise.all([SignInStack.start(), openBrowser(), FakeIdentityProvider.start()]);
  world = await SignInDomainFixture.create(stack);
  for (const name of ['northwind', 'globex']) await connect(name);
  app = await world.app('shop');
}, 60_000);

beforeEach(() => {
  upstream.behave();
  upstream.accounts.clear();
  account({ name: 'Jane Doe' });
});

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close(), upstream?.stop()]);
  await stack?.stop();
});

function account(claims: object, more: { acr?: string } = {}): void {
  const defaults = { preferred_username: 'jane.doe.upstream', email: 'jane@example.com' };
  upstream.account({ sub: 'jane', claims: { ...defaults, ...claims }, ...more });
}

/** Connects the domain to the upstream as an operator does: with the redirect URI from the management API. */
async function connect(name: string, more: object = {}): Promise<void> {
  const client = { issuer: upstream.issuer, clientId: `latchkey-${name}`, clientSecret: SECRET, displayName: name.toUpperCase(), ...more };
  const path = `/v1/domain/${world.domain}/provider/${name}`;
  const { status, text } = await stack.caller.put(path, client);
  if (status >= 300) throw new Error(text);
  const { redirectUri } = (await stack.caller.get(path)).json as { redirectUri: string };
  upstream.register({
    client_id: client.clientId,
    client_secret: SECRET,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: [`${redirectUri}/signed-out`],
    token_endpoint_auth_method: 'client_secret_basic',
  });
}

const home = (url: string) => `${url}/`;

/** Signs in to the application with an identity provider. @returns the claims that the application receives */
async function signIn(page: Page, provider = 'NORTHWIND'): Promise<Record<string, unknown>> {
  await page.goto(`${app.url}/login`);
  await button(page, `Continue with ${provider}`).click();
  await button(page, 'I am jane').click();
  await page.waitForURL(home(app.url));
  return (await app.get('/'))['claims'] as Record<string, unknown>;
}

describe('federated sign-in', () => {
  it('begins with a mail address of the provider', async () => {
    await connect('acme', { mailDomains: ['acme.example'] });
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await field(page, 'Username or email').fill('jane.doe@acme.example');
      await button(page, 'Continue').click();
      await page.waitForURL(`${upstream.issuer}/**`);
      await button(page, 'I am jane').click();
      await page.waitForURL(home(app.url));

      expect((await app.get('/'))['claims']).toMatchObject({ name: 'Jane Doe' });
    });
    await stack.caller.delete(`/v1/domain/${world.domain}/provider/acme`);
  });

  it("returns to the application, with the identity provider's current claims at each sign-in", async () => {
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await heading(page, 'Sign in').waitFor();

      const before = await signIn(page);
      account({ name: 'Jane Roe' });
      await page.goto(`${app.url}/login?prompt=login`);
      await button(page, 'Continue with NORTHWIND').click();
      await button(page, 'I am jane').click();
      await page.waitForURL(home(app.url));

      expect(before).toMatchObject({ name: 'Jane Doe', amr: ['federated'], acr: '0' });
      expect((await app.get('/'))['claims']).toMatchObject({ sub: before['sub'], name: 'Jane Roe' });
      const [entry] = await world.log('user.signed_in');
      expect(entry).toMatchObject({ user: before['sub'], client: 'shop', data: { identityProvider: 'northwind', methods: ['provider'] } });
    });
  });

  it('creates another user at another identity provider with the same address', async () => {
    const subs = new Set<unknown>();
    for (const provider of ['NORTHWIND', 'GLOBEX']) {
      await withBrowserUser(browser, async ({ page }) => {
        const { sub, email } = await signIn(page, provider);
        expect(email).toBe('jane@example.com');
        subs.add(sub);
      });
    }

    expect(subs.size).toBe(2);
  });

  it("shows an account page with the user's sessions, which also signs out at the identity provider", async () => {
    await withBrowserUser(browser, async ({ page }) => {
      await signIn(page);
      await page.goto(`${world.issuer}/account`);
      expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Sessions', 'Connected applications']);

      await button(page, 'Sign out').click();
      await page.waitForURL(`${upstream.issuer}/session/end**`);
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await heading(page, 'You are signed out').waitFor();

      expect(new URL(page.url()).origin).toBe(world.issuer);
      await page.goto(`${app.url}/login`);
      await heading(page, 'Sign in').waitFor();
      await button(page, 'Continue with NORTHWIND').click();
      await button(page, 'I am jane').waitFor();
    });
  });
});

describe('sign-in rejected by the identity provider', () => {
  it('shows the reason, and offers the other methods', async () => {
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await button(page, 'Continue with NORTHWIND').click();
      await button(page, 'Cancel').click();
      await heading(page, 'You did not sign in at NORTHWIND').waitFor();
      const number = await page.locator('.request-id code').textContent();
      const [entry] = await world.log('user.sign_in_failed');
      expect(entry).toMatchObject({ requestId: number, data: { identityProvider: 'northwind', reason: 'cancelled' }, user: null });

      await page.getByRole('link', { name: 'Start again' }).click();
      await field(page, 'Username or email').waitFor();
      await button(page, 'Continue with GLOBEX').click();
      await button(page, 'I am jane').click();
      await page.waitForURL(home(app.url));
    });
  });

  it('shows an error if the identity provider was disabled meanwhile', async () => {
    await connect('initech');
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await button(page, 'Continue with INITECH').waitFor();
      await connect('initech', { enabled: false });
      await button(page, 'Continue with INITECH').click();
      await heading(page, 'This sign-in method is not available').waitFor();

      await page.getByRole('link', { name: 'Start again' }).click();
      await button(page, 'Continue with GLOBEX').waitFor();
      expect(await button(page, 'Continue with INITECH').count()).toBe(0);
    });
  });

  it("shows an error if the identity provider's assurance is too low, and succeeds after a stronger sign-in there", async () => {
    const bank = await world.app('bank', { policies: ['phishing-resistant'] });
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${bank.url}/login`);
      await button(page, 'Continue with GLOBEX').click();
      await button(page, 'I am jane').click();
      await heading(page, 'A stronger sign-in is required').waitFor();
    });
    account({ name: 'Jane Doe' }, { acr: 'phr' });
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${bank.url}/login`);
      await button(page, 'Continue with NORTHWIND').click();
      await button(page, 'I am jane').click();
      await page.waitForURL(home(bank.url));
      expect((await bank.get('/'))['claims']).toMatchObject({ acr: 'phr', amr: ['federated'] });
    });
  });
});

describe('identity provider with a new signing key', () => {
  it('is accepted once the new key has been fetched', async () => {
    await withBrowserUser(browser, async ({ page }) => void (await signIn(page)));
    await upstream.rotateKeys();

    const claims = await eventually(
      async () => {
        let found: Record<string, unknown> | null = null;
        await withBrowserUser(browser, async ({ page }) => {
          await page.goto(`${app.url}/login`);
          await button(page, 'Continue with NORTHWIND').click();
          await button(page, 'I am jane').click();
          await heading(page, 'We could not verify the response')
            .or(page.locator('body', { hasText: '"claims"' }))
            .first()
            .waitFor();
          if (page.url() === home(app.url)) found = (await app.get('/'))['claims'] as Record<string, unknown>;
        });
        return found;
      },
      { timeoutMs: 25_000 },
    );

    expect(claims).toMatchObject({ name: 'Jane Doe' });
  }, 60_000);
});

describe('another Latchkey domain as identity provider', () => {
  it('provides a passkey sign-in, which satisfies the strongest policy', async () => {
    const theirs = await SignInDomainFixture.create(stack);
    const user = await theirs.user('maria.of.partner');
    const path = `/v1/domain/${world.domain}/provider/partner`;
    const redirectUri = `${world.issuer}/connect/federation/partner`;
    const clientSecret = await theirs.client('northwind-bank', {
      redirectUris: [redirectUri],
      postSignOutRedirectUris: [`${redirectUri}/signed-out`],
    });
    const scopes = ['openid', 'profile', 'email'];
    const put = await stack.caller.put(path, {
      issuer: theirs.issuer,
      clientId: 'northwind-bank',
      clientSecret,
      scopes,
      displayName: 'Partner',
    });
    expect(put.status).toBeLessThan(300);
    const vault = await world.app('vault', { allowLocalLogin: false, providers: ['partner'], policies: ['phishing-resistant'] });

    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${vault.url}/login`);
      // No choice here: the page redirects to the only identity provider.
      await enterUsername(page, user.username);
      expect(new URL(page.url()).origin).toBe(theirs.issuer);
      await openLink(page, theirs, user);
      await pressPasskeyButton(page, 'Create a passkey');
      await page.waitForURL(home(vault.url));
      const claims = (await vault.get('/'))['claims'] as Record<string, unknown>;
      expect(claims).toMatchObject({ iss: world.issuer, acr: 'phr', amr: ['federated'], email: user.email });
      expect(claims['sub']).not.toBe(user.sub);

      // Uses single sign-on at both domains.
      await page.goto(`${vault.url}/login?prompt=login`);
      await pressPasskeyButton(page, 'Sign in with a passkey');
      await page.waitForURL(home(vault.url));
      expect((await vault.get('/'))['claims']).toMatchObject({ sub: claims['sub'], acr: 'phr' });
    });
    await theirs.stop();
  }, 60_000);
});
