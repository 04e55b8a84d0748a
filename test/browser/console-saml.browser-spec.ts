import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findAccessibilityViolations, openBrowser, withBrowserUser } from '../support/browser/browser.js';
import { ConsoleFixture, watchErrors } from '../support/browser/console-fixture.js';
import { button, field } from '../support/browser/sign-in-steps.js';
import { issueRsaCertificate } from '../support/saml/rsa-certificate.js';
import { PySaml2 } from '../support/saml/pysaml2.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';

const SSO_URL = 'https://login.example.com/sso';

let browser: Browser;
let fixture: ConsoleFixture;
let idp: PySaml2;
let world: SignInDomainFixture;

beforeAll(async () => {
  [fixture, browser, idp] = await Promise.all([
    ConsoleFixture.start(),
    openBrowser(),
    PySaml2.start({ id: 'grace-0815', attributes: { mail: ['grace@example.com'], displayName: ['Grace Hopper'] } }),
  ]);
  world = await SignInDomainFixture.create(fixture.stack);
}, 90_000);

afterAll(async () => {
  await Promise.all([world?.stop(), browser?.close(), idp?.stop()]);
  await fixture?.stop();
});

const providerPath = (name: string) => `/v1/domain/${world.domain}/provider/${name}`;
const read = async (name: string) => (await fixture.caller.get(providerPath(name))).json as Record<string, unknown>;

/** Stores a provider that cannot sign anyone in. @returns its certificate */
async function store(name: string): Promise<string> {
  const { pem } = await issueRsaCertificate('CN=idp');
  const body = { kind: 'saml', issuer: `urn:${name}`, clientId: 'urn:acme', saml: { ssoUrl: SSO_URL, certificates: [pem] } };
  expect((await fixture.caller.put(providerPath(name), body)).status).toBe(200);
  return pem;
}

async function inConsole(path: string, act: (page: Page) => Promise<void>): Promise<void> {
  await withBrowserUser(browser, async ({ page, context }) => {
    const errors = watchErrors(context);
    await fixture.open(page, await fixture.operator(), `/d/${world.domain}/providers${path}`);
    await act(page);
    expect(errors).toEqual([]);
  });
}

it('lets an operator connect the SAML provider of a company, and an employee signs in', async () => {
  const app = await world.app('shop');
  await inConsole('/new', async (page) => {
    await page.getByRole('link', { name: 'SAML 2.0' }).click();
    await field(page, 'Name').fill('corp');
    await field(page, 'Name on the button').fill('Corp');
    await field(page, 'Metadata of the provider').fill('<EntityDescriptor entityID="urn:other">');
    expect(await field(page, 'Entity ID of the provider').inputValue()).toBe('urn:other');
    await button(page, 'Save').click();
    await page.getByText('must be well-formed XML').waitFor();
    expect(await field(page, 'Metadata of the provider').getAttribute('aria-invalid')).toBe('true');

    await page.locator('input[type=file]').setInputFiles({
      name: 'metadata.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(await idp.fetchMetadata()),
    });
    await expect(field(page, 'Entity ID of the provider').inputValue()).resolves.toBe(idp.entityId);
    await button(page, 'Check the configuration').click();
    await page.getByText('The configuration is valid.').waitFor();
    await button(page, 'Save').click();
    await page.getByText('Corp added').waitFor();

    // The administrator of the company gets the address from the operator.
    const metadata = await page.locator('dl code').first().textContent();
    expect(await read('corp')).toMatchObject({ kind: 'saml', clientId: metadata, samlMetadataUri: metadata });
    await idp.register((await fixture.stack.auth.send(world.domain, new URL(metadata!).pathname)).text);
  });

  await withBrowserUser(browser, async ({ page }) => {
    await page.goto(`${app.url}/login`);
    await button(page, 'Continue with Corp').click();
    await page.waitForURL(`${app.url}/`);
    expect((await app.get('/'))['claims']).toMatchObject({ email: 'grace@example.com', name: 'Grace Hopper' });
  });
});

it('shows the values of the metadata, and saves a change of each', async () => {
  await store('byhand');
  await inConsole('/byhand', async (page) => {
    expect(await field(page, 'Sign-on address').inputValue()).toBe(SSO_URL);
    await field(page, 'Logout address').fill('ldap://login.example.com');
    await field(page, 'Attribute that identifies the user').fill('employee');
    await page.getByRole('switch', { name: 'Sign requests' }).check();
    await button(page, 'Save').click();
    await page.getByText('1 field to correct').waitFor();
    expect(await field(page, 'Logout address').getAttribute('aria-invalid')).toBe('true');

    await field(page, 'Logout address').fill('https://login.example.com/slo');
    await button(page, 'Save').click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  const saml = { ssoUrl: SSO_URL, sloUrl: 'https://login.example.com/slo', subjectAttribute: 'employee', signRequests: true };
  expect(await read('byhand')).toMatchObject({ issuer: 'urn:byhand', clientId: 'urn:acme', saml });
});

it('rejects metadata with another entity ID at its field when a provider is edited', async () => {
  await store('stays');
  await inConsole('/stays', async (page) => {
    await page.getByText('From metadata', { exact: true }).click();
    await field(page, 'Metadata of the provider').fill(await idp.fetchMetadata());
    expect(await field(page, 'Entity ID of the provider').inputValue()).toBe('urn:stays');
    await button(page, 'Save').click();
    await page.getByText(`its entityID is "${idp.entityId}"`).waitFor();
  });

  expect(await read('stays')).toMatchObject({ saml: { ssoUrl: SSO_URL } });
});

it('lets an operator choose between two sign-on addresses, and keeps the other changes of both', async () => {
  const pem = await store('shared');
  await inConsole('/shared', async (page) => {
    await field(page, 'Sign-on address').fill('https://login.example.com/mine');
    await page.getByRole('switch', { name: 'Sign requests' }).check();
    const saml = { ssoUrl: 'https://login.example.com/theirs', certificates: [pem], subjectAttribute: 'employee' };
    await fixture.caller.put(providerPath('shared'), { kind: 'saml', issuer: 'urn:shared', clientId: 'urn:acme', saml });
    await button(page, 'Save').click();
    const conflict = page.getByRole('dialog', { name: 'Another operator saved this meanwhile' });
    await conflict.getByRole('radio', { name: 'https://login.example.com/theirs' }).check();
    expect(await conflict.getByRole('rowheader').allTextContents()).toEqual(['Sign-on address']);
    await button(page, 'Save this choice').click();
    await page.getByText('Saved', { exact: true }).waitFor();
  });

  const saml = { ssoUrl: 'https://login.example.com/theirs', subjectAttribute: 'employee', signRequests: true };
  expect(await read('shared')).toMatchObject({ saml });
});

it('rotates the key of the domain', async () => {
  await store('keyed');
  const readMetadata = async () => (await fixture.stack.auth.send(world.domain, '/connect/federation/keyed/saml/metadata')).text;
  const before = await readMetadata();
  await inConsole('/keyed', async (page) => {
    await button(page, 'Rotate key').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page.getByText('Key rotated').waitFor();
  });

  expect(await readMetadata()).not.toBe(before);
});

it.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)('has no violation that axe-core finds, at %d px and %s', async (width, colorScheme) => {
  await store(`axe-${width}`);
  await withBrowserUser(
    browser,
    async ({ page }) => {
      await fixture.open(page, await fixture.operator());
      for (const path of ['/new?preset=saml', `/axe-${width}`]) {
        await page.goto(`${fixture.url}/d/${world.domain}/providers${path}`);
        await field(page, 'Entity ID of the provider').waitFor();
        await page.waitForLoadState('networkidle');
        expect([path, await findAccessibilityViolations(page)]).toEqual([path, []]);
        expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
      }
    },
    { viewport: { width, height: 800 }, colorScheme },
  );
});

it('shows an auditor the configuration and what is registered, without a way to change them', async () => {
  await store('audited');
  await withBrowserUser(
    browser,
    async ({ page }) => {
      await fixture.open(page, await fixture.operator(['*:read']), `/d/${world.domain}/providers/audited`);
      await page.getByText(SSO_URL).waitFor();

      expect(await page.locator('dl code').allTextContents()).toContain(`${world.issuer}/connect/federation/audited/saml/metadata`);
      expect(await page.getByRole('button', { name: /Save|Rotate key|Check the configuration/ }).count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
    { viewport: { width: 360, height: 800 } },
  );
});
