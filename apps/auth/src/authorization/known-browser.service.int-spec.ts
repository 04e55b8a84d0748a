import { beforeEach, expect, it } from '@jest/globals';
import { OidcPayloadRepository } from '@latchkey/persistence';
import { codeRequest, type Browser } from '../in-process-auth.fixture.js';
import { KnownBrowserService } from './known-browser.service.js';
import { useAuthFixture } from '../auth.fixture.js';

let browser: Browser;

const fixture = useAuthFixture();

beforeEach(async () => {
  fixture.sub = await fixture.user();
  browser = fixture.browser();
  await browser.signIn(codeRequest(await fixture.client()).request, { sub: fixture.sub });
});

/** Whether a cookie proves that a user has signed in with the browser before. */
function knows(who: string, value = cookie(), at = fixture.domain): Promise<boolean> {
  const domainRequest = { request: { headers: { cookie: `__Host-known=${value}` } }, domain: at };
  return fixture.auth.app.get(KnownBrowserService, { strict: false }).isKnown(domainRequest as never, who);
}

function cookie(): string {
  return browser.cookies.find(({ name }) => name === '__Host-known')!.value;
}

it('remembers the last five users of a browser, and no one else', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => fixture.user()));
  expect([await knows(fixture.sub), await knows(others[0]!)]).toEqual([true, false]);

  for (const other of others) {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ sub: other, amr: ['email'], acr: '0' });
    await browser.request('/double/session', { method: 'POST', headers, body });
  }

  expect(await Promise.all(others.map((other) => knows(other)))).toEqual([true, true, true, true, true]);
  expect(await knows(fixture.sub)).toBe(false);
});

it('remembers a browser in one domain, for 90 days, unless its cookie was altered', async () => {
  const [since = '', proof = ''] = cookie().split('~');
  const other = await fixture.auth.domain();
  await fixture.auth.rows.query('INSERT INTO end_user SELECT (jsonb_populate_record(u, $1)).* FROM end_user AS u WHERE sub = $2', [
    JSON.stringify({ domain_id: other.id }),
    fixture.sub,
  ]);

  expect(await knows(fixture.sub, `${since}~${proof}`)).toBe(true);
  for (const value of [
    `${Number(since) + 1}~${proof}`,
    `${since}~${'x'.repeat(43)}`,
    `${since}`,
    '',
    `${Number(since) - 91 * 86_400}~${proof}`,
  ])
    expect(await knows(fixture.sub, value)).toBe(false);
  expect(await knows(fixture.sub, cookie(), other)).toBe(false);
});

it('forgets a browser once all sessions of its user have ended', async () => {
  await fixture.auth.app.get(OidcPayloadRepository, { strict: false }).endUserSessions(fixture.domain.id, fixture.sub);

  expect(await knows(fixture.sub)).toBe(false);
});
