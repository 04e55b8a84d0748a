import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture } from '../support/browser/console-fixture.js';
import { button, field, heading } from '../support/browser/sign-in-steps.js';
import { DiscoveryServer } from '../support/discovery-server.js';
import { eventually } from '../support/eventually.js';
import { Rows } from '../support/rows.js';

/** One task of each page that console.browser-spec.ts does not use, in an operator's words. */

const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'orders:read' };
const ORDERS = { audience: 'https://orders.example.com', name: 'Orders', scopes: [{ scope: 'orders:read', description: 'Read orders' }] };

let browser: Browser;
let fixture: ConsoleFixture;
let provider: DiscoveryServer;
let rows: Rows;

beforeAll(async () => {
  [fixture, browser, provider] = await Promise.all([ConsoleFixture.start(), openBrowser(), DiscoveryServer.start()]);
  rows = new Rows(fixture.stack.database.url);
}, 90_000);

afterAll(async () => {
  await rows?.end();
  await Promise.all([fixture?.stop(), browser?.close(), provider?.stop()]);
});

/** Opens a page of a new domain with an API, and acts there. */
async function inDomain(path: string, act: (page: Page, domain: string) => Promise<void>): Promise<void> {
  const domain = await fixture.caller.registerDomain();
  await fixture.caller.put(`/v1/domain/${domain}/resource/orders`, ORDERS);
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(), `/d/${domain}${path}`);
    await act(page, domain);
  });
}

const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const read = async (path: string) => (await fixture.caller.get(path)).json;
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();

/** @returns the status of a token request with a secret */
async function requestToken(domain: string, secret: string): Promise<number> {
  const { status } = await fixture.stack.auth.send(domain, '/connect/token', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`stock:${secret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  });
  return status;
}

describe('an operator', () => {
  it('sees what is missing before a domain goes live, also on the first page of a visit', async () => {
    await inDomain('', async (page) => {
      const missing = page.getByRole('region', { name: 'Before you go live' });
      await missing.getByText(/^\d of 6$/).waitFor();

      expect(await missing.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(['Create a client', 'Support address']));
    });
  });

  it('rotates the secret of a client while the old one still works, and deletes the client by its name', async () => {
    await inDomain('/clients', async (page, domain) => {
      const path = `/v1/domain/${domain}/client/stock`;
      const { clientSecret } = (await fixture.caller.put(path, SERVICE)).json as { clientSecret: string };
      await page.goto(`${fixture.url}/d/${domain}/clients/stock/credentials`);
      await button(page, 'Rotate secret').click();
      await inDialog(page, 'Rotate secret').click();
      const secret = await field(page, 'Client secret').inputValue();

      expect([await requestToken(domain, clientSecret), await requestToken(domain, secret)]).toEqual([200, 200]);

      await page.getByRole('checkbox', { name: 'I have stored the secret' }).check();
      await button(page, 'Done').click();
      await page.getByRole('navigation', { name: 'Parts of the client' }).getByRole('link', { name: 'Settings' }).click();
      await field(page, 'Type stock to confirm').fill('stock');
      await button(page, 'Delete').click();
      await heading(page, 'Clients').waitFor();
      expect((await fixture.caller.get(path)).status).toBe(404);
    });
  });

  it('finds a client by the name that people know', async () => {
    await inDomain('/clients', async (page, domain) => {
      await fixture.caller.put(`/v1/domain/${domain}/client/stock`, SERVICE);
      await fixture.caller.put(`/v1/domain/${domain}/client/stock/presentation`, { name: 'Stock of the shop' });
      await page.reload();
      await page.getByRole('table', { name: 'Clients' }).getByRole('link', { name: 'Stock of the shop' }).click();

      await heading(page, 'Stock of the shop').waitFor();
      expect(await page.title()).toBe('Stock of the shop · Latchkey');
    });
  });

  it('asks what a client would get at an API', async () => {
    await inDomain('/apis', async (page, domain) => {
      await fixture.caller.put(`/v1/domain/${domain}/client/stock`, SERVICE);
      await fixture.caller.put(`/v1/domain/${domain}/client/stock/resource/orders`, { scopes: ['orders:read'] });
      await page.goto(`${fixture.url}/d/${domain}/apis/orders/access`);
      await field(page, 'Client').fill('stock');
      await button(page, 'Test').click();

      await page.getByRole('status').getByText('https://orders.example.com').waitFor();
      expect(await page.getByRole('status').filter({ hasText: 'aud' }).textContent()).toContain('orders:read');
    });
  });

  it('gives a role scopes, and a user the role', async () => {
    await inDomain('/roles', async (page, domain) => {
      const { sub } = (await fixture.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: 'maya@example.com', name: 'Maya' }))
        .json as { sub: string };
      await button(page, 'Create role').click();
      await field(page, 'Role').fill('clerk');
      await inDialog(page, 'Create role').click();
      await heading(page, 'clerk').waitFor();
      await page.getByRole('checkbox', { name: /orders:read/ }).check();
      await button(page, 'Save').click();
      await saved(page);
      await page.goto(`${fixture.url}/d/${domain}/users/${sub}/roles`);
      await page.getByRole('checkbox', { name: /clerk/ }).check();
      await button(page, 'Save').click();
      await saved(page);

      expect(await read(`/v1/domain/${domain}/role/clerk`)).toMatchObject({
        permissions: [{ resource: 'orders', scopes: ['orders:read'] }],
      });
      expect(await read(`/v1/domain/${domain}/user/${sub}/role`)).toEqual(['clerk']);
    });
  });

  it('creates a user, makes a link, deactivates and deletes the user', async () => {
    await inDomain('/users', async (page, domain) => {
      await button(page, 'Create user').click();
      await field(page, 'Username').fill('maya@example.com');
      await field(page, 'Full name').fill('Maya Okafor');
      await inDialog(page, 'Create user').click();
      await heading(page, 'Maya Okafor').waitFor();
      const { pathname } = new URL(page.url());
      const path = `/v1/domain/${domain}/user/${pathname.split('/').at(-1)}`;
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Make a sign-in link' }).click();
      await button(page, 'Make a sign-in link').click();
      expect(await field(page, 'Sign-in link').inputValue()).toContain(domain);
      await page.getByRole('checkbox', { name: 'I have passed the link on' }).check();
      await button(page, 'Done').click();

      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Deactivate' }).click();
      await eventually(async () => ((await read(path)) as { active: boolean }).active === false);
      await button(page, 'More actions').click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await field(page, 'Type maya@example.com to confirm').fill('maya@example.com');
      await button(page, 'Delete').click();
      await heading(page, 'Users').waitFor();

      expect((await fixture.caller.get(path)).status).toBe(404);
    });
  });

  it('sees in the list what users sign in with, and whose codes are locked', async () => {
    await inDomain('/users', async (page, domain) => {
      const { json } = await fixture.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: 'maya@example.com', name: 'Maya' });
      const { sub } = json as { sub: string };
      const [{ id: domain_id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
      await rows.insert('passkey', { domain_id, sub });
      await rows.insert('totp', { domain_id, sub, secret: '\\x00', locked_until: new Date(Date.now() + 60_000) });
      await page.reload();

      const user = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: 'Maya' });
      await user.getByRole('img', { name: 'Passkey' }).waitFor();
      await user.getByRole('img', { name: 'Authenticator app' }).waitFor();
      await user.getByText('Codes locked').waitFor();
      expect(await user.getByRole('img', { name: 'Recovery codes' }).count()).toBe(0);
    });
  });

  it('tests the connection to an identity provider before it is saved', async () => {
    await inDomain('/providers/new?preset=generic', async (page, domain) => {
      await field(page, 'Name').fill('partner');
      await field(page, 'Issuer').fill(provider.issuer);
      await field(page, 'Client ID').fill('latchkey');
      await page.getByLabel('Client secret of the provider').fill('a secret of the provider');
      provider.setBehavior((_request, response) => response.writeHead(500).end());
      await button(page, 'Test the connection').click();
      await page.getByText('Users could not sign in:').waitFor();
      expect(await read(`/v1/domain/${domain}/provider`)).toEqual([]);

      provider.setMetadata({});
      await button(page, 'Test the connection').click();
      await page.getByText('The provider answers, and everything fits.').waitFor();
      await button(page, 'Save').click();
      await page.getByText('partner added').waitFor();

      expect(await read(`/v1/domain/${domain}/provider`)).toMatchObject([{ name: 'partner', issuer: provider.issuer }]);
    });
  });

  it('connects a provider of OAuth 2.0, chosen by its name, for the people of a mail domain', async () => {
    provider.recover();
    await inDomain('/providers/new', async (page, domain) => {
      await page.getByRole('link', { name: 'GitHub' }).click();
      await field(page, 'Token endpoint').fill('not an address');
      await field(page, 'Endpoint that describes the user').fill(`${provider.issuer}/user`);
      await field(page, 'Endpoint of the mail addresses').fill(`${provider.issuer}/user/emails`);
      await field(page, 'Client ID').fill('Iv1.latchkey');
      await page.getByLabel('Client secret of the provider').fill('a secret of the provider');
      await page.getByRole('combobox', { name: 'Mail domains' }).fill('Acme.com');
      await page.getByRole('combobox', { name: 'Mail domains' }).press('Enter');
      await button(page, 'Test the connection').click();
      await page.getByText('must be a URL such as').first().waitFor();

      await field(page, 'Token endpoint').fill(`${provider.issuer}/token`);
      await button(page, 'Test the connection').click();
      await page.getByText('The provider answers, and everything fits.').waitFor();
      await button(page, 'Save').click();
      await page.getByText('GitHub added').waitFor();

      expect(await read(`/v1/domain/${domain}/provider`)).toMatchObject([
        {
          kind: 'oauth2',
          oauth2: { tokenEndpoint: `${provider.issuer}/token` },
          mailDomains: ['acme.com'],
          scopes: ['read:user', 'user:email'],
        },
      ]);
    });
  });

  it('enters the key of Sign in with Apple', async () => {
    await inDomain('/providers/new?preset=apple', async (page, domain) => {
      await field(page, 'Client ID').fill('com.example.login');
      await field(page, 'Team ID').fill('short');
      await field(page, 'Key ID').fill('F6G7H8I9J0');
      await page.getByLabel('Private key').fill('-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----');
      await button(page, 'Save').click();

      await page.getByText('must be 10 capital letters and digits').first().waitFor();
      await page.getByText('must be the private key of appleKey').first().waitFor();
      expect(await read(`/v1/domain/${domain}/provider`)).toEqual([]);
    });
  });

  it('sees the brand on the sign-in page before it is saved', async () => {
    await inDomain('/sign-in-page', async (page, domain) => {
      await field(page, 'Name').fill('Northwind');
      await page.getByRole('img', { name: 'Preview of the sign-in page' }).getByText('Northwind').first().waitFor();
      expect(await read(`/v1/domain/${domain}/branding`)).toMatchObject({ name: null });
      await button(page, 'Save').click();
      await saved(page);

      expect(await read(`/v1/domain/${domain}/branding`)).toMatchObject({ name: 'Northwind' });
    });
  });

  it('creates a webhook, stores its secret, and sends a test event', async () => {
    await inDomain('/webhooks', async (page, domain) => {
      await page.getByRole('link', { name: 'Create webhook' }).click();
      await field(page, 'Address').fill('https://app.example.com/webhook');
      await button(page, 'Create webhook').click();
      expect(await field(page, 'Webhook secret').inputValue()).toMatch(/^whsec_/);
      await page.getByRole('checkbox', { name: 'I have stored the secret' }).check();
      await button(page, 'Done').click();
      await button(page, 'Send test event').click();
      await page.getByText('Test event is on its way').waitFor();

      const [{ id }] = (await read(`/v1/domain/${domain}/webhook`)) as [{ id: string }];
      expect(await read(`/v1/domain/${domain}/webhook/${id}/delivery`)).toHaveLength(1);
    });
  });

  it('follows the log, opens the story of an entry, and sees that the chain is valid', async () => {
    await inDomain('/log', async (page, domain) => {
      await page.getByText(/^Chain valid/).waitFor();
      await button(page, 'Live').click();
      await fixture.caller.put(`/v1/domain/${domain}/client/stock`, SERVICE);
      await page.locator('[data-entry]', { hasText: 'client.created' }).click();

      const pane = page.getByRole('complementary', { name: /^Entry \d+$/ });
      await pane.getByRole('heading', { name: 'The whole story' }).waitFor();
      await pane.getByRole('listitem').filter({ hasText: 'client.created' }).waitFor();
      expect(await pane.getByRole('heading', { level: 2 }).textContent()).toContain('stock');
    });
  });

  it('reads the usage as a table', async () => {
    await inDomain('/usage', async (page, domain) => {
      const { clientSecret } = (await fixture.caller.put(`/v1/domain/${domain}/client/stock`, SERVICE)).json as { clientSecret: string };
      await requestToken(domain, clientSecret);
      await eventually(async () => ((await read(`/v1/domain/${domain}/usage`)) as unknown[]).length > 0, { timeoutMs: 60_000 });
      await page.goto(`${fixture.url}/d/${domain}/usage?view=table`);

      const table = page.getByRole('region', { name: 'Usage by day, as a table' }).getByRole('table');
      await table.waitFor();
      expect(await table.getByRole('row', { name: 'Whole period' }).textContent()).toContain('1');
    });
  }, 90_000);

  it('keeps the log longer, and applies a configuration document after its plan', async () => {
    await inDomain('/settings', async (page, domain) => {
      await field(page, 'Entries').fill('500');
      await button(page, 'Save').click();
      await saved(page);
      expect(await read(`/v1/domain/${domain}/log/retention`)).toMatchObject({ days: 500 });

      await page.getByRole('link', { name: 'Configuration', exact: true }).click();
      await field(page, 'Document, as JSON or YAML').fill('version: 1\nroles:\n  editor:\n    description: Writes\n    permissions: []');
      await button(page, 'Plan').click();
      await heading(page, '1 change').waitFor();
      expect((await fixture.caller.get(`/v1/domain/${domain}/role/editor`)).status).toBe(404);
      await button(page, 'Apply').click();
      await page.getByText('1 change applied').waitFor();

      expect(await read(`/v1/domain/${domain}/role/editor`)).toMatchObject({ description: 'Writes' });
    });
  });

  it('asks for the second factor always, and lets people change less', async () => {
    await inDomain('/settings', async (page, domain) => {
      await page.getByLabel('Ask for the second factor').first().click();
      await page.getByRole('option', { name: 'At each sign-in of people who have one' }).click();
      await page.getByRole('checkbox', { name: 'email', exact: true }).uncheck();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await button(page, 'Save').click();
      await saved(page);

      const editableAttributes = ['name', 'given_name', 'family_name', 'middle_name', 'nickname', 'locale', 'zoneinfo'];
      expect(await read(`/v1/domain/${domain}/sign-in`)).toEqual({ secondFactor: 'Always', editableAttributes });
    });
  });

  it('adds an operator who may only read', async () => {
    const subject = crypto.randomUUID();
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), '/operators');
      await button(page, 'Add operator').click();
      await field(page, 'Id').fill(`auditor-${subject}`);
      await field(page, 'Name').fill('Auditor');
      await field(page, 'Issuer').fill(fixture.stack.issuerOf(fixture.home));
      await field(page, 'Subject').fill(subject);
      await page.getByRole('checkbox', { name: '*:read', exact: true }).check();
      await inDialog(page, 'Add operator').click();
      await saved(page);
    });

    expect(await read(`/v1/operator/auditor-${subject}`)).toMatchObject({ subject, permissions: ['*:read'] });
  });

  it('creates an API key, which works with what it permits', async () => {
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), '/api-keys');
      await button(page, 'Create API key').click();
      await field(page, 'Name').fill('Pipeline');
      await page.getByRole('checkbox', { name: 'domain:read', exact: true }).check();
      await inDialog(page, 'Create API key').click();
      const caller = fixture.management.as(await field(page, 'API key').inputValue());

      expect((await caller.get('/v1/domain?limit=1')).status).toBe(200);
      expect((await caller.post('/v1/domain')).status).toBe(403);
    });
  });
});
