/** The sign-in: authorization code flow with PKCE, as openid-client implements it. */
import * as oidc from 'openid-client';
import { CLIENT_ID, CLIENT_SECRET, ISSUER, inbox } from './settings.mjs';

/** @typedef {import('./sessions.mjs').Tokens} Tokens */
/** @typedef {import('./sessions.mjs').Claims} Claims */

const SCOPE = 'openid profile email offline_access read write';

/** @type {oidc.Configuration | undefined} */
let discovered;

/** Reads the discovery document of the issuer, once. */
export async function getConfiguration() {
  // only for development: without TLS anyone on the way reads the tokens
  const options = ISSUER.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
  discovered ??= await oidc.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, options);
  return discovered;
}

/**
 * @param {string} redirectUri
 * @returns where to send the browser, and what the session keeps until it comes back
 */
export async function beginSignIn(redirectUri) {
  const pending = { codeVerifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
  const url = oidc.buildAuthorizationUrl(await getConfiguration(), {
    redirect_uri: redirectUri,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    ...(inbox && { login_hint: inbox.user }),
  });
  return { url, pending };
}

/**
 * Exchanges the code for tokens. openid-client verifies state, issuer and ID token.
 *
 * @param {URL} url that the browser came back to
 * @param {{ codeVerifier: string, state: string, nonce: string }} pending
 */
export async function finishSignIn(url, { codeVerifier, state, nonce }) {
  const checks = { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
  const tokens = await oidc.authorizationCodeGrant(await getConfiguration(), url, checks);
  // With `idTokenExpected`, an answer without an ID token is an error.
  return { tokens, claims: /** @type {Claims} */ (tokens.claims()) };
}

/** @param {{ tokens: Tokens, claims: Claims }} user */
export async function fetchUserInfo({ tokens, claims }) {
  return oidc.fetchUserInfo(await getConfiguration(), tokens.access_token, claims.sub);
}

/**
 * Gets new tokens. The scope `offline_access` brings a refresh token. They rotate: the old one is used up, and a second use ends the whole family.
 *
 * @param {{ tokens: Tokens, claims: Claims }} user
 */
export async function refresh({ tokens, claims }) {
  const fresh = await oidc.refreshTokenGrant(await getConfiguration(), /** @type {string} */ (tokens.refresh_token));
  return { tokens: { ...tokens, ...fresh }, claims: fresh.claims() ?? claims };
}

/**
 * @param {{ tokens: Tokens }} user
 * @param {string} returnTo
 * @returns where to send the browser, so that the session at the issuer ends, too
 */
export async function endSessionUrl({ tokens }, returnTo) {
  const parameters = new URLSearchParams({ post_logout_redirect_uri: returnTo });
  if (tokens.id_token !== undefined) parameters.set('id_token_hint', tokens.id_token);
  return oidc.buildEndSessionUrl(await getConfiguration(), parameters);
}

/**
 * @param {unknown} error
 * @returns {boolean} whether the issuer refused what it was asked with the user's tokens
 */
export function isRefusal(error) {
  return error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError;
}
