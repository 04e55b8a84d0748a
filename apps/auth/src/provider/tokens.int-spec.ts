import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Answer } from '../../../../test/support/http.js';
import {
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  SECRET,
  type ServedDomainOfTest,
  type Tokens,
} from '../in-process-auth.fixture.js';

const SCOPE = 'openid profile email offline_access orders';
const ATTRIBUTES = { preferred_username: 'somebody-here', name: 'Some Body', email: 'some@body.example', email_verified: true };

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let clientId: string;
let sub: string;
let tokens: Required<Tokens>;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
}, 60_000);

afterAll(() => auth.stop());

beforeEach(async () => {
  clientId = await auth.client(domain);
  sub = await auth.user(domain, { attributes: ATTRIBUTES });
  tokens = await signIn();
});

async function signIn(scope = SCOPE): Promise<Required<Tokens>> {
  const { request, verifier } = codeRequest(clientId, { scope });
  const answer = await auth.browser(domain).signIn(request, { sub });
  const parameters = { grant_type: 'authorization_code', code: answer.searchParams.get('code')!, redirect_uri: REDIRECT_URI };
  const { status, text, json } = await post('/connect/token', { ...parameters, code_verifier: verifier });
  if (status !== 200) throw new Error(text);
  return json as Required<Tokens>;
}

function post(path: string, parameters: Record<string, string>, client = { clientId, secret: SECRET as string | null }): Promise<Answer> {
  return auth.send(domain.name, path, clientCall(client.clientId, parameters, client.secret));
}

function userinfo(token = tokens.access_token): Promise<Answer> {
  return auth.send(domain.name, '/connect/userinfo', { headers: { Authorization: `Bearer ${token}` } });
}

const introspect = async (token: string) => (await post('/connect/introspect', { token })).json as { active: boolean };

/** What becomes of everything that was issued. */
async function alive(): Promise<object> {
  const refreshed = await post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  return {
    userinfo: (await userinfo()).status === 200,
    accessToken: (await introspect(tokens.access_token)).active,
    refreshToken: refreshed.status === 200,
  };
}

const DEAD = { userinfo: false, accessToken: false, refreshToken: false };

describe('userinfo', () => {
  it('says of the user what the granted scopes bring', async () => {
    const { status, headers, json } = await userinfo();

    expect([status, json]).toEqual([200, { sub, ...ATTRIBUTES }]);
    expect(headers['cache-control']).toContain('no-store');
  });

  it('takes POST, and tokens in a form', async () => {
    const call = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const { json } = await auth.send(domain.name, '/connect/userinfo', { ...call, body: `access_token=${tokens.access_token}` });

    expect(json).toMatchObject({ sub });
  });

  it.each<[string, () => string]>([
    ['that is nothing', () => 'nothing'],
    ['that is the id of one', () => decodeJwt(tokens.access_token).jti!],
    ['whose signature was cut', () => tokens.access_token.slice(0, -4)],
    ['that is an id token', () => tokens.id_token],
    ['that is a refresh token', () => tokens.refresh_token],
  ])('refuses a token %s', async (_what, token) => {
    const { status, headers, json } = await userinfo(token());

    expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })]);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=".*error="invalid_token"/);
  });

  it('refuses a token without the scope openid', async () => {
    const { access_token: token } = await signIn('orders');

    const { status, json } = await userinfo(token);

    expect([status, json]).toEqual([403, expect.objectContaining({ error: 'insufficient_scope' })]);
  });

  it('answers whoever brings no token with a challenge', async () => {
    const { status, headers } = await auth.send(domain.name, '/connect/userinfo');

    expect([status, headers['www-authenticate']]).toEqual([401, `Bearer realm="${domain.issuer}"`]);
  });

  it('is refused by other methods', async () => {
    const { status, headers } = await auth.send(domain.name, '/connect/userinfo', { method: 'PUT' });

    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('introspection', () => {
  it('tells what a user’s access token is', async () => {
    expect(await introspect(tokens.access_token)).toEqual({
      active: true,
      sub,
      aud: domain.issuer,
      client_id: clientId,
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: domain.issuer,
      jti: decodeJwt(tokens.access_token).jti,
      scope: SCOPE,
      token_type: 'Bearer',
    });
  });

  it('tells what a refresh token is', async () => {
    expect(await introspect(tokens.refresh_token)).toMatchObject({ active: true, sub, client_id: clientId, scope: SCOPE });
  });

  it('tells of a client’s own token that it is active until it is revoked', async () => {
    const service = { clientId: await auth.client(domain, { grant_type: 'ClientCredentials', scope: 'orders' }), secret: SECRET };
    const { access_token: token } = (await post('/connect/token', { grant_type: 'client_credentials' }, service)).json as Tokens;
    const before = await introspect(token);

    const { status } = await post('/connect/revocation', { token }, service);

    expect(before).toMatchObject({ active: true, client_id: service.clientId, scope: 'orders', aud: domain.issuer });
    expect([status, await introspect(token)]).toEqual([200, { active: false }]);
  });

  it.each<[string, () => string]>([
    ['nothing', () => 'nothing'],
    ['the id of a token', () => decodeJwt(tokens.access_token).jti!],
    ['an id token', () => tokens.id_token],
    ['a token with another signature', () => `${tokens.access_token.slice(0, -6)}AAAAAA`],
    ['what no database can store', () => '\0'],
  ])('tells nothing of %s', async (_what, token) => {
    expect(await introspect(token())).toEqual({ active: false });
  });

  it('is for clients that show who they are', async () => {
    const { status, headers, json } = await post('/connect/introspect', { token: tokens.access_token }, { clientId, secret: 'wrong' });

    expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  });
});

describe('what was issued', () => {
  it('is alive', async () => {
    expect(await alive()).toEqual({ userinfo: true, accessToken: true, refreshToken: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is revoked by its access token', () => post('/connect/revocation', { token: tokens.access_token })],
    ['is revoked by its refresh token', () => post('/connect/revocation', { token: tokens.refresh_token })],
    ['lost its user', () => auth.rows.query('DELETE FROM end_user WHERE sub = $1', [sub])],
    ['has an inactive user', () => auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [sub])],
    ['lost its client', () => auth.rows.query('DELETE FROM client WHERE client_id = $1', [clientId])],
  ])('is dead when it %s', async (_why, end) => {
    const asker = { clientId: await auth.client(domain), secret: SECRET };
    await end();

    const { status } = await userinfo();
    const { json } = await post('/connect/introspect', { token: tokens.access_token }, asker);
    const refreshed = await post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    const result = { userinfo: status === 200, accessToken: (json as { active: boolean }).active, refreshToken: refreshed.status === 200 };
    expect(result).toEqual(DEAD);
  });

  it('is revoked by its own client alone', async () => {
    const other = { clientId: await auth.client(domain), secret: SECRET };

    await post('/connect/revocation', { token: tokens.access_token }, other);
    await post('/connect/revocation', { token: tokens.refresh_token }, other);

    expect(await alive()).toEqual({ userinfo: true, accessToken: true, refreshToken: true });
  });
});
