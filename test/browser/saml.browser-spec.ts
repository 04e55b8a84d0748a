import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { button, heading } from '../support/browser/sign-in-steps.js';
import type { OpenidClientApp } from '../support/relying-party/openid-client.js';
import { PySaml2 } from '../support/saml/pysaml2.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';
import { SignInStack } from '../support/sign-in-stack.js';

let stack: SignInStack;
let browser: Browser;
let idp: PySaml2;
let world: SignInDomainFixture;
let app: OpenidClientApp;

const entityId = () => `${world.issuer}/connect/federation/pysaml2/saml/metadata`;

/** Connects the identity provider as an operator does: with its metadata, and with ours. */
async function connect(changes: object = {}): Promise<void> {
  const path = `/v1/domain/${world.domain}/provider/pysaml2`;
  const saml = { metadata: await idp.fetchMetadata() };
  const provider = { kind: 'saml', issuer: idp.entityId, clientId: entityId(), displayName: 'PySAML2', saml, ...changes };
  const { status, text, json } = await stack.caller.put(path, provider);
  if (status >= 300) throw new Error(text);
  const { samlMetadataUri } = json as { samlMetadataUri: string };
  expect(samlMetadataUri).toBe(entityId());
  await idp.register((await stack.auth.send(world.domain, new URL(samlMetadataUri).pathname)).text);
}

beforeAll(async () => {
  [stack, browser, idp] = await Promise.all([
    SignInStack.start(),
    openBrowser(),
    PySaml2.start({ id: 'grace-0815', attributes: { mail: ['grace@example.com'], displayName: ['Grace Hopper'], givenName: ['Grace'] } }),
  ]);
  world = await SignInDomainFixture.create(stack);
  app = await world.app('shop');
}, 90_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close(), idp?.stop()]);
  await stack?.stop();
});

it('signs in a user of pysaml2, each time the same one', async () => {
  await connect();
  const subs = new Set<unknown>();
  for (let time = 0; time < 2; time += 1) {
    await withBrowserUser(browser, async ({ page }) => {
      await page.goto(`${app.url}/login`);
      await button(page, 'Continue with PySAML2').click();
      await page.waitForURL(`${app.url}/`);
      const claims = (await app.get('/'))['claims'] as Record<string, unknown>;
      expect(claims).toMatchObject({ email: 'grace@example.com', name: 'Grace Hopper', given_name: 'Grace', amr: ['federated'] });
      subs.add(claims['sub']);
    });
  }

  expect(subs.size).toBe(1);
});

it('signs a user out at pysaml2 too, and here when pysaml2 asks for it', async () => {
  await connect();
  await withBrowserUser(browser, async ({ page }) => {
    for (const time of ['first', 'second']) {
      await page.goto(`${app.url}/login`);
      await button(page, 'Continue with PySAML2').click();
      await page.waitForURL(`${app.url}/`);
      await page.goto(`${world.issuer}/account`);
      if (time === 'first') await button(page, 'Sign out').click();
      else await page.goto(`${idp.url}/sign-out?${new URLSearchParams({ service: entityId() }).toString()}`);
      await heading(page, time === 'first' ? 'You are signed out' : 'Signed out everywhere').waitFor();

      await page.goto(`${app.url}/login`);
      await button(page, 'Continue with PySAML2').waitFor();
      expect(new URL(page.url()).origin).toBe(world.issuer);
    }
  });
});

it('shows a page to a user of pysaml2 who lacks a required claim', async () => {
  await connect({ requiredClaims: { email: 'ada@example.com' } });

  await withBrowserUser(browser, async ({ page }) => {
    await page.goto(`${app.url}/login`);
    await button(page, 'Continue with PySAML2').click();
    await heading(page, 'This account is not allowed here').waitFor();
    await page.locator('.request-id code').waitFor();
  });
  const [entry] = await world.log('user.sign_in_failed');
  expect(entry).toMatchObject({ data: { identityProvider: 'pysaml2', reason: 'required-claim' } });
});
