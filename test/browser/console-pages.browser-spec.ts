import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture, HOSTILE_TEXTS, watchErrors } from '../support/browser/console-fixture.js';
import { eventually } from '../support/eventually.js';
import type { Answer } from '../support/http.js';
import { Rows } from '../support/rows.js';
import { insertSignalStream } from '../support/signal-stream.js';

/** Names have no marks of direction. */
const STORED_TEXTS = HOSTILE_TEXTS.map((text) => text.replaceAll('\u202e', '').trim());
/** The most characters of a name. */
const MAX_NAME_LENGTH = 60;
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
const ROW_COUNT = 50_000;
const ROW_HEIGHT = 54;

let browser: Browser;
let fixture: ConsoleFixture;
let rows: Rows;

beforeAll(async () => {
  [fixture, browser] = await Promise.all([ConsoleFixture.start(), openBrowser()]);
  rows = new Rows(fixture.stack.database.url);
}, 90_000);

afterAll(async () => {
  await rows?.end();
  await Promise.all([fixture?.stop(), browser?.close()]);
});

/** A domain with something on every page, called `text` where a text may stand. @returns the paths of its pages, and those of the subscription */
async function fillDomain(text: string): Promise<string[]> {
  const { caller } = fixture;
  const name = Array.from(text).slice(0, MAX_NAME_LENGTH).join('');
  const domain = await caller.registerDomain();
  const root = `/v1/domain/${domain}`;
  const [{ id: domain_id } = { id: '' }] = await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
  const scopes = [{ scope: 'orders:read', description: text }];
  await expectStored(caller.put(`${root}/client/shop`, CLIENT));
  await expectStored(caller.put(`${root}/client/shop/presentation`, { name }));
  await expectStored(caller.put(`${root}/resource/orders`, { audience: 'https://orders.example.com', name, scopes }));
  await expectStored(caller.put(`${root}/role/clerk`, { description: text }));
  await expectStored(caller.put(`${root}/branding`, { name }));
  await expectStored(caller.post(`${root}/webhook`, { url: 'https://app.example.com/', description: text }));
  await expectStored(caller.post('/v1/api-key', { name, permissions: ['client:read'] }));
  const operator = { issuer: fixture.stack.issuerOf(fixture.home), subject: crypto.randomUUID(), name, permissions: ['client:read'] };
  await expectStored(caller.put(`/v1/operator/${crypto.randomUUID()}`, operator));
  // A username has letters of one script.
  const preferredUsername = text.replace(/\p{Script=Hebrew}.*/u, '');
  const user = await caller.post(`${root}/user`, { preferredUsername, name: text, attributes: { nickname: text } });
  await expectStored(user);
  await rows.insert('identity_provider', { domain_id, name: 'northwind', display_name: name });
  const streamId = await insertSignalStream(rows, domain, { description: text, status: 'paused', status_reason: text });
  const { sub } = user.json as { sub: string };
  const users = ['', '/users', `/users/${sub}`, `/users/${sub}/attributes`, '/providers', '/providers/northwind', '/sign-in-page'];
  const access = ['/clients', '/clients/shop', '/clients/shop/appearance', '/apis', '/apis/orders', '/roles', '/roles/clerk'];
  const activity = [
    '/log',
    '/usage',
    '/webhooks',
    '/webhooks/signals',
    `/webhooks/signals/${streamId}`,
    '/settings',
    '/settings/registration',
  ];
  return ['/domains', '/operators', '/api-keys', ...[...users, ...access, ...activity].map((part) => `/d/${domain}${part}`)];
}

async function expectStored(answer: Promise<Answer> | Answer): Promise<void> {
  const { status, text } = await answer;
  expect([status < 300, text]).toEqual([true, text]);
}

/** The page scrolls in its panel, not in the window. */
const isWiderThanWindow = (page: Page) =>
  page.evaluate('[document.documentElement, document.querySelector("#page")].some((box) => box.scrollWidth > box.clientWidth)');

/** Opens each page as an operator with these permissions, and runs a check when it has loaded. @returns what the checks found, by page */
async function visitPages(
  paths: readonly string[],
  check: (page: Page) => Promise<unknown>,
  options: VisitOptions = {},
): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  const { permissions, onRequest, ...context } = options;
  await withBrowserUser(
    browser,
    async ({ page, context: profile }) => {
      const errors = watchErrors(profile);
      await fixture.open(page, await fixture.operator(permissions));
      if (onRequest) page.on('request', (request) => onRequest(request.method(), request.url()));
      for (const path of paths) {
        await page.goto(`${fixture.url}${path}`);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle');
        found.push([path, await check(page)]);
      }
      expect(errors).toEqual([]);
    },
    context,
  );
  return found;
}

type VisitOptions = BrowserContextOptions & { permissions?: string[]; onRequest?: (method: string, url: string) => void };

describe('every page of the console', () => {
  it.each(STORED_TEXTS)(
    'shows the text %j as it is, and stays as wide as the window',
    async (text) => {
      const checks = await visitPages(await fillDomain(text), async (page) => [
        (await page.title()).endsWith(' · Latchkey'),
        await page.locator('img[src="x"]').count(),
        await isWiderThanWindow(page),
      ]);

      for (const [path, seen] of checks) expect([path, seen]).toEqual([path, [true, 0, false]]);
    },
    120_000,
  );

  it('needs no sideways scroll at 200% zoom, and no color in forced-colors mode', async () => {
    // A window of 1,280 pixels at 200% has 640 CSS pixels.
    const zoomed = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2, forcedColors: 'active' } as const;
    const check = async (page: Page) => [
      await isWiderThanWindow(page),
      await findAccessibilityViolations(page, ['button-name', 'link-name', 'label']),
      await page.evaluate('matchMedia("(forced-colors: active)").matches'),
    ];

    for (const [path, seen] of await visitPages(await fillDomain('Orders of the shop'), check, zoomed))
      expect([path, seen]).toEqual([path, [false, [], true]]);
  }, 120_000);

  it('lets an auditor change nothing, and sends no change', async () => {
    const methods = new Set<string>();
    const onRequest = (method: string, url: string) => {
      if (new URL(url).pathname.startsWith('/v1/')) methods.add(method);
    };
    const name =
      /^(Create|Register|Add|Delete|Save|Rotate|Replay|Send|Pause|Resume|Enable|Verify|Check now|Upload|Apply|Deactivate|Activate)\b/;
    const countChanges = (page: Page) => page.locator('#page').getByRole('button', { name, disabled: false }).count();

    const checks = await visitPages(await fillDomain('Orders of the shop'), countChanges, { permissions: ['*:read'], onRequest });

    expect(checks.filter(([, count]) => count !== 0)).toEqual([]);
    expect([...methods]).toEqual(['GET']);
  }, 120_000);
});

it('scrolls through 50,000 clients with few rows in the document', async () => {
  const domain = await fixture.caller.registerDomain();
  await rows.query(
    `INSERT INTO client (domain_id, client_id, client_type, grant_type, scope, created_at)
     SELECT id, 'client-' || n, 'Confidential', 'ClientCredentials', 'read', now() - make_interval(secs => ${ROW_COUNT} - n)
     FROM domain, generate_series(1, ${ROW_COUNT}) AS n WHERE name = $1`,
    [domain],
  );
  await withBrowserUser(browser, async ({ page }) => {
    await fixture.open(page, await fixture.operator(), `/d/${domain}/clients`);
    const table = page.getByRole('table', { name: 'Clients' });
    await page.getByText('50,000 clients').waitFor();
    const counts: number[] = [];
    await page.locator('#page').hover();
    await eventually(
      async () => {
        await page.mouse.wheel(0, 10 * ROW_HEIGHT);
        counts.push(await table.getByRole('row').count());
        return table.getByText('client-290', { exact: true }).isVisible();
      },
      { timeoutMs: 30_000 },
    );

    expect(Math.max(...counts)).toBeLessThan(60);
  });
}, 60_000);
