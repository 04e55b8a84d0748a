import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Answer } from '../../../../test/support/http.js';
import { codeGrant, SECRET, type Tokens } from '../in-process-auth.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';

const SCOPE = 'openid profile email offline_access orders';
const ATTRIBUTES = { preferred_username: 'somebody-here', name: 'Some Body', email: 'some@body.example', email_verified: true };

let tokens: Required<Tokens>;

const fixture = useAuthFixture();

beforeEach(async () => {
  fixture.clientId = await fixture.client();
  fixture.sub = await fixture.user({ attributes: ATTRIBUTES });
  tokens = await signIn();
});

const signIn = (scope = SCOPE) => fixture.signIn({ scope });

function userinfo(token = tokens.access_token): Promise<Answer> {
  return fixture.userinfo(token);
}

const introspect = async (token: string) => (await fixture.post('/connect/introspect', { token })).json as { active: boolean };

/** What is still valid of everything that was issued. */
async function alive(): Promise<object> {
  const refreshed = await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  return {
    userinfo: (await userinfo()).status === 200,
    accessToken: (await introspect(tokens.access_token)).active,
    refreshToken: refreshed.status === 200,
  };
}

const DEAD = { userinfo: false, accessToken: false, refreshToken: false };

describe('userinfo', () => {
  it('returns the claims of the granted scopes', async () => {
    const { status, headers, json } = await userinfo();

    expect([status, json]).toEqual([200, { sub: fixture.sub, ...ATTRIBUTES }]);
    expect(headers['cache-control']).toContain('no-store');
  });

  it('accepts POST, and tokens in a form', async () => {
    const call = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const { json } = await fixture.send('/connect/userinfo', { ...call, body: `access_token=${tokens.access_token}` });

    expect(json).toMatchObject({ sub: fixture.sub });
  });

  it('rejects a token in the query', async () => {
    const { status, json } = await fixture.send(`/connect/userinfo?access_token=${tokens.access_token}`);

    expect([status, json]).toEqual([400, expect.objectContaining({ error: 'invalid_request' })]);
  });

  it.each<[string, () => string]>([
    ['that is nothing', () => 'nothing'],
    ['that is the id of one', () => decodeJwt(tokens.access_token).jti!],
    ['whose signature was cut', () => tokens.access_token.slice(0, -4)],
    ['that is an id token', () => tokens.id_token],
    ['that is a refresh token', () => tokens.refresh_token],
  ])('rejects a token %s', async (_what, token) => {
    const { status, headers, json } = await userinfo(token());

    expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_token' })]);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=".*error="invalid_token"/);
  });

  it('rejects a token without the scope openid', async () => {
    const { access_token: token } = await signIn('orders');

    const { status, json } = await userinfo(token);

    expect([status, json]).toEqual([403, expect.objectContaining({ error: 'insufficient_scope' })]);
  });

  it('answers a request without a token with a challenge', async () => {
    const { status, headers } = await fixture.send('/connect/userinfo');

    const [bearer, dpop] = [
      `Bearer realm="${fixture.domain.issuer}"`,
      `DPoP realm="${fixture.domain.issuer}", algs="ES256 PS256 EdDSA Ed25519"`,
    ];
    expect([status, headers['www-authenticate']]).toEqual([401, `${bearer}, ${dpop}`]);
  });

  it('rejects other methods', async () => {
    const { status, headers } = await fixture.send('/connect/userinfo', { method: 'PUT' });

    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('introspection', () => {
  it('describes a user’s access token', async () => {
    expect(await introspect(tokens.access_token)).toEqual({
      active: true,
      sub: fixture.sub,
      aud: fixture.domain.issuer,
      client_id: fixture.clientId,
      exp: expect.any(Number),
      iat: expect.any(Number),
      iss: fixture.domain.issuer,
      jti: decodeJwt(tokens.access_token).jti,
      scope: SCOPE,
      token_type: 'Bearer',
    });
  });

  it('describes a refresh token', async () => {
    expect(await introspect(tokens.refresh_token)).toMatchObject({
      active: true,
      sub: fixture.sub,
      client_id: fixture.clientId,
      scope: SCOPE,
    });
  });

  it('reports a client’s own token as active until it is revoked', async () => {
    const service = { clientId: await fixture.client({ grant_type: 'ClientCredentials', scope: 'orders' }), secret: SECRET };
    const { access_token: token } = (await fixture.post('/connect/token', { grant_type: 'client_credentials' }, service)).json as Tokens;
    const seen = async () => (await fixture.post('/connect/introspect', { token }, service)).json;
    const before = await seen();

    const { status } = await fixture.post('/connect/revocation', { token }, service);

    expect(before).toMatchObject({ active: true, client_id: service.clientId, scope: 'orders', aud: fixture.domain.issuer });
    expect([status, await seen()]).toEqual([200, { active: false }]);
  });

  it.each<[string, () => string]>([
    ['nothing', () => 'nothing'],
    ['the id of a token', () => decodeJwt(tokens.access_token).jti!],
    ['an id token', () => tokens.id_token],
    ['a token with another signature', () => `${tokens.access_token.slice(0, -6)}AAAAAA`],
    ['what no database can store', () => '\0'],
  ])('does not report %s', async (_what, token) => {
    expect(await introspect(token())).toEqual({ active: false });
  });

  it('requires client authentication', async () => {
    const { status, headers, json } = await fixture.post(
      '/connect/introspect',
      { token: tokens.access_token },
      { clientId: fixture.clientId, secret: 'wrong' },
    );

    expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
    expect(headers['www-authenticate']).toMatch(/^Basic /);
  });
});

describe('public clients', () => {
  it('cannot introspect, because they cannot authenticate', async () => {
    const app = { clientId: await fixture.client({ client_type: 'Public' }), secret: null };

    for (const token of [tokens.access_token, 'unknown']) {
      const { status, headers, json } = await fixture.post('/connect/introspect', { token }, app);

      expect([status, json]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
      expect(headers['www-authenticate']).toContain('Basic');
    }
  });
});

describe('introspection by another client', () => {
  it.each<[string, (issuer: string) => string[] | null, boolean]>([
    ['that serves an audience of the token tells of it', (issuer) => ['https://other.example', issuer], true],
    ['that serves other audiences does not', () => ['https://other.example'], false],
    ['that serves none does not', () => null, false],
  ])('%s', async (_which, audiencesOf, active) => {
    const asker = { clientId: await fixture.client({ audiences: audiencesOf(fixture.domain.issuer) }), secret: SECRET };
    const tokensSeen = await Promise.all(
      [tokens.access_token, tokens.refresh_token].map(async (token) => (await fixture.post('/connect/introspect', { token }, asker)).json),
    );

    expect(tokensSeen).toEqual([active ? expect.objectContaining({ active, sub: fixture.sub }) : { active }, { active: false }]);
  });
});

describe('issued codes, tokens and sessions', () => {
  it('are initially valid', async () => {
    expect(await alive()).toEqual({ userinfo: true, accessToken: true, refreshToken: true });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is revoked by its access token', () => fixture.post('/connect/revocation', { token: tokens.access_token })],
    ['is revoked by its refresh token', () => fixture.post('/connect/revocation', { token: tokens.refresh_token })],
    ['lost its user', () => fixture.auth.rows.query('DELETE FROM end_user WHERE sub = $1', [fixture.sub])],
    ['has an inactive user', () => fixture.auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [fixture.sub])],
    ['lost its client', () => fixture.auth.rows.query('DELETE FROM client WHERE client_id = $1', [fixture.clientId])],
    ['lost its client, though one of its id was created', () => fixture.recreateClient(fixture.clientId)],
  ])('become invalid when the %s', async (_why, end) => {
    const asker = { clientId: await fixture.client({ audiences: [fixture.domain.issuer] }), secret: SECRET };
    await end();

    const { status } = await userinfo();
    const { json } = await fixture.post('/connect/introspect', { token: tokens.access_token }, asker);
    const refreshed = await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    const result = { userinfo: status === 200, accessToken: (json as { active: boolean }).active, refreshToken: refreshed.status === 200 };
    expect(result).toEqual(DEAD);
  });

  it('do not include a code of a deleted client, even if a client with the same id was created', async () => {
    const { request, verifier } = fixture.codeRequest();
    const grant = codeGrant(await fixture.browser().authorizeAs(request, { sub: fixture.sub }), verifier);
    await fixture.recreateClient(fixture.clientId);

    expect((await fixture.post('/connect/token', grant)).json).toMatchObject({ error: 'invalid_grant' });
  });

  it('can be revoked only by their own client', async () => {
    const other = { clientId: await fixture.client(), secret: SECRET };

    await fixture.post('/connect/revocation', { token: tokens.access_token }, other);
    await fixture.post('/connect/revocation', { token: tokens.refresh_token }, other);

    expect(await alive()).toEqual({ userinfo: true, accessToken: true, refreshToken: true });
  });
});

describe('client configuration', () => {
  it('determines the lifetimes of tokens, which rotation does not extend', async () => {
    fixture.clientId = await fixture.client({ access_token_expiry: 60, id_token_expiry: 120, refresh_token_expiry: 300 });
    tokens = await signIn();
    const lifetime = (jwt: string) => decodeJwt(jwt).exp! - decodeJwt(jwt).iat!;
    const expiresAt = async (token: string) => ((await fixture.post('/connect/introspect', { token })).json as { exp: number }).exp;
    const [first, now] = [await expiresAt(tokens.refresh_token), Date.now() / 1_000];

    const rotated = (await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }))
      .json as Tokens;

    expect([tokens.expires_in, lifetime(tokens.access_token), lifetime(tokens.id_token)]).toEqual([60, 60, 120]);
    expect(Math.abs(first - now - 300)).toBeLessThan(10);
    expect(await expiresAt(rotated.refresh_token!)).toBeLessThanOrEqual(first + 1);
  });

  it('puts the configured audiences and claims into tokens', async () => {
    fixture.clientId = await fixture.client({ audiences: ['https://api.example.com', 'urn:example:api'] });
    const list = JSON.stringify([{ scope: 'orders', claims: ['email_verified', 'sub', 'client_id'] }]);
    await fixture.auth.rows.insert('scope_claims', { domain_id: fixture.domain.id, kind: 'access_token', scopes: list });
    await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);

    const claims = decodeJwt((await signIn()).access_token);

    expect(claims).toMatchObject({
      aud: ['https://api.example.com', 'urn:example:api'],
      sub: fixture.sub,
      client_id: fixture.clientId,
      email_verified: true,
    });
    expect(claims).not.toHaveProperty('email');
  });

  it('determines which origins may read responses', async () => {
    fixture.clientId = await fixture.client({ allowed_origins: ['https://app.example.com'] });
    tokens = await signIn();
    const from = async (origin: string) => {
      const headers = { Authorization: `Bearer ${tokens.access_token}`, Origin: origin };
      const { status, headers: answered } = await fixture.send('/connect/userinfo', { headers });
      return [status, answered['access-control-allow-origin']];
    };
    const preflight = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' };
    const { status, headers } = await fixture.send('/connect/token', { method: 'OPTIONS', headers: preflight });

    expect([await from('https://app.example.com'), await from('https://evil.example')]).toEqual([
      [200, 'https://app.example.com'],
      [400, undefined],
    ]);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://app.example.com']);
  });
});

describe('metrics', () => {
  it("counts the tokens of each grant, and the tokens of each client in the domain's usage", async () => {
    const issued = async () => {
      const { values } = await fixture.auth.metrics.tokens.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.grant_type, value]));
    };
    const before = await issued();

    await signIn();
    await fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });

    expect(await issued()).toEqual({
      ...before,
      authorization_code: before['authorization_code']! + 1,
      refresh_token: (before['refresh_token'] ?? 0) + 1,
    });
    await fixture.auth.rows.until(`(SELECT count FROM usage_count WHERE kind = 'token' AND subject = '${fixture.clientId}') = 3`);
    await fixture.auth.rows.until(`EXISTS (SELECT FROM user_activity WHERE sub = '${fixture.sub}')`);
  });
});
