import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, issuerOf, tokenCall, type AuthProcess } from '../support/auth.js';
import { provisionClient, type ServiceClient } from '../support/service-client.js';
import { startAuthProcessStack, type AuthProcessStack } from '../support/stack.js';

const ORIGIN = 'https://app.example.com';
const CALLBACK = `${ORIGIN}/callback`;
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const DOCUMENTS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json'];

let stack: AuthProcessStack;
let auth: AuthProcess;
let domain: string;
let service: ServiceClient;

beforeAll(async () => {
  stack = await startAuthProcessStack({ LOG_LEVEL: 'trace' });
  auth = stack.auth;
  domain = await stack.caller.registerDomain();
  service = await provisionClient(stack.caller, domain, { configuration: { allowedOrigins: [ORIGIN] } });
});

afterAll(() => stack.stop());

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
const CLIENT_ALGORITHMS = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'];

describe('discovery', () => {
  it.each(DOCUMENTS.slice(0, 2))('lists in %s exactly what the server supports', async (path) => {
    const { status, headers, json } = await auth.send(domain, path);

    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' });
    const issuer = issuerOf(domain);
    expect(json).toEqual({
      issuer,
      authorization_endpoint: `${issuer}/connect/authorize`,
      device_authorization_endpoint: `${issuer}/connect/device_authorization`,
      pushed_authorization_request_endpoint: `${issuer}/connect/par`,
      token_endpoint: `${issuer}/connect/token`,
      userinfo_endpoint: `${issuer}/connect/userinfo`,
      introspection_endpoint: `${issuer}/connect/introspect`,
      revocation_endpoint: `${issuer}/connect/revocation`,
      end_session_endpoint: `${issuer}/connect/endsession`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      claim_types_supported: ['normal'],
      claims_parameter_supported: true,
      claims_supported: expect.arrayContaining([
        'sub',
        'iss',
        'auth_time',
        'acr',
        'amr',
        'nonce',
        'name',
        'email',
        'phone_number',
        'address',
      ]),
      acr_values_supported: ['0', 'urn:latchkey:acr:one-factor', 'urn:latchkey:acr:two-step', 'phr'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ar', 'ja'],
      identity_chaining_requested_token_types_supported: ['urn:ietf:params:oauth:token-type:id-jag'],
      authorization_grant_profiles_supported: ['urn:ietf:params:oauth:grant-profile:id-jag'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:token-exchange',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256', 'ES256']),
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      request_object_signing_alg_values_supported: CLIENT_ALGORITHMS,
      dpop_signing_alg_values_supported: ['ES256', 'PS256', 'EdDSA', 'Ed25519'],
      response_modes_supported: ['form_post', 'fragment', 'query'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'profile', 'email', 'phone', 'address', 'offline_access'],
      subject_types_supported: ['public'],
      token_endpoint_auth_methods_supported: AUTH_METHODS,
      token_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
      introspection_endpoint_auth_methods_supported: AUTH_METHODS.filter((method) => method !== 'none'),
      introspection_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
      revocation_endpoint_auth_methods_supported: AUTH_METHODS,
      revocation_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    });
  });

  it('publishes only the public parts of keys', async () => {
    const { status, headers, json } = await auth.send(domain, DOCUMENTS[2]!);

    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/jwk-set+json; charset=utf-8', 'cache-control': 'public, max-age=300' });
    const text = expect.stringMatching(/^[\w-]+$/);
    expect(json).toEqual({
      keys: [
        { kty: 'RSA', use: 'sig', alg: 'RS256', kid: text, n: text, e: 'AQAB' },
        { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: text, x: text, y: text },
      ],
    });
  });

  it.each(DOCUMENTS)('answers HEAD for %s like GET, without the body', async (path) => {
    const [get, head] = await Promise.all([auth.send(domain, path), auth.send(domain, path, { method: 'HEAD' })]);

    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each(DOCUMENTS)('does not send %s again to a client that has it', async (path) => {
    const read = (ifNoneMatch?: string) => auth.send(domain, path, { headers: ifNoneMatch ? { 'If-None-Match': ifNoneMatch } : {} });
    const { etag, ...headers } = (await read()).headers;
    const known = await Promise.all([`"other", ${etag}`, `W/${etag}`, '*'].map(read));

    for (const { status, text, headers: sent } of known) {
      expect([status, text, sent.etag, sent['cache-control']]).toEqual([304, '', etag, headers['cache-control']]);
    }
    expect((await read('"other"')).status).toBe(200);
  });
});

describe('cross-origin requests', () => {
  const from = (origin: string, path: string, call = {}) =>
    auth.send(domain, path, { ...call, headers: { ...(call as typeof token).headers, Origin: origin } });
  const token = tokenCall({ clientId: '', clientSecret: '' });

  it.each(DOCUMENTS)('may read %s from any origin', async (path) => {
    expect((await from('https://anywhere.example', path)).headers).toMatchObject({
      'access-control-allow-origin': 'https://anywhere.example',
      vary: 'Origin',
    });
  });

  it('get tokens only from the origins of the client', async () => {
    const [own, other, nowhere, none] = await Promise.all([
      from(ORIGIN, '/connect/token', tokenCall(service)),
      from('https://app.example.com:8443', '/connect/token', tokenCall(service)),
      from('null', '/connect/token', tokenCall(service)),
      auth.requestToken(domain, service),
    ]);

    expect([own, other, nowhere, none].map(({ status, headers }) => [status, headers['access-control-allow-origin']])).toEqual([
      [200, ORIGIN],
      [400, undefined],
      [400, undefined],
      [200, undefined],
    ]);
    for (const { headers } of [own, other, nowhere]) expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('an authorization request', () => {
  const request = {
    client_id: 'web',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 'xyz',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  };
  const authorize = (changes: Record<string, string | undefined> = {}) => {
    const entries = Object.entries({ ...request, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return auth.send(domain, `/connect/authorize?${new URLSearchParams(entries).toString()}`);
  };

  beforeAll(async () => {
    const code = { grantType: 'AuthorizationCode', clientType: 'Public', scope: 'openid read', redirectUris: [CALLBACK] };
    await provisionClient(stack.caller, domain, { clientId: 'web', configuration: code });
    const native = [
      'com.example.app:/callback',
      'http://127.0.0.1/callback',
      'http://app.localhost/callback',
      'https://localhost/callback',
    ];
    await provisionClient(stack.caller, domain, { clientId: 'native', configuration: { ...code, redirectUris: native } });
    await provisionClient(stack.caller, domain, { clientId: 'nowhere', configuration: { ...code, redirectUris: null } });
    await provisionClient(stack.caller, domain, { clientId: 'confidential', configuration: { ...code, clientType: 'Confidential' } });
  });

  it.each([
    ['that is good', {}],
    ['of a confidential client without PKCE', { client_id: 'confidential', code_challenge: undefined, code_challenge_method: undefined }],
    ['to a private-use scheme', { client_id: 'native', redirect_uri: 'com.example.app:/callback' }],
    ['to another port of the loopback', { client_id: 'native', redirect_uri: 'http://127.0.0.1:49152/callback' }],
    ['to a name of the loopback', { client_id: 'native', redirect_uri: 'http://app.localhost/callback' }],
    ['to the loopback by https', { client_id: 'native', redirect_uri: 'https://localhost/callback' }],
  ])('%s leads to a page', async (_what, changes) => {
    const { status, headers } = await authorize(changes);

    expect([status, headers.location]).toEqual([303, expect.stringMatching(/^\/sign-in\/[\w-]{20,}$/)]);
  });

  it.each([
    ['of a public client without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request', CALLBACK],
    ['with the plain method of PKCE', { code_challenge_method: 'plain' }, 'invalid_request', CALLBACK],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type', CALLBACK],
    ['for silence', { prompt: 'none' }, 'login_required', CALLBACK],
  ])('redirects a request %s to the client, with an error', async (...[, changes, error, redirectUri]) => {
    const { status, headers } = await authorize(changes);

    expect([302, 303]).toContain(status);
    const [target, query] = [headers.location!.split(/[?#]/)[0], new URLSearchParams(headers.location!.split(/[?#]/)[1])];
    expect(target).toBe(redirectUri);
    expect(Object.fromEntries(query)).toMatchObject({ error, state: 'xyz', iss: issuerOf(domain) });
  });

  it.each([
    ['an unknown client', { client_id: 'unknown' }],
    ['a client id with a NUL', { client_id: '\0' }],
    ['no client', { client_id: undefined }],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['a redirect URI with more at its end', { redirect_uri: `${CALLBACK}/` }],
    ['a redirect URI in upper case', { redirect_uri: CALLBACK.toUpperCase() }],
    ['another port of what is no loopback', { redirect_uri: 'https://app.example.com:444/callback' }],
    ['another path of the loopback', { client_id: 'native', redirect_uri: 'http://127.0.0.1/other' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a client without redirect URIs', { client_id: 'nowhere' }],
    ['a client of client credentials', { client_id: 'service' }],
  ])('is not redirected if it contains %s', async (_what, changes) => {
    const { status, headers, json } = await authorize(changes);

    expect(status).toBe(400);
    expect(headers).not.toHaveProperty('location');
    expect(json).toMatchObject({ error: expect.any(String), iss: issuerOf(domain) });
  });

  it.each(['/connect/authorize/%zz', '/connect/authorize/%00', '/connect/authorize/unknown'])(
    'refuses an interaction that was never started: %s',
    async (path) => {
      expect((await auth.send(domain, path, { headers: { Cookie: 'latchkey_interaction_resume=%00; latchkey_session=x' } })).status).toBe(
        400,
      );
    },
  );
});

describe('oidc-provider', () => {
  it('logs no warning about its configuration for any request', async () => {
    await auth.send(domain, '/connect/token', { ...tokenCall(service), body: ['grant_type=client_credentials'] });
    await auth.send(domain, '/connect/token', { method: 'POST', headers: { Authorization: basic(service) } });
    await auth.stop();

    expect(auth.process.stderr).toBe('');
    expect(auth.process.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
    expect(auth.events.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
  });
});
