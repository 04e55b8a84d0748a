import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getForm, getHeading } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { findTablesContaining } from '../../../../../../test/support/leftovers.js';
import { MagicLinkFixture, REDIRECT_URI } from './magic-link.fixture.js';

let fixture: MagicLinkFixture;

beforeAll(async () => {
  fixture = await MagicLinkFixture.start();
});

afterAll(() => fixture.stop());

beforeEach(() => fixture.createDomainAndUser());

/** Without the id of the request, and the form that returns to the page's own address. */
const withoutId = ({ text }: Answer) => text.replace(/<code>[^<]*<\/code>/, '').replace(/<form [^>]*data-language.*?<\/form>/s, '');

const countSignIns = () => fixture.stack.auth.readMetric('latchkey_sign_ins_total{method="link",outcome="succeeded"}');

function expectUnusable(answer: Answer): void {
  expect({ status: answer.status, heading: getHeading(answer) }).toEqual({ status: 400, heading: expect.stringMatching(/link/i) });
}

describe('magic links created by the API', () => {
  it("shows the link's destination, and redirects there after the passkey offer", async () => {
    const [jane, link, before] = [fixture.browser(), await fixture.createLink(), await countSignIns()];

    const landing = await jane.request(link);
    expect({ status: landing.status, heading: getHeading(landing) }).toEqual({ status: 200, heading: `Sign in to ${fixture.domain}` });
    expect(landing.text).toContain('app.example.com');
    expect(landing.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

    const { answer: offer } = await jane.follow(await jane.submit(landing, 'Sign in'));
    expect(getForm(offer, 'Create a passkey').action).toMatch(/^\/account\/welcome\/passkey\?link=/);
    const { location } = await jane.follow(await jane.submit(offer, 'Not now'));

    expect(location?.href).toBe(REDIRECT_URI);
    expect(jane.has('session')).toBe(true);
    expect(await fixture.listLogTypes()).toEqual(['user.created', 'magic_link.created', 'magic_link.used', 'user.signed_in']);
    expect(await countSignIns()).toBe(before + 1);
  });

  it('does not consume a link for GET, HEAD or prefetch requests', async () => {
    const link = await fixture.createLink();
    for (let look = 0; look < 20; look += 1) {
      const scanner = fixture.browser();
      const headers = { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch', 'User-Agent': 'scanner' };
      const seen = await scanner.request(link, look % 2 ? { method: 'HEAD', headers } : { headers });
      expect(seen.status).toBe(200);
      expect(scanner.has('session')).toBe(false);
    }
    const jane = fixture.browser();

    const answer = await jane.submit(await jane.request(link), 'Sign in');

    expect(answer.status).toBe(303);
    expect(await fixture.rows.count('oidc_payload', `domain_id = '${fixture.domainId}' AND model = 'Session'`)).toBe(1);
  });

  it('does not redeem a link for a form from another browser, whatever its origin', async () => {
    const [attacker, jane, link] = [fixture.browser(), fixture.browser(), await fixture.createLink()];
    const theirs = getForm(await attacker.request(link), 'Sign in');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(theirs.fields).toString();

    // Simulates a browser that sends neither Origin nor Sec-Fetch-Site.
    const before = await jane.request(theirs.action, { method: 'POST', headers, body });
    const own = getForm(await jane.request(link), 'Sign in');
    const after = await jane.request(theirs.action, { method: 'POST', headers, body });

    expect([before.status, after.status, jane.has('session')]).toEqual([403, 403, false]);
    expect((await jane.post(own)).status).toBe(303);
  });

  it('redeems a link for one of twenty concurrent browsers, in each of three rounds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [browsers, link] = [Array.from({ length: 20 }, () => fixture.browser()), await fixture.createLink()];
      const landings = await Promise.all(browsers.map((browser) => browser.request(link)));

      const answers = await Promise.all(browsers.map((browser, index) => browser.submit(landings[index]!, 'Sign in')));

      const statuses = answers.map(({ status }) => status);
      expect([statuses.filter((status) => status === 303).length, statuses.filter((status) => status === 400).length]).toEqual([1, 19]);
    }
    expect(await fixture.rows.count('oidc_payload', `domain_id = '${fixture.domainId}' AND model = 'Session'`)).toBe(3);
  });

  it('shows the same instructions for a used, expired, unknown or malformed link', async () => {
    const [jane, john] = [fixture.browser(), fixture.browser()];
    const [used, expired] = [await fixture.createLink(), await fixture.createLink()];
    const usedForm = getForm(await jane.request(used), 'Sign in');
    const expiredForm = getForm(await jane.request(expired), 'Sign in');
    await john.submit(await john.request(used), 'Sign in');
    await fixture.rows.query('UPDATE magic_link SET expires_at = now() WHERE domain_id = $1 AND used_at IS NULL', [fixture.domainId]);

    const unknown = `/connect/magiclink?token=${'A'.repeat(43)}`;
    const answers = [
      await jane.request(used),
      await jane.post(usedForm),
      await jane.request(expired),
      await jane.post(expiredForm),
      await jane.request(unknown),
      await jane.request('/connect/magiclink'),
      await jane.request('/connect/magiclink?token='),
      await jane.request('/connect/magiclink?token=a&token=b'),
      await jane.request(`/connect/magiclink?token=${'A'.repeat(4_000)}`),
      await jane.request('/connect/magiclink?token=%00%ff'),
    ];

    for (const answer of answers) expectUnusable(answer);
    expect(new Set(answers.map(withoutId)).size).toBe(1);
    expect((await fixture.listLogTypes()).filter((type) => type === 'magic_link.refused')).toHaveLength(2);
  });

  it.each<[string, (form: Record<string, string>) => { headers?: Record<string, string>; fields?: Record<string, string> }]>([
    ['without a CSRF token', () => ({ fields: { csrf: '' } })],
    ['with another page’s CSRF token', () => ({ fields: { csrf: 'A'.repeat(43) } })],
    ['from another site', () => ({ headers: { 'Sec-Fetch-Site': 'cross-site' } })],
    ['from another domain', () => ({ headers: { Origin: 'https://evil.example' } })],
    ['from a sibling host', () => ({ headers: { 'Sec-Fetch-Site': 'same-site' } })],
  ])('does not redeem a link for a form %s', async (_from, forge) => {
    const [jane, link] = [fixture.browser(), await fixture.createLink()];
    const { action, fields } = getForm(await jane.request(link), 'Sign in');
    const { headers, fields: forged } = forge(fields);
    const body = new URLSearchParams({ ...fields, ...forged }).toString();

    const refused = await jane.request(action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

    expect(refused.status).toBe(403);
    expect(jane.has('session')).toBe(false);
    expect((await jane.request(link)).status).toBe(200);
  });

  it('rejects a link in another domain', async () => {
    const link = await fixture.createLink();
    const elsewhere = fixture.browser(await fixture.stack.caller.registerDomain());

    expectUnusable(await elsewhere.request(link));

    expect((await fixture.browser().request(link)).status).toBe(200);
  });

  it('does not sign in a user who has just been deactivated', async () => {
    const [jane, link] = [fixture.browser(), await fixture.createLink()];
    const landing = await jane.request(link);
    await fixture.stack.caller.patch(`/v1/domain/${fixture.domain}/user/${fixture.sub}`, { active: false });

    expectUnusable(await jane.submit(landing, 'Sign in'));

    expectUnusable(await jane.request(link));
    expect(jane.has('session')).toBe(false);
  });
});

describe('magic links that reset passkeys', () => {
  it('removes passkeys, other links and sessions when redeemed, not before, and requires a new passkey', async () => {
    for (let count = 0; count < 2; count += 1) await fixture.rows.insert('passkey', { domain_id: fixture.domainId, sub: fixture.sub });
    const [thief, older] = [fixture.browser(), await fixture.createLink()];
    const { headers } = await thief.submit(await thief.request(older), 'Sign in');
    expect((await thief.follow(await thief.request(headers.location!))).location?.href).toBe(REDIRECT_URI);
    const [another, reset] = [await fixture.createLink(), await fixture.createLink(true)];
    await fixture.rows.query(
      `INSERT INTO sign_in_progress (domain_id, uid, sub, methods, expires_at) VALUES ($1, 'of-the-thief', $2, '{passkey}', now() + interval '1 hour')`,
      [fixture.domainId, fixture.sub],
    );
    const jane = fixture.browser();
    const landing = await jane.request(reset);
    expect(await fixture.rows.count('passkey', `sub = '${fixture.sub}'`)).toBe(2);

    const { answer: offer } = await jane.follow(await jane.submit(landing, 'Sign in'));

    expect([
      await fixture.rows.count('passkey', `sub = '${fixture.sub}'`),
      await fixture.rows.count('sign_in_progress', `sub = '${fixture.sub}'`),
    ]).toEqual([0, 0]);
    expect((await thief.request(headers.location!)).status).toBe(400);
    expectUnusable(await fixture.browser().request(another));
    expect(getForm(offer, 'Create a passkey')).toBeDefined();
    expect(await fixture.listLogTypes()).toEqual(expect.arrayContaining(['passkey.reset']));
  });

  it('resets completely or not at all for fifty concurrent requests', async () => {
    await fixture.rows.insert('passkey', { domain_id: fixture.domainId, sub: fixture.sub });
    const link = await fixture.createLink(true);
    const browsers = Array.from({ length: 50 }, () => fixture.browser());
    const landings = await Promise.all(browsers.map((browser) => browser.request(link)));

    const answers = await Promise.all(browsers.map((browser, index) => browser.submit(landings[index]!, 'Sign in')));

    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await fixture.rows.count('oidc_payload', `domain_id = '${fixture.domainId}' AND model = 'Session'`)).toBe(1);
  });
});

describe('magic link tokens', () => {
  it('never appear in the database or in a log, before or after use', async () => {
    const [jane, link] = [fixture.browser(), await fixture.createLink()];
    const token = new URL(link, REDIRECT_URI).searchParams.get('token')!;
    const landing = await jane.request(link);
    const before = await findTablesContaining(fixture.stack.database.url, token);

    await jane.submit(landing, 'Sign in');

    expect([before, await findTablesContaining(fixture.stack.database.url, token)]).toEqual([[], []]);
    const logs = [fixture.stack.auth, fixture.stack.management].map(({ log }) => log).join('\n');
    expect(logs).not.toContain(token);
  });
});
