import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFormByAction, getHeading } from '../../../../test/support/cookie-browser.js';
import type { Answer } from '../../../../test/support/http.js';
import { sql } from '../../../../test/support/sql.js';
import { SignInFixture } from './sign-in.fixture.js';

const MAX_PER_ADDRESS = 5;
const MAX_PER_DOMAIN = 30;
const PARAMETERS = {
  response_type: 'code',
  redirect_uri: 'https://app.example.com/callback',
  scope: 'openid',
  state: 'a-state',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};

let fixture: SignInFixture;
let lastAddress = 0;

beforeAll(async () => {
  const limits = { SIGN_INS_PER_ADDRESS: String(MAX_PER_ADDRESS), SIGN_INS_PER_DOMAIN: String(MAX_PER_DOMAIN) };
  fixture = await SignInFixture.start({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback', ...limits });
  await fixture.createClient('shop');
  await fixture.createClient('service', { clientType: 'Confidential' });
}, 60_000);

afterAll(() => fixture.stop());

/** @returns an unused IP address */
function newAddress(): string {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
}

function authorize(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  const query = new URLSearchParams({ client_id: 'shop', ...PARAMETERS });
  const all = { Accept: 'text/html', 'X-Forwarded-For': address, ...headers };
  return fixture.stack.auth.send(fixture.domain, `/connect/authorize?${query.toString()}`, { headers: all });
}

function push(address: string, credentials: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({ ...credentials, ...PARAMETERS }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address };
  return fixture.stack.auth.send(fixture.domain, '/connect/par', { method: 'POST', headers, body });
}

async function repeatCall(count: number, call: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await call()).status);
  return statuses;
}

async function pending(model: string): Promise<{ seconds: number }[]> {
  return sql(
    fixture.stack.database.url,
    `SELECT round(extract(epoch FROM expires_at - now()))::integer AS seconds FROM oidc_payload WHERE model = $1 ORDER BY expires_at`,
    [model],
  );
}

const repeatStatus = (count: number, status: number): number[] => Array.from({ length: count }, () => status);
const roundToMinute = (seconds: number) => Math.round(seconds / 60) * 60;

describe('limit per address', () => {
  it("answers further sign-ins with 429, Retry-After and a page in the browser's language", async () => {
    const address = newAddress();

    const begun = await repeatCall(MAX_PER_ADDRESS, () => authorize(address));
    const refused = await authorize(address, { 'Accept-Language': 'de' });

    expect(begun).toEqual(repeatStatus(MAX_PER_ADDRESS, 303));
    expect([refused.status, refused.headers['content-language'], refused.headers.location]).toEqual([429, 'de', undefined]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(getHeading(refused)).toBe('Zu viele Anfragen');
    expect((await authorize(newAddress())).status).toBe(303);
  });

  it('answers further pushed requests of public clients with 429 and JSON, but not those of clients with a secret', async () => {
    const address = newAddress();
    const { json } = await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/client/service/secret`, {});
    const { clientSecret } = json as { clientSecret: string };

    const pushed = await repeatCall(MAX_PER_ADDRESS, () => push(address, { client_id: 'shop' }));
    const refused = await push(address, { client_id: 'shop' });
    const ofService = await repeatCall(MAX_PER_ADDRESS + 1, () => push(address, { client_id: 'service', client_secret: clientSecret }));

    expect(pushed).toEqual(repeatStatus(MAX_PER_ADDRESS, 201));
    expect([refused.status, refused.json]).toEqual([429, { error: 'temporarily_unavailable', error_description: expect.any(String) }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect(ofService).toEqual(repeatStatus(MAX_PER_ADDRESS + 1, 201));
  });

  it('allows four passkey challenges for each sign-in', async () => {
    const browser = fixture.browser();
    const page = await fixture.begin(browser, 'shop');
    const form = findFormByAction(page, '/passkey');

    const asked = await repeatCall(4 * MAX_PER_ADDRESS, () => browser.post({ ...form, action: `${form.action}/options` }));
    const refused = await browser.post({ ...form, action: `${form.action}/options` });

    expect(asked).toEqual(repeatStatus(4 * MAX_PER_ADDRESS, 200));
    expect([refused.status, Number(refused.headers['retry-after']) > 500]).toEqual([429, true]);
  });
});

describe('limit per domain', () => {
  it('holds during a flood, and spares the interaction of a user who is signing in', async () => {
    const jane = fixture.browser();
    const page = await fixture.begin(jane, 'shop');
    const methods = await jane.press(page, 'Continue', { username: 'jane.doe.of.them' });

    const flood = await Promise.all(Array.from({ length: 60 }, () => authorize(newAddress())));

    expect(flood.map(({ status }) => status)).toEqual(repeatStatus(60, 303));
    expect(await pending('Interaction')).toHaveLength(MAX_PER_DOMAIN);
    expect(getHeading(await jane.press(methods, 'Email me a link'))).toBe('Check your inbox');
  });
});

describe('interaction lifetime', () => {
  it('lasts ten minutes until the user sends a form, and then an hour', async () => {
    await sql(fixture.stack.database.url, `DELETE FROM oidc_payload WHERE model = 'Interaction'`);
    const browser = fixture.browser();

    const page = await fixture.begin(browser, 'shop');
    const form = findFormByAction(page, '/passkey');
    await browser.post({ ...form, action: `${form.action}/options` });
    const before = await pending('Interaction');
    await browser.press(page, 'Continue', { username: 'jane.doe.of.them' });
    const after = await pending('Interaction');

    expect([before, after].map(([row]) => roundToMinute(row!.seconds))).toEqual([600, 3_600]);
  });
});

describe('stored sessions', () => {
  it('stores no session without a user', async () => {
    const browser = fixture.browser();

    for (const path of ['/connect/endsession', '/connect/endsession', '/account']) await browser.follow(await browser.request(path));

    expect(await pending('Session')).toEqual([]);
  });
});
