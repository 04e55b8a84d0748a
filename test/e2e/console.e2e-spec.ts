import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { runCli } from '../support/cli.js';
import { CookieBrowser, getForm, getHeading } from '../support/cookie-browser.js';
import { eventually } from '../support/eventually.js';
import { send, type Answer } from '../support/http.js';
import { managementSettings, startManagement, type StartedManagement } from '../support/management.js';
import type { Settings } from '../support/service-process.js';
import { SignInStack } from '../support/sign-in-stack.js';

const MANAGEMENT_URL = 'https://api.example.com';
const CALLBACK = `${MANAGEMENT_URL}/console/callback`;

let stack: SignInStack;
let domain: string;
let issuer: string;
let settings: Settings;
let management: StartedManagement;
/** The key of the page. */
let keys: { privateKey: CryptoKey; jwk: JWK };

beforeAll(async () => {
  stack = await SignInStack.start();
  domain = await stack.caller.registerDomain();
  issuer = stack.issuerOf(domain);
  settings = {
    CONSOLE: 'on',
    MANAGEMENT_URL,
    MANAGEMENT_ISSUERS: issuer,
    AUTH_URL: `http://{domain}:${stack.auth.port}`,
    AUTH_PORT: String(stack.auth.port),
    WORKER: 'off',
  };
  management = await startManagement(stack.database.url, settings);
  await cli('console', 'setup', domain);
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys = { privateKey, jwk: await exportJWK(publicKey) };
});

afterAll(async () => {
  await management.stop();
  await stack.stop();
});

async function cli(...args: string[]): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await runCli(managementSettings(stack.database.url, settings), ...args, '--json');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, string>;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

function prove(htm: string, htu: string, token?: string): Promise<string> {
  const claims = { htm, htu, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), ...(token !== undefined && { ath: hash(token) }) };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: keys.jwk }).sign(keys.privateKey);
}

/** Follows a link of `operator link` to its end. @returns where the browser then is */
async function follow(browser: CookieBrowser, link: string): Promise<string | undefined> {
  const welcome = await browser.follow(await press(browser, await browser.request(link), 'Sign in'));
  return (await press(browser, welcome.answer, 'Not now')).headers.location;
}

/** Presses a button as the browser does at an issuer with http. */
function press(browser: CookieBrowser, page: Answer, button: string): Promise<Answer> {
  const { action, fields } = getForm(page, button);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: issuer, 'Sec-Fetch-Site': 'same-origin' };
  return browser.request(action, { method: 'POST', headers, body: new URLSearchParams(fields).toString() });
}

/** The authorization request of the console. @returns the parameters of the response */
async function authorize(browser: CookieBrowser, verifier: string, more: Record<string, string> = {}): Promise<URLSearchParams> {
  const query = {
    response_type: 'code',
    client_id: 'console',
    redirect_uri: CALLBACK,
    scope: 'openid',
    state: 'a-state',
    code_challenge: hash(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  const { headers } = await browser.request(`/connect/authorize?${new URLSearchParams(query).toString()}`);
  const location = new URL(headers.location ?? '', issuer);
  return `${location.origin}${location.pathname}` === CALLBACK ? location.searchParams : new URLSearchParams({ page: location.pathname });
}

/** The token request of the console, which a browser sends with its origin. */
async function requestToken(code: string, verifier: string, headers: Record<string, string> = {}): Promise<Answer> {
  const body = { grant_type: 'authorization_code', client_id: 'console', code, redirect_uri: CALLBACK, code_verifier: verifier };
  return stack.auth.send(domain, '/connect/token', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: MANAGEMENT_URL,
      DPoP: await prove('POST', `${issuer}/connect/token`),
      ...headers,
    },
    body: new URLSearchParams(body).toString(),
  });
}

/** A request of the console to the API. */
async function request(path: string, token: string): Promise<Answer> {
  const headers = { Authorization: `DPoP ${token}`, DPoP: await prove('GET', `${MANAGEMENT_URL}${path}`, token) };
  return management.send(path, { headers });
}

describe('the first operator', () => {
  const browser = () => new CookieBrowser(stack.auth, domain);
  const operator = { operatorId: 'owner', issuer: '', name: 'Owner', permissions: ['*'], domains: null };

  it('signs in by a link, gets a token of the console without another page, and uses the API', async () => {
    const own = browser();
    const { link, ...rest } = await cli('operator', 'link', 'bootstrap');
    expect(rest).toEqual({ subscription: 'bootstrap', operator: 'owner', expiresInSeconds: 600 });
    expect(await follow(own, link!)).toBe(`${MANAGEMENT_URL}/console`);

    const verifier = randomBytes(32).toString('base64url');
    const response = await authorize(own, verifier);
    expect(Object.fromEntries(response)).toEqual({ code: expect.any(String), state: 'a-state', iss: issuer });
    const { status, json, headers } = await requestToken(response.get('code')!, verifier);

    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(MANAGEMENT_URL);
    expect(headers['access-control-expose-headers']).toContain('DPoP-Nonce');
    const { access_token: token, ...answer } = json as { access_token: string };
    expect(answer).toEqual({ token_type: 'DPoP', expires_in: 3_600, scope: 'openid', id_token: expect.any(String) });
    expect(decodeJwt(token)).toMatchObject({ iss: issuer, aud: MANAGEMENT_URL, client_id: 'console', cnf: { jkt: expect.any(String) } });
    // On a busy machine the first fetch of the issuer's keys can take longer than its time limit.
    await eventually(async () => (await request('/v1/domain', token)).status !== 503, { timeoutMs: 60_000, intervalMs: 1_000 });
    expect(await request('/v1/domain', token)).toMatchObject({ status: 200, json: [{ domain }] });
    expect((await request('/v1/caller', token)).json).toMatchObject({
      type: 'Operator',
      id: 'owner',
      subscription: { name: 'bootstrap' },
      permissions: ['*'],
    });
    const { json: operators } = await management.as(management.apiKey).get('/v1/operator');
    expect(operators).toMatchObject([{ ...operator, issuer }]);
  });

  it('cannot use a link twice, or without its browser', async () => {
    const { link } = await cli('operator', 'link', 'bootstrap');
    await follow(browser(), link!);

    expect(getHeading(await browser().request(link!))).toBe('This link no longer works');
    expect(Object.fromEntries(await authorize(browser(), 'v'.repeat(43)))).toEqual({ page: expect.stringMatching(/^\/sign-in\//) });
    expect((await authorize(browser(), 'v'.repeat(43), { prompt: 'none' })).get('error')).toBe('login_required');
  });

  it('gets the same answer silently, as a popup asks for when a token has expired', async () => {
    const own = browser();
    await follow(own, (await cli('operator', 'link', 'bootstrap'))['link']!);

    const requests: Record<string, string>[] = [{}, { prompt: 'none' }, { resource: MANAGEMENT_URL }];
    for (const more of requests) expect((await authorize(own, 'v'.repeat(43), more)).get('code')).toEqual(expect.any(String));
    const code = (await authorize(own, 'v'.repeat(43), { scope: 'openid offline_access' })).get('code')!;
    expect((await requestToken(code, 'v'.repeat(43))).json).not.toHaveProperty('refresh_token');
    expect((await authorize(own, 'v'.repeat(43), { code_challenge: '', code_challenge_method: '' })).get('error')).toBe('invalid_request');
  });

  it('gets no token without a proof, and other sites get none', async () => {
    const own = browser();
    const verifier = 'v'.repeat(43);
    await follow(own, (await cli('operator', 'link', 'bootstrap'))['link']!);
    const code = async () => (await authorize(own, verifier)).get('code')!;

    const foreign = await requestToken(await code(), verifier, { Origin: 'https://evil.example' });
    const unproven = await requestToken(await code(), verifier, { DPoP: '' });

    expect([foreign.status, foreign.headers['access-control-allow-origin']]).toEqual([400, undefined]);
    expect([unproven.status, (unproven.json as { error: string }).error]).toEqual([400, 'invalid_dpop_proof']);
  });

  it('may be preceded by a user of the same name, who is another person', async () => {
    const { id } = await cli('subscription', 'create', 'acme');

    await cli('operator', 'link', 'acme');

    const { json: users } = await stack.caller.get(`/v1/domain/${domain}/user?search=owner`);
    expect((users as { preferredUsername: string }[]).map(({ preferredUsername }) => preferredUsername).toSorted()).toEqual([
      `owner-${id}@${domain}`,
      `owner@${domain}`,
    ]);
  });

  it('finds the console where it is served', async () => {
    const { json } = await send(`${management.url}/console/config.json`);

    expect(json).toEqual({ issuer, clientId: 'console', audience: MANAGEMENT_URL });
    expect((await send(`${stack.management.url}/console/config.json`)).status).toBe(404);
  });
});
