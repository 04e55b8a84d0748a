import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JWTPayload } from 'jose';
import { BY_LINK, codeRequest, answerOf } from '../in-process-auth.fixture.js';
import { FapiFixture, refusalOf, type Changes, type FapiClient } from './fapi.fixture.js';

const MUST_AUTHENTICATE = /^client [\w-]+ has the profile FAPI2: it must authenticate by private_key_jwt or a TLS certificate$/;
const NO_ASSERTION = { client_assertion: undefined, client_assertion_type: undefined };

let fixture: FapiFixture;
let sub: string;
let bank: FapiClient;

beforeAll(async () => {
  fixture = await FapiFixture.start();
  sub = await fixture.auth.user(fixture.domain);
  bank = await fixture.client({ by: 'key', bound: 'DPoP' }, { allowed_origins: ['https://app.example.com'] });
}, 60_000);

afterAll(() => fixture.auth.stop());

const addressOf = (clientId: string, requestUri: string) =>
  `/connect/authorize?${new URLSearchParams({ client_id: clientId, request_uri: requestUri }).toString()}`;

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

function createRequestObject(changes: object = {}): JWTPayload {
  const { request } = codeRequest(bank.clientId);
  return { ...request, iss: bank.clientId, aud: fixture.domain.issuer, exp: inSeconds(60), nbf: inSeconds(0), ...changes };
}

/** The response to a program that opens a pushed request. */
async function open(clientId: string, requestUri: string): Promise<unknown[]> {
  return refusalOf(
    await fixture.auth.send(fixture.domain.name, addressOf(clientId, requestUri), { headers: { Accept: 'application/json' } }),
  );
}

describe('authorization requests with the profile FAPI2', () => {
  it('redirects a request that was not pushed back with the reason and iss', async () => {
    const { location } = await fixture.auth.browser(fixture.domain).authorize(codeRequest(bank.clientId).request);

    expect(answerOf(location)).toEqual({
      error: 'invalid_request',
      error_description: expect.stringMatching(/^this client must push its authorization requests: /),
      state: 'a-state',
      iss: fixture.domain.issuer,
    });
  });

  it.each<[string, Changes['parameters'], string, RegExp]>([
    [
      'without PKCE',
      { code_challenge: undefined, code_challenge_method: undefined },
      'invalid_request',
      /^code_challenge is missing: this client must use PKCE/,
    ],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request', /^code_challenge_method must be S256$/],
    ['with PKCE of no method', { code_challenge_method: undefined }, 'invalid_request', /^code_challenge_method must be S256; without it/],
    ['without redirect_uri', { redirect_uri: undefined }, 'invalid_request', /^missing required parameter 'redirect_uri'$/],
    [
      'with a redirect_uri that is not registered',
      { redirect_uri: 'https://evil.example/' },
      'invalid_request',
      /is not registered for client/,
    ],
    [
      'with a redirect_uri over http',
      { redirect_uri: 'http://app.example.com/callback' },
      'invalid_request',
      /is not registered for client/,
    ],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type', /^response_type must be code$/],
    ['for a code and an ID token', { response_type: 'code id_token' }, 'unsupported_response_type', /^response_type must be code$/],
    ['beyond the scope of the client', { scope: 'admin', nonce: undefined }, 'invalid_scope', /may have none of the requested scopes/],
    [
      'with a request_uri',
      { request_uri: 'https://app.example.com/request' },
      'request_uri_not_supported',
      /^request_uri must be one that/,
    ],
  ])('rejects a pushed request %s', async (_what, parameters, error, description) => {
    const { answer } = await bank.push({ parameters: parameters! });

    expect(refusalOf(answer)).toEqual([400, error, expect.stringMatching(description)]);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a secret', { client_secret: 'a-secret-of-the-client' }],
  ])('rejects a pushed request with %s for authentication', async (_what, credentials) => {
    const { answer } = await bank.push({ parameters: { ...NO_ASSERTION, ...credentials } });

    expect(refusalOf(answer)).toEqual([401, 'invalid_client', expect.stringMatching(MUST_AUTHENTICATE)]);
  });

  it('rejects a request whose proof has another key than dpop_jkt', async () => {
    const proof = await fixture.signer.prove(`${fixture.domain.issuer}/connect/par`);
    const { answer } = await bank.push({ parameters: { dpop_jkt: 'x'.repeat(43) }, headers: { DPoP: proof } });

    expect(refusalOf(answer)).toEqual([400, 'invalid_request', 'DPoP proof key thumbprint does not match dpop_jkt']);
  });

  it('opens a request only for its own client and a known request_uri', async () => {
    const { requestUri } = await bank.push();
    const other = await fixture.client({ by: 'key', bound: 'DPoP' });

    expect(await open(other.clientId, requestUri)).toEqual([
      400,
      'invalid_request_object',
      'the request_uri belongs to another client than client_id names',
    ]);
    expect(await open(bank.clientId, 'urn:ietf:params:oauth:request_uri:unknown')).toEqual([
      400,
      'invalid_request_uri',
      'request_uri is invalid, expired, or was already used',
    ]);
  });

  it('opens a request again until it is answered', async () => {
    const { requestUri } = await bank.push();
    const browser = fixture.auth.browser(fixture.domain);
    const request = { client_id: bank.clientId, request_uri: requestUri };
    await browser.authorize(request);

    const location = await browser.signIn(request, { sub });

    expect(answerOf(location)).toMatchObject({ code: expect.any(String) });
    expect((await open(bank.clientId, requestUri)).slice(0, 2)).toEqual([400, 'invalid_request_uri']);
  });

  it('expires a pushed request', async () => {
    const { requestUri } = await bank.push();
    await fixture.auth.rows.query(`UPDATE oidc_payload SET expires_at = now() WHERE model = 'PushedAuthorizationRequest'`);

    expect((await open(bank.clientId, requestUri)).slice(0, 2)).toEqual([400, 'invalid_request_uri']);
  });

  it('accepts a nonce of 64 characters and a state of 1,000', async () => {
    const [nonce, state] = ['n'.repeat(64), 's'.repeat(1_000)];

    const { location } = await bank.signIn(sub, { parameters: { nonce, state } });

    expect(answerOf(location)).toMatchObject({ code: expect.any(String), state });
  });

  it('answers with iss if the user declines', async () => {
    const { requestUri } = await bank.push();
    const browser = fixture.auth.browser(fixture.domain);
    const { location: page } = await browser.authorize({ client_id: bank.clientId, request_uri: requestUri });

    const { location } = await browser.decide(page, { error: 'access_denied' });

    expect(answerOf(location)).toMatchObject({ error: 'access_denied', state: 'a-state', iss: fixture.domain.issuer });
  });

  it('redirects with 303 at every step, and allows no origin by CORS', async () => {
    const { requestUri } = await bank.push();
    const browser = fixture.auth.browser(fixture.domain);
    const origin = { headers: { Origin: 'https://app.example.com' } };
    const opened = await browser.request(addressOf(bank.clientId, requestUri), origin);
    const body = JSON.stringify({ signedIn: { sub, ...BY_LINK } });
    const decided = await browser.request(opened.headers.location!, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const { pathname } = new URL(decided.headers.location!, fixture.domain.issuer);
    const resumed = await browser.request(pathname, origin);

    const answers = [opened, decided, resumed];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    for (const { headers } of answers) expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('accepts a request object whose nbf is 8 seconds ahead', async () => {
    const request = await fixture.keys.own.sign(createRequestObject({ nbf: inSeconds(8) }));

    expect((await bank.post('/connect/par', { request })).status).toBe(201);
  });

  it.each<[string, object]>([
    ['no exp', { exp: undefined }],
    ['no nbf', { nbf: undefined }],
    ['more than an hour between them', { exp: inSeconds(3_660) }],
  ])('rejects a request object with %s', async (_what, changes) => {
    const request = await fixture.keys.own.sign(createRequestObject(changes));

    expect(refusalOf(await bank.post('/connect/par', { request }))).toEqual([
      400,
      'invalid_request_object',
      'the request object of a client with the profile FAPI2 must have exp, at most 3600 seconds after its nbf',
    ]);
  });

  it('rejects a request object with RS256', async () => {
    const request = await fixture.keys.rsa.sign(createRequestObject());

    expect(refusalOf(await bank.post('/connect/par', { request }))).toEqual([
      400,
      'invalid_request_object',
      'the algorithm of the request object must be one of ES256, PS256, EdDSA, Ed25519',
    ]);
  });
});

describe('public clients with the profile FAPI2', () => {
  it.each(['/connect/par', '/connect/token', '/connect/introspect', '/connect/revocation'])('rejects the client at %s', async (path) => {
    const clientId = await fixture.store({ methods: [] }, { client_type: 'Public' });
    const parameters = { ...codeRequest(clientId).request, grant_type: 'authorization_code', code: 'any', token: 'any' };

    const answer = await fixture.post(path, parameters);

    expect(refusalOf(answer)).toEqual([
      401,
      'invalid_client',
      `client ${clientId} is public, and the profile FAPI2 is for confidential clients only`,
    ]);
  });
});

describe('FAPI2 in the discovery document', () => {
  it('announces what a client with the profile FAPI2 needs', async () => {
    const { json } = await fixture.auth.send(fixture.domain.name, '/.well-known/oauth-authorization-server');

    const algorithms = expect.arrayContaining(['ES256', 'PS256', 'EdDSA']);
    expect(json).toMatchObject({
      issuer: fixture.domain.issuer,
      pushed_authorization_request_endpoint: `${fixture.domain.issuer}/connect/par`,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth']),
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      dpop_signing_alg_values_supported: algorithms,
      id_token_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: { token_endpoint: `https://mtls.${fixture.domain.name}/connect/token` },
    });
  });
});
