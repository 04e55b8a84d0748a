import * as oauth from 'oauth4webapi';

/** What the server says about the issuer that operators sign in at. */
export interface ConsoleConfig {
  issuer: string;
  clientId: string;
  audience: string;
}

/** An access token and the key that it is bound to (RFC 9449). Both live in this tab's memory alone. */
export interface Session {
  accessToken: string;
  dpop: oauth.DPoPHandle;
  client: oauth.Client;
}

/** One authorization request that waits for its answer. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
}

/** Whom operators sign in at. */
export interface Issuer {
  config: ConsoleConfig;
  server: oauth.AuthorizationServer;
  client: oauth.Client;
}

let issuer: Promise<Issuer> | null = null;

/** Reads the configuration and the issuer's discovery document, once. A failure is tried again by the next caller. */
export function findIssuer(): Promise<Issuer> {
  issuer ??= discover().catch((error: unknown) => {
    issuer = null;
    throw error;
  });
  return issuer;
}

async function discover(): Promise<Issuer> {
  const response = await fetch('/console/config.json');
  if (!response.ok) throw new Error(`GET /console/config.json: ${response.status}`);
  const config = (await response.json()) as ConsoleConfig;
  const identifier = new URL(config.issuer);
  const server = await oauth.processDiscoveryResponse(identifier, await oauth.discoveryRequest(identifier, insecure(identifier)));
  return { config, server, client: { client_id: config.clientId } };
}

/** Development has no TLS. The browser refuses to send requests from https to http by itself. */
function insecure(url: URL): { [oauth.allowInsecureRequests]?: boolean } {
  return url.protocol === 'http:' ? { [oauth.allowInsecureRequests]: true } : {};
}

const redirectUri = () => `${location.origin}/console/callback`;

/** @param kind `popup` keeps the answer in another window, which passes it on */
export function createPendingSignIn(kind: 'redirect' | 'popup', returnTo: string): PendingSignIn {
  return {
    state: `${kind}.${oauth.generateRandomState()}`,
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    returnTo,
  };
}

/** The address of the authorization request (RFC 6749 section 4.1.1, with PKCE). */
export async function buildAuthorizationUrl({ state, nonce, verifier }: PendingSignIn): Promise<URL> {
  const { config, server } = await findIssuer();
  const url = new URL(server.authorization_endpoint ?? '');
  const parameters = {
    response_type: 'code',
    client_id: config.clientId,
    redirect_uri: redirectUri(),
    scope: 'openid',
    resource: config.audience,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Exchanges the code for a token that is bound to a new key.
 *
 * @param answer the query of the redirect URI
 * @throws {Error} if the issuer refused, or the answer does not belong to the request
 */
export async function finishSignIn(
  answer: string,
  { state, nonce, verifier }: PendingSignIn,
  { server, client }: Pick<Issuer, 'server' | 'client'>,
): Promise<Session> {
  const parameters = oauth.validateAuthResponse(server, client, new URLSearchParams(answer), state);
  const dpop = oauth.DPoP(client, await oauth.generateKeyPair('ES256', { extractable: false }));
  const options = { DPoP: dpop, ...insecure(new URL(server.issuer)) };
  const request = () => oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirectUri(), verifier, options);
  const process = (response: Response) => oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce });
  const response = await request();
  const tokens = await process(response).catch(async (error: unknown) => {
    if (oauth.isDPoPNonceError(error)) return process(await request());
    throw error;
  });
  return { accessToken: tokens.access_token, dpop, client };
}

/** The address that ends the session at the issuer. */
export async function buildSignOutUrl(): Promise<URL> {
  const { config, server } = await findIssuer();
  const url = new URL(server.end_session_endpoint ?? config.issuer);
  url.searchParams.set('client_id', config.clientId);
  url.searchParams.set('post_logout_redirect_uri', `${location.origin}/console`);
  return url;
}
