import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { OidcPayloadRepository } from '@latchkey/persistence';
import { codeRequest, InProcessAuth, type Browser, type ServedDomainOfTest } from '../../in-process-auth.fixture.js';
import { KnownBrowserService } from './known-browser.service.js';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let sub: string;
let browser: Browser;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
}, 60_000);

afterAll(() => auth.stop());

beforeEach(async () => {
  sub = await auth.user(domain);
  browser = auth.browser(domain);
  await browser.signIn(codeRequest(await auth.client(domain)).request, { sub });
});

/** Whether a cookie proves that a user has signed in from the browser. */
function knows(who: string, value = cookie(), at = domain): Promise<boolean> {
  const domainRequest = { request: { headers: { cookie: `__Host-known=${value}` } }, domain: at };
  return auth.app.get(KnownBrowserService, { strict: false }).isKnown(domainRequest as never, who);
}

function cookie(): string {
  return browser.cookies.find(({ name }) => name === '__Host-known')!.value;
}

it('a browser is known to its last five users, and to no one else', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => auth.user(domain)));
  expect([await knows(sub), await knows(others[0]!)]).toEqual([true, false]);

  for (const other of others) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ sub: other, amr: ['email'], acr: '0' });
    await browser.request('/double/session', { method: 'POST', headers, body });
  }

  expect(await Promise.all(others.map((other) => knows(other)))).toEqual([true, true, true, true, true]);
  expect(await knows(sub)).toBe(false);
});

it('a browser is known in one domain, for 90 days, unless its cookie was altered', async () => {
  const [since = '', proof = ''] = cookie().split('~');
  const other = await auth.domain();
  await auth.rows.query('INSERT INTO end_user SELECT (jsonb_populate_record(u, $1)).* FROM end_user AS u WHERE sub = $2', [
    JSON.stringify({ domain_id: other.id }),
    sub,
  ]);

  expect(await knows(sub, `${since}~${proof}`)).toBe(true);
  for (const value of [
    `${Number(since) + 1}~${proof}`,
    `${since}~${'x'.repeat(43)}`,
    `${since}`,
    '',
    `${Number(since) - 91 * 86_400}~${proof}`,
  ])
    expect(await knows(sub, value)).toBe(false);
  expect(await knows(sub, cookie(), other)).toBe(false);
});

it('a browser is unknown once all sessions of its user have ended', async () => {
  await auth.app.get(OidcPayloadRepository, { strict: false }).endUserSessions(domain.id, sub);

  expect(await knows(sub)).toBe(false);
});
