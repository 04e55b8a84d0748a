import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { CERTIFICATE_HEADER, FapiFixture, refusalOf, type ClientKind, type FapiClient } from './fapi.fixture.js';
import { REDIRECT_URI, type Tokens, answerOf } from '../in-process-auth.fixture.js';

const KINDS: [string, ClientKind][] = [
  ['private_key_jwt and DPoP', { by: 'key', bound: 'DPoP' }],
  ['private_key_jwt and mTLS', { by: 'key', bound: 'MutualTLS' }],
  ['mTLS and DPoP', { by: 'certificate', bound: 'DPoP' }],
  ['mTLS and mTLS', { by: 'certificate', bound: 'MutualTLS' }],
];

const SERVICE = { grant_type: 'ClientCredentials', scope: 'read', redirect_uris: null };

let fixture: FapiFixture;
let sub: string;
let bank: FapiClient;

beforeAll(async () => {
  fixture = await FapiFixture.start();
  sub = await fixture.auth.user(fixture.domain, { attributes: { name: 'Ada' } });
  bank = await fixture.client({ by: 'key', bound: 'DPoP' });
}, 60_000);

afterAll(() => fixture.auth.stop());

const algorithmOf = (jwt: string) => decodeProtectedHeader(jwt).alg;

async function expectedConfirmation({ bound }: ClientKind): Promise<object> {
  const { rawData } = fixture.certificates.own.certificate;
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', rawData));
  return bound === 'DPoP' ? { jkt: fixture.signer.thumbprint } : { 'x5t#S256': digest.toString('base64url') };
}

describe.each(KINDS)('FAPI2 client with %s', (_what, kind) => {
  let client: FapiClient;

  beforeAll(async () => {
    client = await fixture.client(kind);
  });

  it('signs a user in with a pushed request, and reads userinfo and introspection with bound tokens', async () => {
    const { answer, requestUri, verifier } = await client.push();
    const browser = fixture.auth.browser(fixture.domain);
    const location = await browser.signIn({ client_id: client.clientId, request_uri: requestUri }, { sub });
    const code = { grant_type: 'authorization_code', code: location.searchParams.get('code')!, code_verifier: verifier };
    const tokens = await client.requestToken({ ...code, redirect_uri: REDIRECT_URI });
    const { access_token: accessToken, id_token: idToken } = tokens.json as Tokens;
    const userinfo = await client.userinfo(accessToken);
    const introspected = await client.post('/connect/introspect', { token: accessToken });

    const confirmation = await expectedConfirmation(kind);
    expect([answer.status, answer.json]).toEqual([201, { request_uri: requestUri, expires_in: 60 }]);
    expect(`${location.origin}${location.pathname}`).toBe(REDIRECT_URI);
    expect(answerOf(location)).toEqual({ code: expect.any(String), state: 'a-state', iss: fixture.domain.issuer });
    expect([tokens.status, tokens.json]).toMatchObject([200, { token_type: kind.bound === 'DPoP' ? 'DPoP' : 'Bearer' }]);
    expect(tokens.headers['cache-control']).toBe('no-store');
    expect(decodeJwt(accessToken)['cnf']).toEqual(confirmation);
    expect(decodeJwt(idToken)).toMatchObject({ sub, nonce: 'a-nonce', aud: client.clientId });
    expect([userinfo.status, userinfo.json]).toMatchObject([200, { sub, name: 'Ada' }]);
    expect(introspected.json).toMatchObject({ active: true, cnf: confirmation });
  });

  it('refreshes repeatedly with one refresh token, and each access token is bound', async () => {
    const { refresh_token: refreshToken } = await client.obtainTokens(sub);
    const refresh = () => client.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken });

    const answers = [await refresh(), await refresh()];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { json } of answers) {
      expect(json).toMatchObject({ refresh_token: refreshToken });
      expect(decodeJwt((json as Tokens).access_token)['cnf']).toEqual(await expectedConfirmation(kind));
    }
  });

  it('gets bound tokens for itself', async () => {
    const service = await fixture.client(kind, SERVICE);

    const { status, json } = await service.requestToken({ grant_type: 'client_credentials' });

    expect(status).toBe(200);
    const { access_token: token } = json as Tokens;
    expect([decodeJwt(token)['cnf'], algorithmOf(token)]).toEqual([await expectedConfirmation(kind), 'ES256']);
  });

  it('works the same on the mTLS host', async () => {
    const there = client.atMtlsHost();
    const { access_token: accessToken, refresh_token: refreshToken } = await there.obtainTokens(sub);

    const answers = [
      await there.userinfo(accessToken),
      await there.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      await there.post('/connect/introspect', { token: accessToken }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(decodeJwt(accessToken)).toMatchObject({ iss: fixture.domain.issuer, cnf: await expectedConfirmation(kind) });
  });

  it('gets no token without presenting the key that binds it', async () => {
    const service = await fixture.client(kind, SERVICE);
    const { refresh_token: refreshToken } = await client.obtainTokens(sub);
    const without = { headers: { DPoP: undefined, [CERTIFICATE_HEADER]: undefined } };

    const answers = [
      await client.requestToken(await client.obtainCode(sub), without),
      await client.requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken }, without),
      await service.requestToken({ grant_type: 'client_credentials' }, without),
    ];

    for (const answer of answers) {
      const [status, error, description] = refusalOf(answer);
      const keyError = kind.bound === 'DPoP' ? 'invalid_dpop_proof' : 'invalid_request';
      expect([status, error]).toEqual(kind.by === 'certificate' ? [401, 'invalid_client'] : [400, keyError]);
      expect(description).toMatch(
        kind.by === 'key' && kind.bound === 'DPoP' ? /requires a DPoP proof/ : /certificate.* none was presented$/,
      );
    }
  });
});

describe('tokens with the profile FAPI2', () => {
  it('signs with ES256 although the domain prefers RS256, or with another algorithm of the profile that the client chooses', async () => {
    const chosen = await fixture.client(
      { by: 'key', bound: 'DPoP' },
      { id_token_algorithms: ['EdDSA'], access_token_algorithms: ['RS256', 'EdDSA'] },
    );

    const tokens = [await bank.obtainTokens(sub), await chosen.obtainTokens(sub)];

    expect(tokens.map(({ id_token: id, access_token: access }) => [algorithmOf(id), algorithmOf(access)])).toEqual([
      ['ES256', 'ES256'],
      ['EdDSA', 'EdDSA'],
    ]);
  });

  it('issues opaque or signed tokens with at least 128 bits of entropy', async () => {
    const { code } = await bank.obtainCode(sub);
    const { refresh_token: refreshToken } = await bank.obtainTokens(sub);
    const { requestUri } = await bank.push();

    for (const value of [code!, refreshToken, requestUri.split(':').at(-1)!]) expect(value).toMatch(/^[\w-]{43,}$/);
  });

  it('revokes tokens when their code is used again', async () => {
    const parameters = await bank.obtainCode(sub);
    const first = await bank.requestToken(parameters);

    const second = await bank.requestToken(parameters);

    const { access_token: token } = first.json as Tokens;
    expect([first.status, refusalOf(second).slice(0, 2)]).toEqual([200, [400, 'invalid_grant']]);
    expect((await bank.userinfo(token)).status).toBe(401);
  });
});
