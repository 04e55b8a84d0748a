/**
 * A web application with openid-client, as its documentation shows it: a confidential client with PKCE, `state` and `nonce`, one visitor at
 * a time.
 *
 * /login?... starts a sign-in (further parameters go into the authorization request), and /callback completes it; /userinfo, /refresh,
 * /logout and /revoke do what their names say, and / shows the state. POST /backchannel accepts logout tokens.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as oidc from 'openid-client';

const { PORT, ISSUER, CLIENT_ID, CLIENT_SECRET, SCOPE = 'openid' } = process.env;
const origin = `http://127.0.0.1:${PORT}`;

const client = await oidc.discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, { execute: [oidc.allowInsecureRequests] });

/** @type {{ codeVerifier: string, state: string, nonce: string, maxAge?: number } | null} */
let pending = null;
/** @type {Record<string, unknown>} */
let session = {};

/** @type {Record<string, (url: URL, body: string) => Promise<string | URL>>} */
const pages = {
  '/': async () => JSON.stringify(session),
  '/login': async ({ searchParams }) => {
    const maxAge = searchParams.get('max_age');
    pending = { codeVerifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
    if (maxAge !== null) pending.maxAge = Number(maxAge);
    const parameters = {
      redirect_uri: `${origin}/callback`,
      scope: SCOPE,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
      ...Object.fromEntries(searchParams),
    };
    return searchParams.has('par') ? oidc.buildAuthorizationUrlWithPAR(client, parameters) : oidc.buildAuthorizationUrl(client, parameters);
  },
  '/callback': async (url) => {
    if (!pending) throw new Error('no sign-in has begun');
    const { codeVerifier, state, nonce, maxAge } = pending;
    pending = null;
    const tokens = await oidc.authorizationCodeGrant(client, url, {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
    session = { tokens, claims: tokens.claims() };
    return new URL(origin);
  },
  '/userinfo': async () => JSON.stringify(await oidc.fetchUserInfo(client, session.tokens.access_token, session.claims.sub)),
  '/refresh': async () => {
    const tokens = await oidc.refreshTokenGrant(client, session.tokens.refresh_token);
    session.tokens = { ...session.tokens, ...tokens };
    return new URL(origin);
  },
  '/introspect': async () => JSON.stringify(await oidc.tokenIntrospection(client, session.tokens.access_token)),
  '/revoke': async () => {
    await oidc.tokenRevocation(client, session.tokens.refresh_token);
    return new URL(origin);
  },
  '/logout': async () => {
    const { id_token } = session.tokens;
    session = {};
    return oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: `${origin}/`, id_token_hint: id_token });
  },
  '/backchannel': async (_url, body) => {
    session = { ...session, logoutToken: new URLSearchParams(body).get('logout_token') };
    return '{}';
  },
};

async function answer(request, response) {
  const url = new URL(request.url, origin);
  try {
    const page = pages[url.pathname];
    const content = page ? await page(url, await text(request)) : null;
    if (content instanceof URL) response.writeHead(302, { Location: content.href }).end();
    else response.writeHead(content === null ? 404 : 200, { 'Content-Type': 'application/json' }).end(content ?? '{}');
  } catch (error) {
    const { name, message, error: code, error_description: description } = error;
    response.writeHead(500, { 'Content-Type': 'application/json' }).end(JSON.stringify({ failed: { name, message, code, description } }));
  }
}

const server = createServer((request, response) => void answer(request, response));
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
