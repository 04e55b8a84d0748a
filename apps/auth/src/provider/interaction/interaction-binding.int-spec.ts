import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { BY_LINK, codeRequest, InProcessAuth, type Browser, type ServedDomainOfTest } from '../../in-process-auth.fixture.js';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  clientId = await auth.client(domain);
  sub = await auth.user(domain);
}, 60_000);

afterAll(() => auth.stop());

async function begin(browser: Browser): Promise<URL> {
  return (await browser.authorize(codeRequest(clientId).request)).location;
}

/** Signs a user in without following the last redirect. @returns its URL */
async function decide(browser: Browser, page: URL): Promise<string> {
  const body = JSON.stringify({ signedIn: { sub, ...BY_LINK } });
  const { headers } = await browser.request(page.pathname, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  return new URL(headers.location!).pathname;
}

it('an interaction is refused in a browser that received its cookies from elsewhere, both its page and its form', async () => {
  const attacker = auth.browser(domain);
  const page = await begin(attacker);
  const tossed = attacker.cookies.filter(({ name }) => !name.startsWith('__Host-')).map((cookie) => ({ ...cookie, path: '/' }));
  const resumed = await decide(attacker, page);
  const victim = auth.browser(domain);
  // The victim's browser has a binding cookie from its own sign-in.
  await begin(victim);
  victim.cookies.unshift(...tossed);

  expect((await victim.request(page.pathname)).json).toEqual({ interaction: null });
  expect((await victim.request(resumed)).status).toBe(400);
  expect((await victim.request('/double/session')).json).toEqual({ session: null });
  expect((await attacker.request(resumed)).headers.location).toMatch(/^https:\/\/app\.example\.com\/callback\?code=/);
});

it('a browser has several interactions, even if two begin at the same moment', async () => {
  const browser = auth.browser(domain);
  const pages = [...(await Promise.all([begin(browser), begin(browser)])), await begin(browser)];

  for (const page of pages) {
    const { location } = await browser.decide(page, { signedIn: { sub, ...BY_LINK } });
    expect(location.searchParams.get('code')).not.toBeNull();
  }
  const names = browser.cookies.map(({ name }) => name).filter((name) => name.startsWith('__Host-browser'));
  expect(names).toEqual(['__Host-browser']);
});
