import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import type { CookieBrowser } from '../../../../test/support/cookie-browser.js';
import { tablesWith } from '../../../../test/support/database-search.js';
import type { Answer } from '../../../../test/support/http.js';
import { SignInFixture, parseAuthorizationResponse, type TestUser } from './sign-in.fixture.js';

const CALLBACK = 'https://app.example.com/callback';
const VERIFIER = randomBytes(32).toString('base64url');
const PARAMETERS = {
  response_type: 'code',
  redirect_uri: CALLBACK,
  scope: 'openid offline_access',
  state: 'a-state',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};

let fixture: SignInFixture;
let jane: TestUser;
/** Bearer secrets: name and value. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  // Searches the tables of the queue too.
  fixture = await SignInFixture.start({ WORKER: 'on' });
  const configuration = { clientType: 'Confidential', scope: 'openid offline_access' };
  await fixture.createClient('mailer', configuration);
  jane = await fixture.person('jane.doe.of.them');
  const { json } = await fixture.stack.caller.post(`/v1/domain/${fixture.domain}/client/mailer/secret`, {});
  secrets.set('client secret', (json as { clientSecret: string }).clientSecret);
}, 60_000);

afterAll(() => fixture.stop());

/** Calls an endpoint as the client. */
async function call(path: string, parameters: Record<string, string>): Promise<Record<string, string>> {
  const authorization = `Basic ${Buffer.from(`mailer:${secrets.get('client secret')!}`).toString('base64')}`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: authorization };
  const body = new URLSearchParams(parameters).toString();
  return (await fixture.stack.auth.send(fixture.domain, path, { method: 'POST', headers, body })).json as Record<string, string>;
}

function recordSecret(name: string, value: string | undefined): string {
  if (value === undefined || value.length < 20) throw new Error(`no ${name}`);
  secrets.set(name, value);
  return value;
}

async function push(name: string): Promise<string> {
  const { request_uri: uri } = await call('/connect/par', { client_id: 'mailer', ...PARAMETERS });
  recordSecret(name, uri?.split(':').at(-1));
  return uri!;
}

async function authorize(browser: CookieBrowser, requestUri: string): Promise<Answer> {
  const query = new URLSearchParams({ client_id: 'mailer', request_uri: requestUri });
  return (await browser.follow(await browser.request(`/connect/authorize?${query.toString()}`))).answer;
}

/** @returns the secrets that the database contains, with the tables */
async function findLeakedSecrets(): Promise<[string, string[]][]> {
  const looked = [...secrets].map(async ([name, value]): Promise<[string, string[]]> => [
    name,
    await tablesWith(fixture.stack.database.url, value),
  ]);
  return (await Promise.all(looked)).filter(([, tables]) => tables.length > 0);
}

describe('secrets in a database dump', () => {
  it('a dump contains no usable code, token, pushed request, magic link or session, while each of them works', async () => {
    const browser = fixture.browser();
    const requestUri = await push('pushed request');
    const first = await authorize(browser, requestUri);
    const link = await fixture.requestLink(browser, await browser.press(first, 'Continue', { username: jane.username }));
    recordSecret('magic link', /name="token" value="([^"]+)"/.exec(link.text)?.[1]);
    const waiting = await findLeakedSecrets();

    const offer = await browser.press(link, 'Sign in');
    const code = recordSecret('code', parseAuthorizationResponse(await browser.press(offer, 'Not now'))['code']);
    recordSecret('session', browser.valueOf('session'));
    const signedIn = await findLeakedSecrets();
    const redeemed = await call('/connect/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    });
    recordSecret('access token', redeemed['access_token']);
    const refreshed = await call('/connect/token', {
      grant_type: 'refresh_token',
      refresh_token: recordSecret('refresh token', redeemed['refresh_token']),
    });
    recordSecret('rotated refresh token', refreshed['refresh_token']);
    const again = parseAuthorizationResponse(await authorize(browser, await push('second pushed request')));
    recordSecret('second code', again['code']);
    recordSecret('session after that', browser.valueOf('session'));

    expect([waiting, signedIn, await findLeakedSecrets()]).toEqual([[], [], []]);
    expect((await authorize(browser, requestUri)).status).toBe(400);
    expect(await call('/connect/introspect', { token: refreshed['refresh_token']! })).toMatchObject({ active: true, sub: jane.sub });
    expect((await browser.request('/account')).status).toBe(200);
  });

  it('the search covers all encodings', async () => {
    expect(await tablesWith(fixture.stack.database.url, jane.username)).toContain('public.end_user');
    const hash = createHash('sha256').update(secrets.get('code')!).digest('base64url');
    expect(await tablesWith(fixture.stack.database.url, hash)).toEqual(['public.oidc_payload']);
  });
});
