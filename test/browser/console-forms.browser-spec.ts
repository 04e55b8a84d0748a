import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture, HOSTILE_TEXTS, watchErrors } from '../support/browser/console-fixture.js';
import { button, field } from '../support/browser/sign-in-steps.js';

/** A form: its page, what opens it, and what sends it. */
interface Form {
  path: string;
  opens?: string;
  sends: string;
}

const FORMS: Form[] = [
  { path: '/domains', opens: 'Register domain', sends: 'Register domain' },
  { path: '/operators', opens: 'Add operator', sends: 'Add operator' },
  { path: '/api-keys', opens: 'Create API key', sends: 'Create API key' },
  { path: '/d/:domain/clients/shop/appearance', sends: 'Save' },
  { path: '/d/:domain/clients/shop/settings', sends: 'Save' },
  { path: '/d/:domain/apis/new', sends: 'Create API' },
  { path: '/d/:domain/apis/orders', sends: 'Save' },
  { path: '/d/:domain/roles', opens: 'Create role', sends: 'Create role' },
  { path: '/d/:domain/roles/clerk', sends: 'Save' },
  { path: '/d/:domain/users', opens: 'Create user', sends: 'Create user' },
  { path: '/d/:domain/users/:sub/attributes', sends: 'Save' },
  { path: '/d/:domain/users/:sub/links', sends: 'Make a sign-in link' },
  { path: '/d/:domain/providers/new?preset=generic', sends: 'Save' },
  { path: '/d/:domain/providers/new?preset=saml', sends: 'Save' },
  { path: '/d/:domain/sign-in-page', sends: 'Save' },
  { path: '/d/:domain/webhooks/new', sends: 'Create webhook' },
  { path: '/d/:domain/settings/configuration', sends: 'Plan' },
  { path: '/d/:domain/settings/registration', sends: 'Save' },
];

let browser: Browser;
let fixture: ConsoleFixture;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start(), openBrowser()]);
}, 90_000);

afterAll(async () => {
  await Promise.all([fixture?.stop(), browser?.close()]);
});

/** Types a text into every field that takes it. @returns how many there were */
async function fillAll(form: Locator, text: string): Promise<number> {
  const fields = form.locator('input:is([type=text], [type=url], [type=email], [type=tel], [type=password], :not([type])), textarea');
  let filled = 0;
  for (const each of await fields.all()) {
    const isChoice = (await each.getAttribute('aria-haspopup')) !== null || (await each.getAttribute('inputmode')) === 'numeric';
    if (isChoice || !(await each.isVisible()) || !(await each.isEditable())) continue;
    await each.fill(text);
    filled += 1;
  }
  return filled;
}

describe('every form of the console', () => {
  it.each(HOSTILE_TEXTS)(
    'takes %j as text, and says what is wrong with it',
    async (text) => {
      const domain = await fixture.caller.registerDomain();
      const root = `/v1/domain/${domain}`;
      const client = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid', redirectUris: ['https://app.example.com/'] };
      await fixture.caller.put(`${root}/client/shop`, client);
      await fixture.caller.put(`${root}/resource/orders`, { audience: 'https://orders.example.com', name: 'Orders' });
      await fixture.caller.put(`${root}/role/clerk`, {});
      const user = await fixture.caller.post(`${root}/user`, { preferredUsername: 'maya@example.com', name: 'Maya' });
      const { sub } = user.json as { sub: string };
      await withBrowserUser(browser, async ({ page, context }) => {
        const errors = watchErrors(context);
        page.on('dialog', (dialog) => void dialog.accept());
        await fixture.open(page, await fixture.operator());
        for (const { path, opens, sends } of FORMS) {
          await page.goto(`${fixture.url}${path.replace(':domain', domain).replace(':sub', sub)}`);
          await page.locator('h1').waitFor();
          await page.waitForLoadState('networkidle');
          if (opens) await button(page, opens).first().click();
          const form = opens ? page.getByRole('dialog') : page.locator('#page');
          await form.getByRole('textbox').first().waitFor();
          // The request line of the page is behind the dialog.
          if (opens) await form.getByRole('note', { name: 'Or by the API' }).getByText('/v1/').waitFor();
          const filled = await fillAll(form, text);
          const send = form.getByRole('button', { name: sends, exact: true }).first();
          if (await send.isEnabled()) await send.click();
          await page.waitForLoadState('networkidle');

          const seen = [
            filled > 0,
            (await page.title()).endsWith(' · Latchkey'),
            await page.locator('img[src="x"]').count(),
            await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
          ];
          expect([path, ...seen]).toEqual([path, true, true, 0, true]);
        }
        expect(errors).toEqual([]);
      });
    },
    180_000,
  );
});

describe('a second operator who changes the same', () => {
  /** Changes a name in a dialog after another operator did, and takes theirs. */
  async function takeTheirs(page: Page, name: string, changeIt: () => Promise<unknown>): Promise<void> {
    await page.getByRole('link', { name }).first().click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
    await changeIt();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Another operator saved this meanwhile' });
    await conflict.getByRole('radio', { name: 'Mine' }).waitFor();
    await conflict.getByRole('radio', { name: 'Theirs' }).check();
    await button(page, 'Save this choice').click();
    await conflict.waitFor({ state: 'hidden' });
  }

  it('is shown beside one in the dialog of an API key', async () => {
    const body = { name: 'Pipeline', permissions: ['client:read'] };
    const { id } = (await fixture.caller.post('/v1/api-key', body)).json as { id: string };
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), '/api-keys');
      await takeTheirs(page, 'Pipeline', () => fixture.caller.put(`/v1/api-key/${id}`, { ...body, name: 'Theirs' }));
    });

    expect((await fixture.caller.get(`/v1/api-key/${id}`)).json).toMatchObject({ name: 'Theirs', permissions: ['client:read'] });
  });

  it('is shown beside one in the dialog of an operator', async () => {
    const path = `/v1/operator/${crypto.randomUUID()}`;
    const body = { issuer: fixture.stack.issuerOf(fixture.home), subject: crypto.randomUUID(), name: 'Tomás', permissions: ['*:read'] };
    await fixture.caller.put(path, body);
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), '/operators');
      await takeTheirs(page, 'Tomás', () => fixture.caller.put(path, { ...body, name: 'Theirs' }));
    });

    expect((await fixture.caller.get(path)).json).toMatchObject({ name: 'Theirs' });
  });

  it('loses nothing: changes of other fields are merged in silence', async () => {
    const body = { name: 'Pipeline of two', permissions: ['client:read'] };
    const { id } = (await fixture.caller.post('/v1/api-key', body)).json as { id: string };
    await withBrowserUser(browser, async ({ page }) => {
      await fixture.open(page, await fixture.operator(), '/api-keys');
      await page.getByRole('link', { name: 'Pipeline of two' }).click();
      await field(page, 'Name').fill('Mine');
      await fixture.caller.put(`/v1/api-key/${id}`, { ...body, permissions: ['client:write'] });
      await button(page, 'Save').click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });

    expect((await fixture.caller.get(`/v1/api-key/${id}`)).json).toMatchObject({ name: 'Mine', permissions: ['client:write'] });
  });
});
