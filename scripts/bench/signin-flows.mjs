import { createHash, randomBytes } from 'node:crypto';
import { basic } from './http.mjs';

/**
 * @typedef {import('./signin-browser.mjs').SignInBrowser} SignInBrowser
 * @typedef {{ clientId: string, secret: string, redirectUri: string }} Application
 * @typedef {{ accessToken: string, idToken: string, refreshToken: string }} Tokens
 */

/** An authorization request with PKCE, with all recommended parameters. @param {Application} application */
export function authorizationRequest({ clientId, redirectUri }) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid profile offline_access',
    state: randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { path: `/connect/authorize?${query.toString()}`, verifier };
}

/**
 * What an application does for a signed-in user: an authorization request, answered with a code without a page, and the code exchange.
 *
 * @param {SignInBrowser} browser
 * @param {Application} application
 * @returns {Promise<Tokens>}
 * @throws {Error} if there were no tokens
 */
export async function exchange(browser, application) {
  return exchangeCode(browser, application, await requestCode(browser, application));
}

/**
 * An authorization request in the session of the browser.
 *
 * @param {SignInBrowser} browser
 * @param {Application} application
 * @returns {Promise<{ code: string, verifier: string }>}
 * @throws {Error} if it was not answered with a code
 */
export async function requestCode(browser, application) {
  const { path, verifier } = authorizationRequest(application);
  const { location } = await browser.send(path);
  const answer = new URL(location ?? '', browser.origin);
  const code = answer.searchParams.get('code');
  if (!code) throw new Error(`no code: ${answer.href}`);
  return { code, verifier };
}

/**
 * @param {SignInBrowser} browser
 * @param {Application} application
 * @param {{ code: string, verifier: string }} issued
 */
export function exchangeCode(browser, application, { code, verifier }) {
  const { redirectUri } = application;
  return requestTokens(browser, application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
}

/**
 * @param {SignInBrowser} browser whose connection is used, without its cookies
 * @param {Application} application
 * @param {string} refreshToken
 */
export function refresh(browser, application, refreshToken) {
  return requestTokens(browser, application, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/**
 * @param {SignInBrowser} browser
 * @param {Application} application
 * @param {Record<string, string>} form
 * @returns {Promise<Tokens>}
 */
async function requestTokens(browser, { clientId, secret }, form) {
  const { status, body } = await browser.send('/connect/token', { form, headers: { authorization: basic(clientId, secret) } });
  const { access_token: accessToken, id_token: idToken, refresh_token: refreshToken } = status === 200 ? JSON.parse(body) : {};
  if (!accessToken || !idToken || !refreshToken) throw new Error(`no tokens: ${status} ${body}`);
  return { accessToken, idToken, refreshToken };
}
