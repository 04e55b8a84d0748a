import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { issuerOf, startAuth, type Auth } from '../../../../../../test/support/auth.js';
import { CookieBrowser, getForm, findFormByAction, getHeading } from '../../../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../../../test/support/http.js';
import { findTablesContaining } from '../../../../../../test/support/leftovers.js';
import { startStack, type Stack } from '../../../../../../test/support/stack.js';

const CALLBACK = 'https://app.example.com/callback';
const VERIFIER = randomBytes(32).toString('base64url');

let stack: Stack;
let unlimited: Auth;
let domain: string;
let user: { sub: string; username: string; email: string; phone: string };
let users = 0;

beforeAll(async () => {
  stack = await startStack({ WORKER: 'on' });
  unlimited = await startAuth(stack.database.url, { RATE_LIMIT: 'off' });
});

afterAll(async () => {
  await unlimited.stop();
  await stack.stop();
});

beforeEach(async () => {
  domain = await stack.caller.registerDomain();
  await configure('shop', {});
  user = await createUser();
});

async function configure(clientId: string, more: object): Promise<void> {
  const defaults = { clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid', redirectUris: [CALLBACK] };
  const { status, text } = await stack.caller.put(`/v1/domain/${domain}/client/${clientId}`, { ...defaults, ...more });
  if (status >= 300) throw new Error(text);
}

async function createUser(): Promise<typeof user> {
  users += 1;
  const attributes = { email: `jane-${users}@example.com`, phone_number: `+4915112345${String(users).padStart(3, '0')}`, name: 'Jane' };
  const username = `jane.doe.${users}.of.them`;
  const created = await stack.caller.post(`/v1/domain/${domain}/user`, { preferredUsername: username, name: 'Jane' });
  const { sub } = created.json as { sub: string };
  const { status, text } = await stack.caller.patch(`/v1/domain/${domain}/user/${sub}`, attributes);
  if (status >= 300) throw new Error(text);
  return { sub, username, email: attributes.email, phone: attributes.phone_number };
}

interface OutboxMessage {
  channel: string;
  to: string;
  link: string;
  text: string;
}

async function outbox(): Promise<OutboxMessage[]> {
  const { json } = await stack.caller.get('/dev/outbox');
  const theirs = new URL(`https://${domain}`).host;
  return (json as OutboxMessage[]).filter(({ link }) => new URL(link).host === theirs);
}

async function listEvents(): Promise<[string, string | null, object][]> {
  const { json } = await stack.caller.get(`/v1/domain/${domain}/log`);
  return (json as { type: string; user: string | null; data: object }[])
    .filter(({ type }) => /^(magic_link|user\.sign)/.test(type))
    .map((entry): [string, string | null, object] => [entry.type, entry.user, entry.data])
    .toReversed();
}

function browser(auth: Auth = stack.auth): CookieBrowser {
  return new CookieBrowser(auth, domain);
}

/** Starts a sign-in to an application, up to the choice of methods. */
async function begin(jane: CookieBrowser, username: string, parameters: Record<string, string> = {}): Promise<Answer> {
  const query = new URLSearchParams({
    client_id: 'shop',
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: 'a-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  });
  const { answer: page } = await jane.follow(await jane.request(`/connect/authorize?${query.toString()}`));
  return jane.press(page, 'Continue', { username });
}

/** Submits forms until the browser reaches the application. */
async function finish(jane: CookieBrowser, answer: Answer): Promise<URL> {
  const { answer: page, location } = await jane.follow(answer);
  if (location?.origin === new URL(CALLBACK).origin) return location;
  const next = await jane.follow(await jane.submit(page, 'Not now'));
  return next.location!;
}

async function idTokenOf(location: URL): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'shop',
    redirect_uri: CALLBACK,
    code: location.searchParams.get('code') ?? '',
    code_verifier: VERIFIER,
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { json, text } = await stack.auth.send(domain, '/connect/token', { method: 'POST', headers, body: body.toString() });
  const { id_token: idToken } = json as { id_token?: string };
  if (!idToken) throw new Error(`${location.href} ${text}`);
  return decodeJwt(idToken);
}

describe('requested magic links', () => {
  it.each([
    ['Email me a link', () => user.username, 'email', () => user.email, ['email']],
    ['Email me a link', () => user.email, 'email', () => user.email, ['email']],
    ['Text me a link', () => user.username, 'sms', () => user.phone, ['sms']],
  ])('sends a link for "%s" that resumes the request in the same browser', async (button, name, channel, to, amr) => {
    const jane = browser();

    await jane.submit(await begin(jane, name()), button);

    const [message, ...others] = await outbox();
    expect({ message, others }).toMatchObject({ message: { channel, to: to() }, others: [] });
    const landing = await jane.request(message!.link);
    expect(getHeading(landing)).toBe(`Sign in to ${domain}`);
    const location = await finish(jane, await jane.submit(landing, 'Sign in'));
    expect(location.searchParams.get('state')).toBe('a-state');
    expect(await idTokenOf(location)).toMatchObject({ sub: user.sub, amr, acr: '0', iss: issuerOf(domain) });
    expect((await listEvents()).map(([type, sub]) => [type, sub])).toEqual([
      ['magic_link.requested', user.sub],
      ['magic_link.used', user.sub],
      ['user.signed_in', user.sub],
    ]);
  });

  it('shows account and application in another browser before it signs in', async () => {
    const [jane, phone] = [browser(), browser()];
    await jane.submit(await begin(jane, user.username, { prompt: 'login', max_age: '0' }), 'Email me a link');
    const [{ link }] = (await outbox()) as [OutboxMessage];

    const confirmation = await phone.press(await phone.request(link), 'Sign in');

    expect(confirmation.status).toBe(200);
    expect(confirmation.text).toContain('shop');
    expect(confirmation.text).toContain(user.username);
    expect(phone.has('session')).toBe(false);
    const location = await finish(phone, await phone.post(findFormByAction(confirmation, 'elsewhere=allow')));
    expect(location.searchParams.get('state')).toBe('a-state');
    expect(await idTokenOf(location)).toMatchObject({ sub: user.sub, amr: ['email'] });
    expect(jane.has('session')).toBe(false);
    expect((await jane.request(link)).status).toBe(400);
  });

  it('rejects a link after the user has denied the request', async () => {
    const [jane, phone] = [browser(), browser()];
    await jane.submit(await begin(jane, user.username), 'Email me a link');
    const [{ link }] = (await outbox()) as [OutboxMessage];
    const confirmation = await phone.press(await phone.request(link), 'Sign in');

    await phone.post(findFormByAction(confirmation, 'elsewhere=deny'));

    expect((await jane.request(link)).status).toBe(400);
    expect([jane.has('session'), phone.has('session')]).toEqual([false, false]);
    expect((await listEvents()).map(([type]) => type)).toEqual(['magic_link.requested', 'magic_link.refused']);
  });

  it('resumes the request once for twenty concurrent clicks, in each of three rounds', async () => {
    for (let round = 0; round < 3; round += 1) {
      const jane = browser(unlimited);
      await jane.submit(await begin(jane, user.username), 'Email me a link');
      const [{ link }] = (await outbox()) as [OutboxMessage];
      const form = getForm(await jane.request(link), 'Sign in');

      const answers = await Promise.all(Array.from({ length: 20 }, () => jane.post(form)));

      expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.location}`)).size).toBe(1);
      expect((await listEvents()).filter(([type]) => type === 'magic_link.used')).toHaveLength(round + 1);
    }
  });

  it('never stores the token of a link in the database', async () => {
    const jane = browser();
    await jane.submit(await begin(jane, user.username), 'Email me a link');
    const [{ link }] = (await outbox()) as [OutboxMessage];
    const token = new URL(link).searchParams.get('token')!;

    await finish(jane, await jane.submit(await jane.request(link), 'Sign in'));

    expect(await findTablesContaining(stack.database.url, token)).toEqual([]);
    const logs = [stack.auth, stack.management].map(({ log }) => log).join('\n');
    expect(logs).not.toContain(token);
    expect(logs).not.toContain(user.email);
  });
});

const COMMON = (text: string, name: string) =>
  text
    .replaceAll(/value="[\w-]{43}"/g, 'CSRF')
    .replaceAll(/\/sign-in\/[\w-]+/g, 'UID')
    .replaceAll(encodeURIComponent(name), 'NAME')
    .replaceAll(name, 'NAME');

describe('concealing whether a user exists', () => {
  it.each<[string, (sub: string) => Promise<string>]>([
    ['unknown', () => Promise.resolve('nobody.of.this.name')],
    ['inactive', (sub) => change(sub, { active: false })],
    ['without an address', (sub) => change(sub, { email: null })],
  ])('shows the same page to a user %s, who gets no message', async (_who, prepare) => {
    const jane = browser(unlimited);
    const known = await jane.press(await begin(jane, user.username), 'Email me a link');
    const other = await createUser();
    const name = (await prepare(other.sub)) || other.username;

    const page = await jane.press(await begin(jane, name), 'Email me a link');

    expect(page.status).toBe(known.status);
    expect(COMMON(page.text, name)).toBe(COMMON(known.text, user.username));
    expect(await outbox()).toHaveLength(1);
    expect((await listEvents()).at(-1)).toEqual(['magic_link.requested', null, { channel: 'email' }]);
  });

  it('takes the same response time for known and unknown users', async () => {
    const jane = browser(unlimited);
    const page = await begin(jane, user.username);
    const ask = async (username: string): Promise<number> => {
      const startedAt = performance.now();
      await jane.submit(page, 'Email me a link', { username });
      return performance.now() - startedAt;
    };
    for (let n = 0; n < 5; n += 1) await Promise.all([ask(user.username), ask('nobody.of.this.name')]);
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let n = 0; n < 120; n += 1) {
      // Sends both at the same time, and each of them first in turn, so that other load affects both equally.
      const order = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      await Promise.all(order.map(async (kind) => times[kind].push(await ask(kind === 'known' ? user.username : `nobody.of.this.${n}`))));
    }

    // The probability that a known user takes longer than an unknown one; 0.5 if the time reveals nothing.
    const longer = times.known.flatMap((one) => times.unknown.map((other) => (one > other ? 1 : one === other ? 0.5 : 0) as number));
    const chance = longer.reduce((sum, one) => sum + one, 0) / longer.length;
    expect(Math.abs(chance - 0.5)).toBeLessThan(0.12);
    // Every response waits for the same minimum time.
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThanOrEqual(50);
  }, 90_000);
});

async function change(sub: string, attributes: object): Promise<string> {
  await stack.caller.patch(`/v1/domain/${domain}/user/${sub}`, attributes);
  return '';
}

describe('channels without a sender', () => {
  it('are not offered, and send no message if requested anyway', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:9', SMS_PROVIDER: 'none', RATE_LIMIT: 'off' };
    const mailing = await startAuth(stack.database.url, settings);
    const jane = browser(mailing);

    const page = await begin(jane, user.username);
    const email = getForm(page, 'Email me a link');
    const answer = await jane.post({ ...email, action: email.action.replace(/email$/, 'sms') });

    await mailing.stop();
    expect(page.text).not.toContain('Text me a link');
    expect(answer.status).toBe(303);
    expect(await outbox()).toEqual([]);
  }, 60_000);
});
