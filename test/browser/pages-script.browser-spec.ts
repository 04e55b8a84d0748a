import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { BrowserContextOptions, Request } from 'playwright-core';
import { startPageFixtureServer, type PageFixtureServer } from '../support/page-fixtures.js';

let pages: PageFixtureServer;

beforeAll(async () => {
  pages = await startPageFixtureServer();
});

afterAll(() => pages.stop());

/** A page with an authenticator that approves, and its posted forms. `answers` are the responses to POSTs by path. */
async function pageWith(answers: Record<string, unknown>, options: BrowserContextOptions = {}) {
  const context = await pages.browser.newContext(options);
  const posts: Request[] = [];
  await context.route('**', (route, request) => {
    if (request.method() !== 'POST') return route.continue();
    posts.push(request);
    const json = answers[new URL(request.url()).pathname];
    return json === undefined ? route.fulfill({ contentType: 'text/html', body: '<h1>Posted</h1>' }) : route.fulfill({ json });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, posts };
}

/** The fields of a form that was posted. */
const fieldsOf = (request: Request | undefined) => Object.fromEntries(new URLSearchParams(request?.postData() ?? ''));

const CHALLENGE = 'Y2hhbGxlbmdlLW9mLXRoaXMtdGVzdA';
const CREATION = {
  rp: { id: 'localhost', name: 'Test' },
  user: { id: 'bWFyaWE', name: 'maria', displayName: 'Maria' },
  challenge: CHALLENGE,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
};
const REQUEST = { rpId: 'localhost', challenge: CHALLENGE, userVerification: 'required' };
const OPTIONS = '/sign-in/fixture/passkey/options';

describe('page script', () => {
  it('solves the challenge of a sign-up, and posts the solution with the address', async () => {
    const { context, page, posts } = await pageWith({});
    await page.goto(pages.addressOf('sign-up-challenge'));
    await page.getByRole('textbox', { name: 'Email' }).fill('maria@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    const { altcha, ...fields } = fieldsOf(posts[0]);
    expect(fields).toEqual({ csrf: 'fixture', requested: '0', username: 'maria@example.com' });
    const { challenge, solution } = JSON.parse(altcha!) as { challenge: Challenge; solution: { counter: number; derivedKey: string } };
    const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!;
    expect(solution).toEqual({ counter, derivedKey });
    await context.close();
  });

  it("creates a passkey, and signs in with it by posting the browser's responses as a form", async () => {
    const { context, page, posts } = await pageWith({ [OPTIONS]: CREATION });
    await page.goto(pages.addressOf('enrolment'));
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    expect(posts.map((request) => new URL(request.url()).pathname)).toEqual([OPTIONS, '/sign-in/fixture/passkey']);
    expect(fieldsOf(posts[0])).toEqual({ csrf: 'fixture' });
    const created = fieldsOf(posts[1]);
    expect(created).toMatchObject({ csrf: 'fixture' });
    const { id, response } = JSON.parse(created['response']!) as { id: string; response: { clientDataJSON: string } };
    expect(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).toMatchObject({
      type: 'webauthn.create',
      challenge: CHALLENGE,
      origin: pages.base,
    });

    await context.unroute('**');
    posts.length = 0;
    await context.route('**', (route, request) => {
      if (request.method() !== 'POST') return route.continue();
      posts.push(request);
      return request.url().endsWith('/options')
        ? route.fulfill({ json: REQUEST })
        : route.fulfill({ body: '<h1>Posted</h1>', contentType: 'text/html' });
    });
    await page.goto(pages.addressOf('methods'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    const used = fieldsOf(posts.at(-1));
    expect(used).toMatchObject({ csrf: 'fixture', username: 'maria.muster@example.com' });
    expect(JSON.parse(used['response']!)).toMatchObject({ id, type: 'public-key' });
    await context.close();
  });

  it('offers passkeys in the username field', async () => {
    const { context, page, posts } = await pageWith({ [OPTIONS]: CREATION });
    await page.goto(pages.addressOf('enrolment'));
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();
    posts.length = 0;
    await context.route(`**${OPTIONS}`, (route) => route.fulfill({ json: REQUEST }));

    await page.goto(pages.addressOf('sign-in'));
    // The test authenticator selects the first suggestion automatically.
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    expect(JSON.parse(fieldsOf(posts.at(-1))['response']!)).toMatchObject({ type: 'public-key' });
    await context.close();
  });

  it("sends the form's username along with a passkey", async () => {
    const { context, page, posts } = await pageWith({ [OPTIONS]: CREATION });
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await page.goto(pages.addressOf('enrolment'));
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();
    await context.route(`**${OPTIONS}`, (route) => route.fulfill({ json: REQUEST }));

    await page.goto(pages.addressOf('sign-in'));
    await page.getByLabel('Username or email').fill('maria.entered');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    expect(fieldsOf(posts.at(-1))).toMatchObject({ csrf: 'fixture', entered: 'maria.entered' });
    await context.close();
  });

  it('shows an error if a ceremony fails, and lets the user try again', async () => {
    const { context, page, posts } = await pageWith({ [OPTIONS]: { ...REQUEST, rpId: 'other.example.com' } });
    await page.goto(pages.addressOf('methods'));
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.click();

    await page.getByRole('alert').filter({ hasText: 'No passkey was used.' }).waitFor();
    expect(await button.isEnabled()).toBe(true);
    await button.click();
    await page.getByRole('alert').filter({ hasText: 'No passkey was used.' }).waitFor();
    expect(posts).toHaveLength(2);
    await context.close();
  });

  it('removes a success message when an error appears', async () => {
    const { context, page } = await pageWith({
      '/account/passkey/options': { ...CREATION, rp: { id: 'other.example.com', name: 'Other' } },
    });
    await page.goto(pages.addressOf('account'));
    await page.getByText('Your passkey is ready.').waitFor();

    await page.getByRole('button', { name: 'Create a passkey' }).click();

    await page.getByRole('alert').filter({ hasText: 'No passkey was created.' }).waitFor();
    expect(await page.getByText('Your passkey is ready.').count()).toBe(0);
    await context.close();
  });

  it('copies and prints recovery codes', async () => {
    const { context, page } = await pageWith({}, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.addInitScript('globalThis.print = () => { globalThis.printed = true; }');
    await page.goto(pages.addressOf('recovery-codes'));
    const codes = await page.locator('.codes code').allTextContents();

    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('status').getByText('Codes copied.').waitFor();
    await page.getByRole('button', { name: 'Print' }).click();

    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
    expect(await page.evaluate('printed')).toBe(true);
    await context.close();
  });

  it('prints recovery codes with their purpose, and nothing else', async () => {
    const { context, page } = await pageWith({});
    await page.goto(pages.addressOf('recovery-codes'));
    const purpose = page.getByText('Recovery codes for login.example.com. Each code signs you in once.');
    const shown = [purpose, page.getByRole('link', { name: 'Download' }), page.getByRole('button', { name: 'I have kept them' })];

    const onScreen = await Promise.all(shown.map((element) => element.isVisible()));
    await page.emulateMedia({ media: 'print' });

    expect([onScreen, await Promise.all(shown.map((element) => element.isVisible()))]).toEqual([
      [false, true, true],
      [true, false, false],
    ]);
    await context.close();
  });

  it('submits the response to the application without a click', async () => {
    const { context, page, posts } = await pageWith({});
    await page.goto(pages.addressOf('form-post'), { waitUntil: 'commit' });
    await page.getByRole('heading', { name: 'Posted' }).waitFor();

    expect(posts[0]!.url()).toBe('https://app.example.com/callback');
    expect(fieldsOf(posts[0])).toEqual({ code: 'fixture', state: 'fixture' });
    await context.close();
  });
});

describe('pages without JavaScript', () => {
  it('do not offer features that cannot work', async () => {
    const { context, page } = await pageWith({}, { javaScriptEnabled: false });
    await page.goto(pages.addressOf('recovery-codes'));

    expect(await page.getByRole('button').allTextContents()).toEqual(['I have kept them', 'Change']);
    expect(await page.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/account/recovery-codes/download');
    await context.close();
  });

  it('explain why the passkey button cannot work, and post an empty response', async () => {
    const { context, page, posts } = await pageWith({}, { javaScriptEnabled: false });
    await page.goto(pages.addressOf('methods'));
    expect(await page.locator('main noscript').innerText()).toContain('Passkeys need JavaScript');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();

    expect(fieldsOf(posts[0])).toEqual({ csrf: 'fixture', username: 'maria.muster@example.com', response: '' });
    await context.close();
  });

  it.each([
    ['sign-in', 'Continue', '/sign-in/fixture', { username: '' }],
    ['methods', 'Email me a link', '/sign-in/fixture/email', { username: 'maria.muster@example.com' }],
    ['code', 'Verify', '/sign-in/fixture/code', { username: 'maria.muster@example.com', code: '' }],
    ['magic-link', 'Sign in', '/connect/magiclink', { token: 'fixture' }],
    ['device-code', 'Continue', '/device', { user_code: '' }],
    ['device-confirmation', 'Deny', '/device/deny', { user_code: 'WDJB-MJHT' }],
    ['consent', 'Allow', '/sign-in/fixture/allow', {}],
  ])('%s works: "%s"', async (name, text, path, fields) => {
    const { context, page, posts } = await pageWith({}, { javaScriptEnabled: false });
    await page.goto(pages.addressOf(name));
    await page.getByRole('button', { name: text, exact: true }).click();

    expect(new URL(posts[0]!.url()).pathname).toBe(path);
    expect(fieldsOf(posts[0])).toEqual({ csrf: 'fixture', ...fields });
    await context.close();
  });
});

describe('choice of the language', () => {
  it('posts the address of the page, once by the script and once by its button', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { context, page, posts } = await pageWith({}, { javaScriptEnabled });
      await page.goto(pages.addressOf('methods'));
      await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Change' }).click();

      await page.getByRole('heading', { name: 'Posted' }).waitFor();
      expect([new URL(posts[0]!.url()).pathname, fieldsOf(posts[0])]).toEqual(['/language', { to: '/methods', language: 'de' }]);
      await context.close();
    }
  });
});

describe('pages with the keyboard alone', () => {
  it('every control of the sign-in page is reachable in order, with a visible focus', async () => {
    const context = await pages.browser.newContext();
    const page = await context.newPage();
    await page.goto(pages.addressOf('sign-in'));
    expect(await page.getByLabel('Username or email').getAttribute('autocomplete')).toBe('username webauthn');
    const reached: unknown[] = [];
    for (let step = 0; step < 6; step += 1) {
      reached.push(await page.evaluate('document.activeElement.textContent || document.activeElement.name'));
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      await page.keyboard.press('Tab');
    }

    const providers = ['Continue with Google', 'Continue with Civic ID'];
    expect(reached).toEqual(['username', 'Continue', 'Sign in with a passkey', ...providers, 'Cancel']);
    await context.close();
  });
});
