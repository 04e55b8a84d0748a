import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { basic, issuerOf, type Credentials } from '../support/auth.js';
import { CookieBrowser } from '../support/cookie-browser.js';
import { provisionClient } from '../support/service-client.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';

const API = 'https://chat.example.com/api';
const REDIRECT = 'https://wiki.example.com/callback';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const REQUEST = {
  client_id: 'wiki',
  response_type: 'code',
  scope: 'openid profile email',
  redirect_uri: REDIRECT,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';

let stack: Stack;
/** The domain where people sign in, and the domain of the API. */
let acme: string;
let chat: string;
let wiki: Credentials;
let wikiAtChat: Credentials;

async function put(domain: string, path: string, body: object): Promise<void> {
  const { status, text } = await stack.caller.put(`/v1/domain/${domain}/${path}`, body);
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
}

async function requestToken(domain: string, by: Credentials, parameters: Record<string, string>) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: basic(by) };
  const body = new URLSearchParams(parameters).toString();
  const { status, json } = await stack.auth.send(domain, '/connect/token', { method: 'POST', headers, body });
  return { status, json: json as Record<string, string> };
}

beforeAll(async () => {
  stack = await startStack();
  [acme, chat] = [await stack.caller.registerDomain(), await stack.caller.registerDomain()];
  const configuration = { grantType: 'AuthorizationCode', scope: 'openid profile email', redirectUris: [REDIRECT] };
  wiki = await provisionClient(stack.caller, acme, { clientId: 'wiki', configuration });
  wikiAtChat = await provisionClient(stack.caller, chat, { clientId: 'wiki-at-chat' });
  await put(acme, 'client/wiki/grants', {
    idJag: { audiences: [{ issuer: issuerOf(chat), clientId: 'wiki-at-chat', resources: { [API]: ['chat:read'] } }] },
  });
  await put(chat, 'resource/chat', { audience: API, name: 'Chat', scopes: [{ scope: 'chat:read', description: 'Read' }] });
  await put(chat, 'client/wiki-at-chat/resource/chat', { scopes: ['chat:read'] });
  const { json: jwks } = await stack.auth.send(acme, '/.well-known/jwks.json');
  await put(chat, 'client/wiki-at-chat/grants', {
    jwtBearer: { issuers: [{ issuer: issuerOf(acme), jwks, resources: { chat: ['chat:read'] } }] },
  });
  // The issuers of this test have no addresses, so that management could not read their discovery documents.
  await sql(
    stack.database.url,
    `INSERT INTO identity_provider (domain_id, name, issuer, client_id, token_endpoint_auth_method, scopes, claim_mapping, display_name, enabled,
       trust_email_verified, create_users)
     SELECT id, 'acme', $2, 'chat', 'client_secret_basic', '{openid}', '{"email":"email","name":"name"}', 'Acme', true, true, true FROM domain WHERE name = $1`,
    [chat, issuerOf(acme)],
  );
}, 60_000);

afterAll(() => stack.stop());

/** Signs a user in to the wiki. @returns the ID token */
async function signIn(): Promise<string> {
  const user = { preferredUsername: 'maya@example.com', name: 'Maya', attributes: { email: 'maya@example.com' } };
  const { json } = await stack.caller.post(`/v1/domain/${acme}/user`, user);
  const { sub } = json as { sub: string };
  const link = await stack.caller.post(`/v1/domain/${acme}/user/${sub}/magiclink`, { redirectUri: 'https://wiki.example.com/' });
  const browser = new CookieBrowser(stack.auth, acme);
  await browser.submit(await browser.request((link.json as { uri: string }).uri), 'Sign in');
  const begun = await browser.request(`/connect/authorize?${new URLSearchParams(REQUEST).toString()}`);
  const code = (await browser.follow(begun)).location!.searchParams.get('code')!;
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT, code_verifier: VERIFIER, code };
  return (await requestToken(acme, wiki, grant)).json['id_token']!;
}

describe('a user of one domain', () => {
  it('reaches an API of another by an identity assertion, and is created there once', async () => {
    const idToken = await signIn();
    const exchange = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: ID_JAG,
      subject_token: idToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      audience: issuerOf(chat),
    };
    const redeem = async () => {
      const { json } = await requestToken(acme, wiki, exchange);
      expect(json).toMatchObject({ issued_token_type: ID_JAG, token_type: 'N_A' });
      const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: json['access_token']! };
      return requestToken(chat, wikiAtChat, grant);
    };

    const [first, second] = [await redeem(), await redeem()];

    expect([first.status, second.status]).toEqual([200, 200]);
    const claims = decodeJwt(first.json['access_token']!);
    expect(claims).toMatchObject({ iss: issuerOf(chat), aud: API, client_id: 'wiki-at-chat', scope: 'chat:read' });
    expect(decodeJwt(second.json['access_token']!).sub).toBe(claims.sub);
    const { json: user } = await stack.caller.get(`/v1/domain/${chat}/user/${claims.sub!}`);
    expect(user).toMatchObject({ identityProvider: 'acme', name: 'Maya', email: 'maya@example.com' });
  });
});

describe('an agent', () => {
  it('ends with its owner, from the next token request on', async () => {
    const agent = await provisionClient(stack.caller, acme, { clientId: 'planner' });
    await stack.caller.post(`/v1/domain/${acme}/user`, { preferredUsername: 'owner@example.com', name: 'Owner', sub: 'owner' });
    await put(acme, 'client/planner/presentation', { kind: 'Agent', owner: 'owner' });
    const request = () => requestToken(acme, agent, { grant_type: 'client_credentials' });
    expect(decodeJwt((await request()).json['access_token']!)).toMatchObject({ client_profile: 'ai_agent' });

    await stack.caller.patch(`/v1/domain/${acme}/user/owner`, { active: false });
    expect(await request()).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
    await stack.caller.patch(`/v1/domain/${acme}/user/owner`, { active: true });
    expect((await request()).status).toBe(200);
    await stack.caller.delete(`/v1/domain/${acme}/user/owner`);
    expect(await request()).toMatchObject({ status: 400, json: { error: 'unauthorized_client' } });
  });
});
