import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser } from '../support/cookie-browser.js';
import type { Answer } from '../support/http.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { SignInDomainFixture } from '../support/sign-in-domain-fixture.js';

const BRANDING = { name: 'Sparkasse <Weiß & Söhne>', logoUrl: 'https://cdn.example.com/logo.svg', accentColor: '#0b6e4f' };
const CALLBACK = 'https://app.example.com/callback';
const REQUEST = {
  response_type: 'code',
  scope: 'openid',
  redirect_uri: CALLBACK,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

let stack: SignInStack;
let own: SignInDomainFixture;
let other: SignInDomainFixture;

beforeAll(async () => {
  stack = await SignInStack.start();
  [own, other] = [await SignInDomainFixture.create(stack), await SignInDomainFixture.create(stack)];
  for (const world of [own, other]) await world.client('app', { clientType: 'Public', redirectUris: [CALLBACK] });
});

afterAll(() => stack.stop());

function brandingOf({ domain }: SignInDomainFixture): string {
  return `/v1/domain/${domain}/branding`;
}

/** The sign-in page of a new visitor, with its stylesheets. */
async function signInPage({ domain }: SignInDomainFixture): Promise<{ page: Answer; styles: string }> {
  const browser = new CookieBrowser(stack.auth, domain);
  const { answer: page } = await browser.follow(
    await browser.request(`/connect/authorize?${new URLSearchParams({ ...REQUEST, client_id: 'app' })}`),
  );
  const sheets = [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => address!);
  const answers = await Promise.all(sheets.map((address) => browser.request(address)));
  return { page, styles: answers.map(({ text }) => text).join('\n') };
}

describe('the branding of a domain', () => {
  it('defaults to the name of the domain on its pages', async () => {
    const plain = (await stack.caller.get(brandingOf(own))).json as object;
    expect(Object.values(plain).filter((value) => value !== null)).toEqual([]);

    const { page, styles } = await signInPage(own);

    expect([page.status, page.text.includes(own.domain), page.text.includes('<img')]).toEqual([200, true, false]);
    expect(styles).not.toContain(BRANDING.accentColor);
  });

  it('applies to the very next page, and to no other domain', async () => {
    expect((await stack.caller.put(brandingOf(own), BRANDING)).status).toBe(204);

    const [{ page, styles }, others] = [await signInPage(own), await signInPage(other)];

    expect(page.text).toContain('Sparkasse &lt;Weiß &amp; Söhne>');
    expect(page.text).toContain(`src="${BRANDING.logoUrl}"`);
    expect(page.headers['content-security-policy']).toMatch(/img-src [^;]*https:\/\/cdn\.example\.com/);
    expect(styles).toContain(`--lk-accent: ${BRANDING.accentColor}`);
    expect(others.page.text).not.toContain('Sparkasse');
    expect(others.styles).not.toContain(BRANDING.accentColor);
  });

  it('stays unchanged after an update without enough color contrast', async () => {
    const refused = await stack.caller.put(brandingOf(own), { ...BRANDING, accentColor: '#808080' });

    expect(refused.json).toMatchObject({ type: '/problems/invalid-request', errors: [{ pointer: '/accentColor' }] });
    expect((await signInPage(own)).styles).toContain(`--lk-accent: ${BRANDING.accentColor}`);
  });

  it('disappears when it is reset', async () => {
    await stack.caller.put(brandingOf(own), {});

    const { page, styles } = await signInPage(own);

    expect(page.text).not.toContain('Sparkasse');
    expect(styles).not.toContain(BRANDING.accentColor);
  });
});
