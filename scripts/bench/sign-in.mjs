import { createHash, randomBytes } from 'node:crypto';
import { Browser, readFields } from './browser.mjs';
import { basic } from './http.mjs';

/** @typedef {{ clientId: string, secret: string }} Application */

export const REDIRECT_URI = 'https://app.example.com/callback';
const SCOPE = 'openid profile email offline_access';

/**
 * Creates a client and a user of a domain of the product, and signs the user in.
 *
 * @param {{ product: import('./product.mjs').Product, port: number, domain: string }} target `port`: of the auth server
 * @param {string} username
 * @returns {Promise<{ browser: Browser, application: Application }>} the browser has the session
 */
export async function signInByLink({ product, port, domain }, username) {
  const { management } = product;
  const clientId = `app-of-${username}`;
  const client = { grantType: 'AuthorizationCode', scope: SCOPE, redirectUris: [REDIRECT_URI] };
  const secret = await management.createClient(domain, clientId, client);
  const sub = await management.createUser(domain, username);
  const browser = new Browser(port, product.locate(domain).issuer);
  const link = new URL(await management.createMagicLink(domain, sub, REDIRECT_URI));
  const landing = await browser.send(link.pathname + link.search);
  const signedIn = await browser.send(link.pathname, { form: readFields(landing.body, link.pathname) });
  if (signedIn.status !== 303) throw new Error(`not signed in: ${signedIn.status} ${signedIn.body.slice(0, 500)}`);
  return { browser, application: { clientId, secret } };
}

/** With PKCE and all recommended parameters. @param {Pick<Application, 'clientId'>} application */
export function createAuthorizationRequest({ clientId }) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: SCOPE,
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { path: `/connect/authorize?${query.toString()}`, verifier };
}

/** An authorization request in the session of the browser. @type {(browser: Browser, application: Application) => Promise<{ code: string, verifier: string }>} */
export async function requestCode(browser, application) {
  const { path, verifier } = createAuthorizationRequest(application);
  const { location } = await browser.send(path);
  const answer = new URL(location ?? '', browser.origin);
  const code = answer.searchParams.get('code');
  if (!code) throw new Error(`no code: ${answer.href}`);
  return { code, verifier };
}

/** @type {(browser: Browser, application: Application, issued: { code: string, verifier: string }) => ReturnType<typeof requestTokens>} */
export function exchangeCode(browser, application, { code, verifier }) {
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  return requestTokens(browser, application, form);
}

/** @type {(browser: Browser, application: Application, refreshToken: string) => ReturnType<typeof requestTokens>} */
export function refresh(browser, application, refreshToken) {
  return requestTokens(browser, application, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** @type {(browser: Browser, application: Application, form: Record<string, string>) => Promise<{ accessToken: string, refreshToken: string }>} */
async function requestTokens(browser, { clientId, secret }, form) {
  const { status, body } = await browser.send('/connect/token', { form, headers: { authorization: basic(clientId, secret) } });
  const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = status === 200 ? JSON.parse(body) : {};
  if (!accessToken || !idToken || !refreshToken) throw new Error(`no tokens: ${status} ${body}`);
  return { accessToken, refreshToken };
}
