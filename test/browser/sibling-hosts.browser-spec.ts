import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startAuth, type Auth } from '../support/auth.js';
import { startBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, field, heading } from '../support/browser/sign-in-steps.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Edge } from '../support/edge.js';
import { startManagement, type Caller, type StartedManagement } from '../support/management.js';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const CLIENT = {
  clientType: 'Public',
  grantType: 'AuthorizationCode',
  scope: 'openid',
  redirectUris: ['https://app.example.com/callback'],
};
const TRUST_ANY_CA = { ignoreHTTPSErrors: true };

let database: TestDatabase;
let management: StartedManagement;
let auth: Auth;
let edge: Edge;
let browser: Browser;
let caller: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { AUTH_URL: 'https://{domain}', RATE_LIMIT: 'off' };
  auth = await startAuth(database.url, { ...settings, TRUST_PROXY: 'loopback' });
  [management, edge] = await Promise.all([startManagement(database.url, settings), Edge.start(auth.port)]);
  caller = management.as(management.apiKey);
  browser = await startBrowser({ https: edge.port });
}, 90_000);

afterAll(async () => {
  await Promise.all([browser?.close(), management?.stop(), auth?.stop(), edge?.stop()]);
  await database.drop();
});

function authorizationRequest(domain: string): string {
  const challenge = 'x'.repeat(43);
  const query = { client_id: 'shop', response_type: 'code', redirect_uri: CLIENT.redirectUris[0]!, scope: 'openid' };
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  return `https://${domain}/connect/authorize?${new URLSearchParams({ ...query, ...pkce }).toString()}`;
}

/** Does what a page of a sibling host can do: sets each of the attacker's cookies for the whole zone. */
async function toss(page: Page, sibling: string, cookies: Awaited<ReturnType<BrowserContext['cookies']>>): Promise<string[]> {
  await page.goto(`https://${sibling}/`);
  const zone = sibling.split('.').slice(1).join('.');
  const lines = cookies.map(({ name, value }) => `${name}=${value}; Domain=${zone}; Path=/; Secure`);
  return page.evaluate((all) => {
    for (const line of all) document.cookie = line;
    return document.cookie.split('; ').map((pair) => pair.split('=')[0]!);
  }, lines);
}

it('does not continue a sign-in in another browser, even if a sibling host sets its cookies there', async () => {
  const [domain, sibling] = [await caller.registerDomain(), await caller.registerDomain()];
  await caller.put(`/v1/domain/${domain}/client/shop`, CLIENT);

  await withBrowserUser(
    browser,
    async (attacker) => {
      await attacker.page.goto(authorizationRequest(domain));
      const page = attacker.page.url();
      const cookies = await attacker.context.cookies();
      expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['__Host-browser', '__Secure-interaction']));

      await withBrowserUser(
        browser,
        async (victim) => {
          const kept = await toss(victim.page, sibling, cookies);
          expect(kept).toContain('__Secure-interaction_resume');
          expect(kept.filter((name) => name.startsWith('__Host-'))).toEqual([]);

          expect((await victim.page.goto(page))!.status()).toBe(400);
          await attacker.page.route('**/connect/authorize/*', (route) => route.abort());
          await Promise.all([attacker.page.waitForRequest('**/connect/authorize/*'), button(attacker.page, 'Cancel').click()]);
          const resumed = page.replace('/sign-in/', '/connect/authorize/');
          expect((await victim.page.goto(resumed))!.status()).toBe(400);
          await heading(victim.page, 'This sign-in has ended').waitFor();

          // The victim can still sign in, despite the tossed cookies.
          await victim.page.goto(authorizationRequest(domain));
          await field(victim.page, 'Username or email').fill('somebody.of.them');
          await button(victim.page, 'Continue').click();
          await button(victim.page, 'Email me a link').waitFor();
        },
        TRUST_ANY_CA,
      );
    },
    TRUST_ANY_CA,
  );
});
