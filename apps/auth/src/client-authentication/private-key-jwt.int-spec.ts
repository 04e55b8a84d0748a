import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, type JWTPayload } from 'jose';
import { clientCall, codeRequest, InProcessAuth, SECRET, type ServedDomainOfTest } from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
  type AssertionKey,
} from './assertion/assertion.fixture.js';
import { generateProofSigner } from './dpop-proof.fixture.js';

const REPLAYS = 8;

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let key: AssertionKey;
let otherKey: AssertionKey;
/** Id of a client with a secret and a key; the other client has only a key. */
let orders: string;
let payments: string;

beforeAll(async () => {
  auth = await InProcessAuth.start({ environment: { MTLS_AUTH_URL: 'https://mtls.{domain}' } });
  domain = await auth.domain();
  [key, otherKey] = await Promise.all([generateAssertionKey(), generateAssertionKey()]);
  const service = { grant_type: 'ClientCredentials', scope: 'read write' };
  [orders, payments] = [await auth.client(domain, service), await auth.client(domain, service)];
  const methods = [{ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [key.jwk] } }];
  await storeAuthentication(auth, row(orders), { methods: [{ type: 'ClientSecret', jwks_uri: null }, ...methods] });
  await storeAuthentication(auth, row(payments), { methods: [{ ...methods[0], jwks: { keys: [otherKey.jwk] } }] });
});

afterAll(() => auth.stop());

const row = (client_id: string) => ({ domain_id: domain.id, client_id });

function post(path: string, assertion: string, parameters: Record<string, string> = {}, proof?: string): Promise<Answer> {
  const body = { client_assertion_type: ASSERTION_TYPE, client_assertion: assertion, ...parameters };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...(proof !== undefined && { DPoP: proof }) };
  return auth.send(domain.name, path, { method: 'POST', headers, body: new URLSearchParams(body).toString() });
}

function requestToken(assertion: string, parameters: Record<string, string> = {}, proof?: string): Promise<Answer> {
  return post('/connect/token', assertion, { grant_type: 'client_credentials', ...parameters }, proof);
}

/** An assertion that the endpoints accept. */
function assert(clientId = orders, changes: JWTPayload = {}): Promise<string> {
  return (clientId === payments ? otherKey : key).sign(assertionClaims(clientId, domain, changes));
}

const errorOf = ({ status, json }: Answer) => [status, (json as { error: string }).error];

describe('clients with a key', () => {
  it('issues a token for an assertion, with or without client_id', async () => {
    const answers = [await requestToken(await assert()), await requestToken(await assert(), { client_id: orders, scope: 'read' })];

    const tokens = answers.map(({ json }) => decodeJwt((json as { access_token: string }).access_token));
    expect(tokens).toMatchObject([
      { iss: domain.issuer, sub: orders, client_id: orders, scope: 'read write' },
      { iss: domain.issuer, sub: orders, client_id: orders, scope: 'read' },
    ]);
  });

  it('authenticates the client at every endpoint, with its URL, the issuer or the token endpoint as audience', async () => {
    const app = await auth.client(domain);
    await storeAuthentication(auth, row(app), { methods: [{ jwks_uri: null, jwks: { keys: [key.jwk] } }] });
    const { access_token: token } = (await requestToken(await assert())).json as { access_token: string };
    const at = async (path: string, clientId: string, parameters: Record<string, string>) =>
      post(path, await assert(clientId, { aud: [`${domain.issuer}${path}`] }), parameters);

    const { client_id: _id, ...request } = codeRequest(app).request;
    const pushed = await at('/connect/par', app, request);
    const introspected = await at('/connect/introspect', orders, { token });
    const revoked = await post('/connect/revocation', await assert(orders, { aud: `${domain.issuer}/connect/token` }), { token });

    expect([pushed.status, introspected.status, revoked.status]).toEqual([201, 200, 200]);
    expect(introspected.json).toMatchObject({ active: true, client_id: orders });
  });

  it('accepts both secret and key while both are listed, and rejects the secret once it is removed', async () => {
    const withSecret = (clientId: string) =>
      auth.send(domain.name, '/connect/token', clientCall(clientId, { grant_type: 'client_credentials' }, SECRET));

    expect((await withSecret(orders)).status).toBe(200);
    expect(errorOf(await withSecret(payments))).toEqual([401, 'invalid_client']);
    expect((await requestToken(await assert(payments))).status).toBe(200);
  });
});

describe('assertions', () => {
  it('accepts an assertion once, also from concurrent requests and at different endpoints', async () => {
    const assertion = await assert();

    const answers = await Promise.all(Array.from({ length: REPLAYS }, () => requestToken(assertion)));
    const later = await post('/connect/introspect', assertion, { token: 'any' });

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(errorOf(later)).toEqual([401, 'invalid_client']);
    expect((later.json as { error_description: string }).error_description).toBe(
      'client_assertion was used before: each assertion requires a new jti',
    );
  });

  it('accepts the token endpoint at the mTLS host as audience', async () => {
    const answer = await requestToken(await assert(orders, { aud: `https://mtls.${domain.name}/connect/token` }));

    expect(answer.status).toBe(200);
  });

  it('accepts the same jti from another client', async () => {
    const jti = 'the-same';

    const answers = [await requestToken(await assert(orders, { jti })), await requestToken(await assert(payments, { jti }))];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it.each<[string, RegExp, () => Promise<Answer>]>([
    [
      'an audience of another domain',
      /^aud of client_assertion must be/,
      async () => requestToken(await assert(orders, { aud: 'https://other.example.com' })),
    ],
    [
      'the key of another client',
      /^no key of the client verifies/,
      async () => requestToken(await otherKey.sign(assertionClaims(orders, domain))),
    ],
    [
      'an unknown kid',
      /no key with the kid and alg/,
      async () => requestToken(await key.sign(assertionClaims(orders, domain), { kid: 'other' })),
    ],
    ['no exp', /requires the claim exp/, async () => requestToken(await assert(orders, { exp: undefined }))],
    ['no jti', /requires the claim jti/, async () => requestToken(await assert(orders, { jti: undefined }))],
    ['an unknown client', /^the domain has no client/, async () => requestToken(await assert('nowhere'))],
    ['the client_id of another client', /are different clients$/, async () => requestToken(await assert(), { client_id: payments })],
  ])('rejects an assertion with %s: %s', async (_what, description, request) => {
    const answer = await request();

    expect(errorOf(answer)).toEqual([401, 'invalid_client']);
    expect(answer.json).toMatchObject({ error_description: expect.stringMatching(description) });
    expect(answer.headers['www-authenticate']).toBe(`Basic realm="${domain.issuer}"`);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('rejects an assertion of a client that must not use one', async () => {
    const secretOnly = await auth.client(domain, { grant_type: 'ClientCredentials' });

    expect(errorOf(await requestToken(await assert(secretOnly)))).toEqual([401, 'invalid_client']);
  });

  it('rejects an assertion beside another authentication method', async () => {
    const basic = { Authorization: `Basic ${Buffer.from(`${orders}:${SECRET}`).toString('base64')}` };
    const call = clientCall(orders, { client_assertion_type: ASSERTION_TYPE, client_assertion: await assert() }, null);

    const answers = [
      await requestToken(await assert(), { client_secret: SECRET }),
      await auth.send(domain.name, '/connect/token', { ...call, headers: { ...call.headers, ...basic } }),
    ];

    expect(answers.map(errorOf)).toEqual([
      [400, 'invalid_request'],
      [400, 'invalid_request'],
    ]);
  });

  it('rejects an assertion of 100 KB before parsing it', async () => {
    const answer = await requestToken('x'.repeat(102_400));

    expect(errorOf(answer)).toEqual([400, 'invalid_request']);
  });

  it('requires the issuer as sole audience from a FAPI 2.0 client, and rejects RS256', async () => {
    const [bank, rsa] = [await auth.client(domain, { grant_type: 'ClientCredentials' }), await generateAssertionKey('RS256')];
    const { alg: _alg, ...rsaJwk } = rsa.jwk as { alg: string };
    await storeAuthentication(auth, row(bank), { profile: 'FAPI2', methods: [{ jwks_uri: null, jwks: { keys: [key.jwk, rsaJwk] } }] });

    const answers = [
      await requestToken(await assert(bank), {}, await (await generateProofSigner()).prove(`${domain.issuer}/connect/token`)),
      await requestToken(await assert(bank, { aud: [domain.issuer] })),
      await requestToken(await rsa.sign(assertionClaims(bank, domain))),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401]);
  });
});
