import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { CookieBrowser, formOf, headingOf } from '../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../test/support/http.js';
import { tablesThatMention } from '../../../../../test/support/remnants.js';
import { Rows } from '../../../../../test/support/rows.js';
import { startStack, type Stack } from '../../../../../test/support/stack.js';

const REDIRECT = 'https://app.example.com/welcome';

let stack: Stack;
let rows: Rows;
let domain: string;
let domainId: string;
let sub: string;
let users = 0;

beforeAll(async () => {
  stack = await startStack({ AUTH_URL: 'https://{domain}' });
  rows = new Rows(stack.database.url);
});

afterAll(async () => {
  await rows.end();
  await stack.stop();
});

beforeEach(async () => {
  domain = await stack.caller.registerDomain();
  [{ id: domainId }] = (await rows.query('SELECT id FROM domain WHERE name = $1', [domain])) as [{ id: string }];
  sub = await createUser();
});

async function createUser(): Promise<string> {
  users += 1;
  const body = { preferredUsername: `jane.doe.${users}.of.them`, name: 'Jane' };
  return ((await stack.caller.post(`/v1/domain/${domain}/user`, body)).json as { sub: string }).sub;
}

/** @returns the address of a new link, without its origin */
async function createLink(resetPasskeys = false): Promise<string> {
  const { status, text, json } = await stack.caller.post(`/v1/domain/${domain}/user/${sub}/magiclink`, {
    redirectUri: REDIRECT,
    resetPasskeys,
  });
  if (status !== 201) throw new Error(text);
  const { pathname, search } = new URL((json as { uri: string }).uri);
  return `${pathname}${search}`;
}

/** Somebody who has been brought by a link, and the page that they are on. */
async function offered(): Promise<[CookieBrowser, Answer]> {
  const jane = browser();
  const { answer } = await jane.follow(await jane.submit(await jane.request(await createLink()), 'Sign in'));
  return [jane, answer];
}

function browser(at = domain): CookieBrowser {
  return new CookieBrowser(stack.auth, at);
}

async function operations(): Promise<string[]> {
  const { json } = await stack.caller.get(`/v1/domain/${domain}/log?sub=${sub}`);
  return (json as { operation: string }[]).map(({ operation }) => operation).toReversed();
}

const withoutId = ({ text }: Answer) => text.replace(/<code>[^<]*<\/code>/, '');

function expectUnusable(answer: Answer): void {
  expect({ status: answer.status, heading: headingOf(answer) }).toEqual({ status: 400, heading: expect.stringMatching(/link/i) });
}

describe('a link that was made by the API', () => {
  it('shows what it is for, and leads there by its button, past the offer of a passkey', async () => {
    const [jane, link] = [browser(), await createLink()];

    const landing = await jane.request(link);
    expect({ status: landing.status, heading: headingOf(landing) }).toEqual({ status: 200, heading: `Sign in to ${domain}` });
    expect(landing.text).toContain('app.example.com');
    expect(landing.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

    const { answer: offer } = await jane.follow(await jane.submit(landing, 'Sign in'));
    expect(formOf(offer, 'Create a passkey').action).toMatch(/^\/account\/welcome\/passkey\?link=/);
    const { location } = await jane.follow(await jane.submit(offer, 'Not now'));

    expect(location?.href).toBe(REDIRECT);
    expect(jane.has('session')).toBe(true);
    expect(await operations()).toEqual(['user.create', 'magic-link.create', 'magic-link.redeem', 'user.sign-in']);
  });

  it('is not used up by whatever looks at it: GETs, HEADs, prefetches', async () => {
    const link = await createLink();
    for (let look = 0; look < 20; look += 1) {
      const scanner = browser();
      const headers = { 'Sec-Purpose': 'prefetch', Purpose: 'prefetch', 'User-Agent': 'scanner' };
      const seen = await scanner.request(link, look % 2 ? { method: 'HEAD', headers } : { headers });
      expect(seen.status).toBe(200);
      expect(scanner.has('session')).toBe(false);
    }
    const jane = browser();

    const answer = await jane.submit(await jane.request(link), 'Sign in');

    expect(answer.status).toBe(303);
    expect(await rows.count('oidc_payload', `domain_id = '${domainId}' AND model = 'Session'`)).toBe(1);
  });

  it('is redeemed by one of fifty that try at once, in each of ten rounds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [jane, link] = [browser(), await createLink()];
      const form = formOf(await jane.request(link), 'Sign in');

      const answers = await Promise.all(Array.from({ length: 50 }, () => browser().post(form)));

      const statuses = answers.map(({ status }) => status);
      expect([statuses.filter((status) => status === 303).length, statuses.filter((status) => status === 400).length]).toEqual([1, 49]);
    }
    expect(await rows.count('oidc_payload', `domain_id = '${domainId}' AND model = 'Session'`)).toBe(10);
  });

  it('that is used, expired, unknown or broken gives one page, which says what to do', async () => {
    const jane = browser();
    const [used, expired] = [await createLink(), await createLink()];
    const usedForm = formOf(await jane.request(used), 'Sign in');
    const expiredForm = formOf(await jane.request(expired), 'Sign in');
    await jane.post(usedForm);
    await rows.query('UPDATE magic_link SET expires_at = now() WHERE domain_id = $1 AND used_at IS NULL', [domainId]);

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
    expect((await operations()).filter((operation) => operation === 'magic-link.refuse')).toHaveLength(2);
  });

  it.each<[string, (form: Record<string, string>) => { headers?: Record<string, string>; fields?: Record<string, string> }]>([
    ['without what its page knows', () => ({ fields: { csrf: '' } })],
    ['with what another page knows', () => ({ fields: { csrf: 'A'.repeat(43) } })],
    ['from another site', () => ({ headers: { 'Sec-Fetch-Site': 'cross-site' } })],
    ['from another domain', () => ({ headers: { Origin: 'https://evil.example' } })],
    ['from a sibling', () => ({ headers: { 'Sec-Fetch-Site': 'same-site' } })],
  ])('is not redeemed by a form %s', async (_from, forge) => {
    const [jane, link] = [browser(), await createLink()];
    const { action, fields } = formOf(await jane.request(link), 'Sign in');
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

  it('is worth nothing in another domain', async () => {
    const link = await createLink();
    const elsewhere = browser(await stack.caller.registerDomain());

    expectUnusable(await elsewhere.request(link));

    expect((await browser().request(link)).status).toBe(200);
  });

  it('does not sign in who may not, from the moment on that they may not', async () => {
    const [jane, link] = [browser(), await createLink()];
    const landing = await jane.request(link);
    await stack.caller.patch(`/v1/domain/${domain}/user/${sub}`, { active: false });

    expectUnusable(await jane.submit(landing, 'Sign in'));

    expectUnusable(await jane.request(link));
    expect(jane.has('session')).toBe(false);
  });

  it('leads straight on who has a passkey', async () => {
    await rows.insert('passkey', { domain_id: domainId, sub });
    const jane = browser();

    const { location } = await jane.follow(await jane.submit(await jane.request(await createLink()), 'Sign in'));

    expect(location?.href).toBe(REDIRECT);
  });

  it('leads straight on who has an authenticator app or recovery codes: a mailbox alone is no way around them', async () => {
    for (const [table, row] of [
      ['totp', { secret: Buffer.from('sealed'), confirmed_at: new Date() }],
      ['recovery_code', {}],
    ] as const) {
      sub = await createUser();
      const [jane, landing] = await offered();
      const form = formOf(landing, 'Create a passkey');
      await rows.insert(table, { domain_id: domainId, sub, ...row });

      const refused = await Promise.all([jane.post({ ...form, action: form.action.replace('?', '/options?') }), jane.post(form)]);
      const next = browser();
      const { location } = await next.follow(await next.submit(await next.request(await createLink()), 'Sign in'));

      expect(refused.map(({ status }) => status)).toEqual([403, 403]);
      expect(location?.href).toBe(REDIRECT);
    }
  });

  it('lets its user set up an authenticator app before it leads on', async () => {
    const [jane, offer] = await offered();
    const page = await jane.submit(offer, 'Set up an authenticator app');
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)![1]!.replaceAll(' ', '');

    const wrong = await jane.submit(page, 'Confirm', { code: 'wrong!' });
    const codes = await jane.submit(wrong, 'Confirm', { code: generateSync({ secret }) });
    const { location } = await jane.follow(await jane.submit(codes, 'I have kept them'));

    expect([page.status, wrong.status, codes.status]).toEqual([200, 400, 200]);
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10);
    expect(location?.href).toBe(REDIRECT);
    expect(await operations()).toEqual(expect.arrayContaining(['authenticator-app.create', 'recovery-codes.create']));
  });

  it('leads back to what there is to choose from who gives up setting up an authenticator app', async () => {
    const [jane, offer] = await offered();

    const { answer } = await jane.follow(await jane.submit(await jane.submit(offer, 'Set up an authenticator app'), 'Cancel'));

    expect(formOf(answer, 'Create a passkey')).toBeDefined();
    expect(await rows.count('totp', `sub = '${sub}' AND secret IS NOT NULL`)).toBe(0);
  });

  it('leads nobody else to where it leads', async () => {
    const [jane, link] = [browser(), await createLink()];
    const { headers } = await jane.submit(await jane.request(link), 'Sign in');
    sub = await createUser();
    const other = browser();
    await other.submit(await other.request(await createLink()), 'Sign in');

    expect((await other.request(headers.location!)).status).toBe(400);
    expect((await browser().request(headers.location!)).status).toBe(400);
    expect((await jane.request(headers.location!)).status).toBe(200);
  });
});

describe('a link that resets passkeys', () => {
  it('does so when it is redeemed, and not before: passkeys, other links and sessions end, and a new passkey is asked for', async () => {
    for (let count = 0; count < 2; count += 1) await rows.insert('passkey', { domain_id: domainId, sub });
    const [thief, older] = [browser(), await createLink()];
    const { headers } = await thief.submit(await thief.request(older), 'Sign in');
    expect((await thief.follow(await thief.request(headers.location!))).location?.href).toBe(REDIRECT);
    const [another, reset] = [await createLink(), await createLink(true)];
    await rows.query(
      `INSERT INTO sign_in_progress (domain_id, uid, sub, methods, expires_at) VALUES ($1, 'of-the-thief', $2, '{passkey}', now() + interval '1 hour')`,
      [domainId, sub],
    );
    const jane = browser();
    const landing = await jane.request(reset);
    expect(await rows.count('passkey', `sub = '${sub}'`)).toBe(2);

    const { answer: offer } = await jane.follow(await jane.submit(landing, 'Sign in'));

    expect([await rows.count('passkey', `sub = '${sub}'`), await rows.count('sign_in_progress', `sub = '${sub}'`)]).toEqual([0, 0]);
    expect((await thief.request(headers.location!)).status).toBe(400);
    expectUnusable(await browser().request(another));
    expect(formOf(offer, 'Create a passkey')).toBeDefined();
    expect(await operations()).toEqual(expect.arrayContaining(['passkey.reset']));
  });

  it('is all or nothing for fifty that try at once', async () => {
    await rows.insert('passkey', { domain_id: domainId, sub });
    const form = formOf(await browser().request(await createLink(true)), 'Sign in');

    const answers = await Promise.all(Array.from({ length: 50 }, () => browser().post(form)));

    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await rows.count('oidc_payload', `domain_id = '${domainId}' AND model = 'Session'`)).toBe(1);
  });
});

describe('the token of a link', () => {
  it('is nowhere in the database, and in no log, before and after it was used', async () => {
    const [jane, link] = [browser(), await createLink()];
    const token = new URL(link, REDIRECT).searchParams.get('token')!;
    const landing = await jane.request(link);
    const before = await tablesThatMention(stack.database.url, token);

    await jane.submit(landing, 'Sign in');

    expect([before, await tablesThatMention(stack.database.url, token)]).toEqual([[], []]);
    const logs = [stack.auth, stack.management].map(({ stdout, stderr }) => stdout + stderr).join('\n');
    expect(logs).not.toContain(token);
  });
});
