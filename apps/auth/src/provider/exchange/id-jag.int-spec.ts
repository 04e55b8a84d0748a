import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ID_JAG, ID_TOKEN, JWT_BEARER, REFRESH_TOKEN, TOKEN_EXCHANGE, ACCESS_TOKEN } from '@latchkey/oauth';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Row } from '../../../../../test/support/rows.js';
import { useAuthFixture } from '../../auth.fixture.js';
import { generateAssertionKey } from '../../client-authentication/assertion/assertion.fixture.js';
import { generateProofSigner } from '../../client-authentication/dpop-proof.fixture.js';
import { clientCall, SECRET, type ServedDomainOfTest, type Tokens } from '../../in-process-auth.fixture.js';

const API = 'https://chat.example.com/api';
const RESOURCES = { [API]: ['chat:read', 'chat:history'] };

interface Answered {
  status: number;
  json: Tokens & { error?: string; error_description?: string; issued_token_type?: string; token_type?: string; expires_in?: number };
}

const fixture = useAuthFixture({ user: { attributes: { preferred_username: 'maya.k-1', name: 'Maya', email: 'maya@example.com' } } });
/** The domain that accepts the assertions of the fixture's domain. */
let chat: ServedDomainOfTest;
let wiki: string;
let tokens: Required<Tokens>;

const grantsOf = (grants: object) => ({ clientCredentials: false, deviceCode: false, tokenExchange: null, ...grants });
const idJagOf = (changes: object = {}) =>
  grantsOf({ idJag: { audiences: [{ issuer: chat.issuer, clientId: 'wiki-at-chat', resources: RESOURCES, ...changes }] } });
const atChat = (table: string, values: Row) => fixture.auth.rows.insert(table, { domain_id: chat.id, ...values });

beforeAll(async () => {
  chat = await fixture.auth.domain();
  wiki = await fixture.client({ scope: 'openid profile email offline_access', further_grants: idJagOf() });
  tokens = await fixture.signIn({ scope: 'openid profile email offline_access' }, { clientId: wiki });
  const scopes = JSON.stringify(['chat:read', 'chat:history', 'chat:write'].map((scope) => ({ scope, description: scope })));
  await atChat('resource', { resource_id: 'chat', audience: API, scopes });
  const claim_mapping = { email: 'email', name: 'name', preferred_username: 'preferred_username' };
  await atChat('identity_provider', {
    name: 'acme',
    issuer: fixture.domain.issuer,
    claim_mapping,
    create_users: true,
    required_claims: {},
  });
  const jwks = (await fixture.send('/.well-known/jwks.json')).json;
  const issuer = { issuer: fixture.domain.issuer, jwks, jwksUri: null, subjectClaim: 'sub', resources: { chat: ['chat:read'] } };
  const further_grants = grantsOf({ jwtBearer: { issuers: [issuer] } });
  await fixture.auth.client(chat, { client_id: 'wiki-at-chat', grant_type: 'ClientCredentials', further_grants });
  await atChat('client_resource', { client_id: 'wiki-at-chat', resource_id: 'chat', scopes: ['chat:read', 'chat:write'] });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [chat.id]);
});

async function exchange(parameters: Record<string, string | undefined> = {}, by = wiki, headers = {}): Promise<Answered> {
  const all = {
    grant_type: TOKEN_EXCHANGE,
    requested_token_type: ID_JAG,
    subject_token: tokens.id_token,
    subject_token_type: ID_TOKEN,
    audience: chat.issuer,
    ...parameters,
  };
  const form = Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const call = clientCall(by, form, SECRET);
  const { status, json } = await fixture.send('/connect/token', { ...call, headers: { ...call.headers, ...headers } });
  return { status, json: json as Answered['json'] };
}

async function redeem(assertion: string, headers = {}): Promise<Answered> {
  const call = clientCall('wiki-at-chat', { grant_type: JWT_BEARER, assertion }, SECRET);
  const { status, json } = await fixture.auth.send(chat.name, '/connect/token', { ...call, headers: { ...call.headers, ...headers } });
  return { status, json: json as Answered['json'] };
}

describe('an identity assertion', () => {
  it.each([
    [ID_TOKEN, () => tokens.id_token],
    [REFRESH_TOKEN, () => tokens.refresh_token],
    [ACCESS_TOKEN, () => tokens.access_token],
  ])('is issued for a token of the type %s, says who may do what where, and is logged', async (type, token) => {
    const { status, json } = await exchange({ subject_token_type: type, subject_token: token(), resource: API });

    expect([status, json]).toMatchObject([
      200,
      { issued_token_type: ID_JAG, token_type: 'N_A', expires_in: 300, scope: 'chat:read chat:history' },
    ]);
    expect(json).not.toHaveProperty('refresh_token');
    expect(decodeProtectedHeader(json.access_token)).toMatchObject({ typ: 'oauth-id-jag+jwt', kid: expect.any(String) });
    const claims = decodeJwt(json.access_token);
    const target = { aud: chat.issuer, client_id: 'wiki-at-chat', resource: API, scope: 'chat:read chat:history' };
    expect(claims).toMatchObject({ iss: fixture.domain.issuer, sub: fixture.sub, jti: expect.any(String), ...target });
    expect(claims.exp! - claims.iat!).toBe(300);
    const log = await fixture.auth.rows.query(
      `SELECT sub, client_id FROM log_entry WHERE type = 'token.identity_asserted' ORDER BY at DESC LIMIT 1`,
    );
    expect(log).toEqual([{ sub: fixture.sub, client_id: wiki }]);
  });

  it('brings the user to the other domain, where the API gets a token', async () => {
    const { json } = await exchange({ scope: 'chat:read' });

    const accepted = await redeem(json.access_token);

    expect(accepted).toMatchObject({ status: 200, json: { token_type: 'Bearer', scope: 'chat:read' } });
    const claims = decodeJwt(accepted.json.access_token);
    expect(claims).toMatchObject({ iss: chat.issuer, aud: API, client_id: 'wiki-at-chat' });
    const [user] = await fixture.auth.rows.query(
      'SELECT domain_id, identity_provider, upstream_sub, attributes FROM end_user WHERE sub = $1',
      [claims.sub],
    );
    expect(user).toMatchObject({
      domain_id: chat.id,
      identity_provider: 'acme',
      upstream_sub: fixture.sub,
      attributes: { name: 'Maya', email: 'maya@example.com' },
    });
    expect((await redeem(json.access_token)).json.error).toBe('invalid_grant');
    const api = await fixture.auth.client(chat, { grant_type: 'ClientCredentials', audiences: [API] });
    const call = clientCall(api, { token: accepted.json.access_token }, SECRET);
    expect((await fixture.auth.send(chat.name, '/connect/introspect', call)).json).toMatchObject({
      active: true,
      sub: claims.sub,
      scope: 'chat:read',
    });
  });

  it('takes no assertion of a scope that only one of both domains lists', async () => {
    const { json } = await exchange({ scope: 'chat:history' });

    expect(await redeem(json.access_token)).toMatchObject({ status: 400, json: { error: 'invalid_scope' } });
  });

  it('is bound to the key of a DPoP proof', async () => {
    const signer = await generateProofSigner();
    const prove = async (issuer: string) => ({ DPoP: await signer.prove(`${issuer}/connect/token`) });
    const { json } = await exchange({ scope: 'chat:read' }, wiki, await prove(fixture.domain.issuer));

    expect(decodeJwt(json.access_token)).toMatchObject({ cnf: { jkt: signer.thumbprint } });
    expect((await redeem(json.access_token)).json.error).toBe('invalid_grant');
    expect((await redeem(json.access_token, await prove(chat.issuer))).status).toBe(200);
  });

  it('lasts no longer than its subject token, or the agent that gets it', async () => {
    const by = await own(idJagOf(), { id_token_expiry: 60, presentation: { kind: 'Agent' } });
    const { id_token } = await fixture.signIn({ scope: 'openid' }, { clientId: by });
    const lifetimeOf = async () => {
      const claims = decodeJwt((await exchange({ subject_token: id_token }, by)).json.access_token);
      return claims.exp! - claims.iat!;
    };

    expect(await lifetimeOf()).toBeLessThanOrEqual(60);
    const soon = `expires_at = now() + interval '20 seconds', revision = nextval('revision')`;
    await fixture.auth.rows.query(`UPDATE client SET ${soon} WHERE client_id = $1`, [by]);
    expect(await lifetimeOf()).toBeLessThanOrEqual(20);
  });

  it('is announced by discovery', async () => {
    expect((await fixture.send('/.well-known/oauth-authorization-server')).json).toMatchObject({
      identity_chaining_requested_token_types_supported: [ID_JAG],
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      grant_types_supported: expect.arrayContaining([TOKEN_EXCHANGE, JWT_BEARER]),
    });
  });
});

const own = (further_grants: object | null, values: Row = {}) => fixture.client({ further_grants, ...values });

describe('no identity assertion is issued', () => {
  it.each<[string, () => Promise<Answered>, string, RegExp]>([
    ['without a subject token', () => exchange({ subject_token: undefined }), 'invalid_request', /subject_token is missing/],
    ['without its type', () => exchange({ subject_token_type: undefined }), 'invalid_request', /subject_token_type must be one of/],
    [
      'for a SAML assertion',
      () => exchange({ subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }),
      'invalid_request',
      /must be one of/,
    ],
    ['with an actor token', () => exchange({ actor_token: 'a' }), 'invalid_request', /actor_token is not supported/],
    ['without an audience', () => exchange({ audience: undefined }), 'invalid_request', /audience is missing/],
    ['for an audience that is not listed', () => exchange({ audience: 'https://other.example' }), 'invalid_target', /audience/],
    [
      'for the domain itself',
      async () => exchange({ audience: fixture.domain.issuer }, await own(idJagOf({ issuer: fixture.domain.issuer }))),
      'invalid_target',
      /audience/,
    ],
    ['for a resource that is not listed', () => exchange({ resource: 'https://other.example' }), 'invalid_target', /resource/],
    ['for a resource named like a member of objects', () => exchange({ resource: 'constructor' }), 'invalid_target', /resource/],
    ['for a scope that is not listed', () => exchange({ scope: 'chat:read chat:write' }), 'invalid_scope', /scope/],
    [
      'without a resource where several are listed',
      async () => exchange({}, await own(idJagOf({ resources: { ...RESOURCES, 'https://b.example': [] } }))),
      'invalid_request',
      /resource is missing/,
    ],
    ['for the ID token of another client', async () => exchange({}, await own(idJagOf())), 'invalid_request', /issued to this client/],
    [
      'for the refresh token of another client',
      async () => exchange({ subject_token: tokens.refresh_token, subject_token_type: REFRESH_TOKEN }, await own(idJagOf())),
      'invalid_request',
      /issued to this client/,
    ],
    [
      'for the access token of another client',
      async () => exchange({ subject_token: tokens.access_token, subject_token_type: ACCESS_TOKEN }, await own(idJagOf())),
      'invalid_request',
      /issued to this client/,
    ],
    [
      'for an access token that is called an ID token',
      () => exchange({ subject_token: tokens.access_token }),
      'invalid_request',
      /valid token/,
    ],
    [
      'for an ID token that is called an access token',
      () => exchange({ subject_token_type: ACCESS_TOKEN }),
      'invalid_request',
      /valid token/,
    ],
    ['for an ID token of another domain', async () => exchange({ subject_token: await idTokenOfChat() }), 'invalid_request', /valid token/],
    [
      'for an ID token that a stranger has signed',
      async () => exchange({ subject_token: await forge() }),
      'invalid_request',
      /valid token/,
    ],
    ['for an ID token that has expired', () => ofExpired(), 'invalid_request', /valid token/],
    [
      'for an assertion that was issued before',
      async () => exchange({ subject_token: (await exchange()).json.access_token }),
      'invalid_request',
      /valid token/,
    ],
    ['for an ID token from before its client was deactivated', () => ofDeactivated(), 'invalid_request', /valid token/],
    ['for a token of the client itself', () => ofClientItself(), 'invalid_request', /for a user/],
    ['to a client without the grant', async () => exchange({}, await own(null)), 'unauthorized_client', /not allowed/],
    [
      'to a client that exchanges only access tokens',
      async () => exchange({}, await own(grantsOf({ tokenExchange: { mode: 'Delegation', resources: {} } }))),
      'invalid_target',
      /audience/,
    ],
    ['to a client that refuses the users of its identity provider', () => ofRefusedUser(), 'invalid_request', /may not sign in/],
  ])('%s', async (_what, attempt, error, words) => {
    const answer = await attempt();

    expect(answer).toMatchObject({ status: 400, json: { error, error_description: expect.stringMatching(words) } });
    expect(answer.json).not.toHaveProperty('access_token');
  });

  it('to a public client, and no other token to a client that may only get these', async () => {
    const open = await fixture.client({ client_type: 'Public', further_grants: idJagOf() });
    const form = { grant_type: TOKEN_EXCHANGE, requested_token_type: ID_JAG, subject_token: tokens.id_token, subject_token_type: ID_TOKEN };
    expect((await fixture.send('/connect/token', clientCall(open, { ...form, audience: chat.issuer }, null))).json).toMatchObject({
      error: 'unauthorized_client',
    });
    const access = { requested_token_type: ACCESS_TOKEN, subject_token: tokens.access_token, subject_token_type: ACCESS_TOKEN };
    expect((await exchange({ ...access, audience: undefined, resource: fixture.domain.issuer })).json.error).toBe('invalid_target');
  });

  it('for a user who is not active', async () => {
    const sub = await fixture.user({ active: true });
    const browser = fixture.browser();
    const before = fixture.sub;
    fixture.sub = sub;
    const theirs = await fixture.signIn({ scope: 'openid' }, { browser, clientId: wiki });
    fixture.sub = before;
    await fixture.auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub]);

    expect(await exchange({ subject_token: theirs.id_token })).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });
});

async function forge(): Promise<string> {
  const stranger = await generateAssertionKey('RS256', decodeProtectedHeader(tokens.id_token).kid);
  return stranger.sign(decodeJwt(tokens.id_token));
}

async function ofExpired(): Promise<Answered> {
  const by = await own(idJagOf(), { id_token_expiry: 1 });
  const { id_token } = await fixture.signIn({ scope: 'openid' }, { clientId: by });
  await setTimeout(1_100);
  return exchange({ subject_token: id_token }, by);
}

async function ofDeactivated(): Promise<Answered> {
  const by = await own(idJagOf());
  const { id_token } = await fixture.signIn({ scope: 'openid' }, { clientId: by });
  await setTimeout(1_100);
  const again = `deactivated_at = clock_timestamp(), revision = nextval('revision')`;
  await fixture.auth.rows.query(`UPDATE client SET ${again} WHERE client_id = $1`, [by]);
  return exchange({ subject_token: id_token }, by);
}

async function idTokenOfChat(): Promise<string> {
  const key = await generateAssertionKey('RS256', 'chat');
  return key.sign({ ...decodeJwt(tokens.id_token), iss: chat.issuer });
}

async function ofClientItself(): Promise<Answered> {
  const by = await own({ ...idJagOf(), clientCredentials: true });
  const { access_token } = await fixture.requestTokens({ grant_type: 'client_credentials' }, { clientId: by, secret: SECRET });
  return exchange({ subject_token: access_token, subject_token_type: ACCESS_TOKEN }, by);
}

async function ofRefusedUser(): Promise<Answered> {
  const by = await own(idJagOf());
  const theirs = await fixture.signIn({ scope: 'openid' }, { clientId: by });
  await fixture.auth.rows.query(`UPDATE client SET allow_local_login = false, revision = nextval('revision') WHERE client_id = $1`, [by]);
  return exchange({ subject_token: theirs.id_token }, by);
}
