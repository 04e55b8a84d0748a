import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture, watchErrors } from '../support/browser/console-fixture.js';
import { button, field, heading } from '../support/browser/sign-in-steps.js';
import { eventually } from '../support/eventually.js';

/** Markup, emoji, right to left, and a word without an end. */
const HOSTILE_NAMES = [
  '<img src=x onerror="document.title=1">',
  '\u{1f6b2}'.repeat(30),
  '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd',
  'W'.repeat(60),
];

const MAX_FIRST_LOAD_BYTES = 250 * 1024;

let browser: Browser;
let fixture: ConsoleFixture;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start(), openBrowser()]);
}, 90_000);

afterAll(async () => {
  await Promise.all([fixture?.stop(), browser?.close()]);
});

const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name, exact: true });

/** A domain with an API. @returns its name */
async function createDomain(): Promise<string> {
  const domain = await fixture.caller.registerDomain();
  const api = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'orders:read', description: 'Read orders' }] };
  await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, api);
  return domain;
}

const readApi = async (domain: string) => (await fixture.caller.get(`/v1/domain/${domain}/resource/orders`)).json;

describe('the console', () => {
  it('leads an operator from the sign-in to a new domain', async () => {
    await withBrowserUser(browser, async ({ page, context }) => {
      const errors = watchErrors(context);
      await fixture.open(page, await fixture.operator());

      await button(page, 'Register domain').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Register domain' }).click();
      await page.waitForURL(/\/console\/d\/.+\.sandbox\.localhost/);

      const domain = decodeURIComponent(new URL(page.url()).pathname.split('/')[3]!);
      await heading(page, domain).waitFor();
      expect((await fixture.caller.get(`/v1/domain/${domain}`)).status).toBe(200);
      expect(errors).toEqual([]);
    });
  });

  it('creates a service with access to an API, whose secret gets a token', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/clients`);
      await button(page, 'Create client').click();
      await page.getByRole('radio', { name: 'Service', exact: true }).check();
      await button(page, 'Next').click();
      await field(page, 'Client id').fill('stock-service');
      await button(page, 'Next').click();
      await page.getByRole('checkbox', { name: /^Orders/ }).check();
      await page.getByRole('checkbox', { name: 'orders:read' }).check();
      await button(page, 'Next').click();
      await button(page, 'Next').click();
      await button(page, 'Create client').click();

      const secret = await field(page, 'Client secret').inputValue();
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
      const { status, json } = await fixture.stack.auth.send(domain, '/connect/token', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Authorization: `Basic ${Buffer.from(`stock-service:${secret}`).toString('base64')}`,
        },
        body: 'grant_type=client_credentials&resource=https%3A%2F%2Forders.example.com',
      });

      expect([status, json]).toMatchObject([200, { scope: 'orders:read' }]);
      expect(stored).not.toContain(secret);
    });
  });

  it('lets clients of a host come without an operator, and shows the error of a host at its field', async () => {
    const domain = await createDomain();
    const path = `/v1/domain/${domain}/client-registration`;
    await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, { audience: 'https://orders.example.com', name: 'Orders' });
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/settings/registration`);
      await page.getByRole('switch', { name: 'Allow such clients' }).check();
      await page.getByRole('region', { name: 'Client ID metadata documents' }).getByRole('checkbox', { name: 'Orders' }).check();
      await page.getByRole('switch', { name: 'Allow clients to register themselves' }).check();
      await page.getByRole('switch', { name: 'Require an initial access token' }).check();
      await field(page, 'Hosts').fill('app.example.com\nhttps://b');
      await button(page, 'Save').click();
      await page.getByText('1 field to correct').waitFor();

      await field(page, 'Hosts').fill('app.example.com');
      await button(page, 'Save').click();
      await page.getByText('Saved', { exact: true }).waitFor();

      const documents = { enabled: true, hosts: ['app.example.com'], resources: ['orders'] };
      const dynamicRegistration = { enabled: true, requireInitialAccessToken: true, resources: [] };
      expect((await fixture.caller.get(path)).json).toMatchObject({ metadataDocuments: documents, dynamicRegistration });
    });
  });

  it('creates an initial access token, shows it once, and revokes it', async () => {
    const domain = await createDomain();
    const path = `/v1/domain/${domain}/client-registration/token`;
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/settings/registration`);
      await button(page, 'Create token').click();
      const dialog = page.getByRole('dialog');
      const create = dialog.getByRole('button', { name: 'Create token', exact: true });
      await create.click();
      await dialog.getByLabel('Name').and(dialog.locator('[aria-invalid="true"]')).fill('partner <img onerror>');
      await dialog.getByLabel('Clients').fill('1');
      await create.click();

      const secret = await page.getByLabel('Initial access token', { exact: true }).inputValue();
      expect(secret).toMatch(/^[\w-]{40,}$/);
      await page.getByText('0 of 1 clients registered').waitFor();
      expect((await fixture.caller.get(path)).json).toMatchObject([{ name: 'partner <img onerror>', maxUses: 1 }]);
      await page.getByLabel('I have stored the secret').check();
      await button(page, 'Done').click();
      expect(await page.content()).not.toContain(secret);

      await button(page, 'Revoke partner <img onerror>').click();
      await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
      await page.getByText('The domain has no initial access token.').waitFor();
      expect((await fixture.caller.get(path)).json).toEqual([]);
    });
  });

  it('loads at most 250 KB for the first page', async () => {
    await withBrowserUser(browser, async ({ page, context }) => {
      // The page is loaded before and after the sign-in; the second time its files are in the cache.
      const sizes = new Map<string, number>();
      const urls = new Map<string, string>();
      const network = await context.newCDPSession(page);
      await network.send('Network.enable');
      network.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
      network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const url = urls.get(requestId) ?? '';
        if (url.startsWith(`${fixture.url}/assets/`) && !sizes.has(url)) sizes.set(url, encodedDataLength);
      });
      await fixture.open(page, await fixture.operator());
      await page.getByRole('table', { name: 'Domains' }).getByRole('link').first().waitFor();
      await page.waitForLoadState('networkidle');

      expect(sizes.size).toBeGreaterThan(5);
      expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_LOAD_BYTES);
    });
  });

  it('keeps tokens out of addresses and storage', async () => {
    await withBrowserUser(browser, async ({ page }) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await fixture.open(page, await fixture.operator());
      await heading(page, 'Domains').waitFor();

      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');

      expect(stored).not.toMatch(/eyJ|verifier/);
      expect(page.url()).toBe(`${fixture.url}/domains`);
      expect(requested.filter((url) => /eyJ|access_token/.test(url))).toEqual([]);
    });
  });

  it('shows the request that "Save" sends, and an error of the API at its field', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/apis/orders`);

      await field(page, 'Audience').fill('orders');
      await page.getByText(`PUT /v1/domain/${domain}/resource/orders`).waitFor();
      await button(page, 'Save').click();

      await page.getByText('1 field to correct').waitFor();
      expect(await field(page, 'Audience').getAttribute('aria-invalid')).toBe('true');
      expect(await readApi(domain)).toMatchObject({ audience: 'https://orders.example.com' });
    });
  });

  it('merges the change of a second operator, and asks where both changed the same field', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/apis/orders`);
      await field(page, 'Name').fill('Orders of mine');
      const others = { audience: 'https://orders.example.org', name: 'Orders', scopes: [{ scope: 'orders:read', description: 'Read' }] };
      await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, others);

      await button(page, 'Save').click();
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(await readApi(domain)).toMatchObject({ audience: 'https://orders.example.org', name: 'Orders of mine' });

      await field(page, 'Name').fill('Mine');
      await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, { ...others, name: 'Theirs' });
      await button(page, 'Save').click();
      await page.getByRole('radio', { name: 'Theirs' }).check();
      await button(page, 'Save this choice').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await field(page, 'Name').inputValue()).toBe('Theirs');
      expect(await readApi(domain)).toMatchObject({ name: 'Theirs' });
    });
  });

  it('keeps what was typed when the other version does not load', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}/apis/orders`);
      await field(page, 'Name').fill('Mine');
      await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, { audience: 'https://orders.example.com', name: 'Theirs' });
      await page.route('**/resource/orders', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));

      await button(page, 'Save').click();

      await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('Mine');
      expect(await button(page, 'Save').isEnabled()).toBe(true);
      expect(await readApi(domain)).toMatchObject({ name: 'Theirs' });
    });
  });

  it('loses nothing that was typed when the session ends, and sends the request again', async () => {
    const domain = await createDomain();
    const operator = await fixture.operator();
    await withBrowserUser(browser, async ({ page, context }) => {
      await fixture.open(page, operator, `/d/${domain}/apis/orders`);
      await field(page, 'Name').fill('Typed before');
      await fixture.caller.delete(`/v1/operator/${operator.operatorId}`);
      await button(page, 'Save').click();
      const dialog = page.getByRole('dialog', { name: 'Your session is over' });
      await dialog.waitFor();

      await fixture.grant(operator);
      const opened = context.waitForEvent('page');
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      const popup = await opened;
      if (!popup.isClosed()) await popup.waitForEvent('close');

      await expectName(domain, 'Typed before');
      await dialog.waitFor({ state: 'hidden' });
    });
  });

  it('is used by the keyboard alone', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), `/d/${domain}`);

      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await page.getByRole('table', { name: 'APIs' }).getByRole('link').first().waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await field(page, 'Name').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await page.keyboard.type('roles');
      await page.keyboard.press('Enter');
      await heading(page, 'Roles').waitFor();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys' });
      await help.waitFor();
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'hidden' });

      expect(new URL(page.url()).pathname).toBe(`/console/d/${domain}/roles`);
    });
  });

  it('lets an auditor read everything and change nothing', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(['*:read']), `/d/${domain}/apis/orders`);

      expect(await field(page, 'Name').getAttribute('readonly')).not.toBeNull();
      for (const [title, action] of [
        ['APIs', 'Create API'],
        ['Clients', 'Create client'],
        ['Users', 'Create user'],
        ['Domains', 'Register domain'],
      ] as const) {
        await section(page, title).click();
        await heading(page, title).waitFor();
        await page.waitForLoadState('networkidle');
        expect(await button(page, action).count()).toBe(0);
        expect(await page.getByRole('link', { name: action }).count()).toBe(0);
      }
    });
  });

  it('hides what an operator may not read', async () => {
    const domain = await createDomain();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(['domain:read', 'user:read']), `/d/${domain}`);

      await section(page, 'Users').waitFor();
      expect(await section(page, 'Clients').count()).toBe(0);
      expect(await section(page, 'Operators').count()).toBe(0);
    });
  });

  it.each(HOSTILE_NAMES)('shows the name %j as text', async (text) => {
    const domain = await createDomain();
    const scopes = [{ scope: 'orders:read', description: text }];
    await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, { audience: 'https://orders.example.com', name: text, scopes });
    await withBrowserUser(browser, async ({ page, context }) => {
      const errors = watchErrors(context);
      await fixture.open(page, await fixture.operator(), `/d/${domain}/apis`);
      await page.getByRole('table', { name: 'APIs' }).getByRole('link').first().click();
      await field(page, 'Name').waitFor();

      expect(await field(page, 'Name').inputValue()).toBe(text);
      expect(errors).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });

  it.each([
    [360, 'light'],
    [1280, 'dark'],
  ] as const)(
    'has no violation that axe-core finds, at %d px and %s',
    async (width, colorScheme) => {
      const domain = await createDomain();
      const pages = [
        '',
        '/clients',
        '/apis',
        '/apis/orders',
        '/roles',
        '/users',
        '/providers',
        '/sign-in-page',
        '/log',
        '/usage',
        '/webhooks',
        '/webhooks/signals',
        '/settings',
        '/settings/registration',
      ];
      await withBrowserUser(
        browser,
        async ({ page }) => {
          await fixture.open(page, await fixture.operator());
          for (const path of ['/domains', '/operators', '/api-keys', ...pages.map((part) => `/d/${domain}${part}`)]) {
            await page.goto(`${fixture.url}${path}`);
            await page.locator('h1').waitFor();
            await page.waitForLoadState('networkidle');
            expect([path, await findAccessibilityViolations(page)]).toEqual([path, []]);
            expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
          }
        },
        { viewport: { width, height: 800 }, colorScheme },
      );
    },
    120_000,
  );
});

/** Waits until the API has a name. */
function expectName(domain: string, name: string): Promise<unknown> {
  return eventually(async () => ((await readApi(domain)) as { name: string }).name === name);
}
