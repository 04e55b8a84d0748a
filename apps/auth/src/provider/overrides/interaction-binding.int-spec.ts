import { expect, it } from '@jest/globals';
import { BY_LINK, type Browser } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const fixture = useAuthFixture();

async function begin(browser: Browser): Promise<URL> {
  return (await browser.authorize(fixture.codeRequest().request)).location;
}

/** Signs a user in without following the last redirect. @returns its URL */
async function decide(browser: Browser, page: URL): Promise<string> {
  const body = JSON.stringify({ signedIn: { sub: fixture.sub, ...BY_LINK } });
  const { headers } = await browser.request(page.pathname, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return new URL(headers.location!).pathname;
}

it('rejects both page and form of an interaction in a browser that received its cookies from elsewhere', async () => {
  const attacker = fixture.browser();
  const page = await begin(attacker);
  const tossed = attacker.cookies.filter(({ name }) => !name.startsWith('__Host-')).map((cookie) => ({ ...cookie, path: '/' }));
  const resumed = await decide(attacker, page);
  const victim = fixture.browser();
  // The victim's browser has a binding cookie from its own sign-in.
  await begin(victim);
  victim.cookies.unshift(...tossed);

  expect((await victim.request(page.pathname)).json).toEqual({ interaction: null });
  expect((await victim.request(resumed)).status).toBe(400);
  expect((await victim.request('/double/session')).json).toEqual({ session: null });
  expect((await attacker.request(resumed)).headers.location).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/);
});

it('supports several interactions in a browser, even if two begin at the same moment', async () => {
  const browser = fixture.browser();
  const pages = [...(await Promise.all([begin(browser), begin(browser)])), await begin(browser)];

  for (const page of pages) {
    const { location } = await browser.decide(page, { signedIn: { sub: fixture.sub, ...BY_LINK } });
    expect(location.searchParams.get('code')).not.toBeNull();
  }
  const names = browser.cookies.map(({ name }) => name).filter((name) => name.startsWith('__Host-browser'));
  expect(names).toEqual(['__Host-browser']);
});
