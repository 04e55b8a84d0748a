import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, createRemoteJWKSet, customFetch, decodeJwt, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import * as openid from 'openid-client';
import { issuerOf, tokenCall, type Auth } from '../support/auth.js';
import { passPublicationLead } from '../support/key-rotation.js';
import { provisionClient, registerServiceClient, type ServiceClient } from '../support/service-client.js';
import { startStack, type Stack } from '../support/stack.js';

const AUDIENCES = ['https://api.example.com', 'urn:example:api'];

let stack: Stack;
let auth: Auth;
let domain: string;

beforeAll(async () => {
  stack = await startStack();
  auth = stack.auth;
  domain = await stack.caller.registerDomain();
});

afterAll(() => stack.stop());

interface TokenCase {
  configuration?: Record<string, unknown>;
  parameters?: Record<string, string>;
  /** Seconds. */
  lifetime?: number;
  claims: { aud?: string | string[] | undefined; scope?: string };
}

interface TokenResponse {
  access_token: string;
  expires_in: number;
  scope?: string;
}

async function keySet(of = domain): Promise<JSONWebKeySet> {
  return (await auth.send(of, '/.well-known/jwks.json')).json as JSONWebKeySet;
}

/** Sends a client's requests for the domain's public addresses to the auth server, as a proxy would. */
async function fetchByProxy(input: string, { method = 'GET', headers, body }: { method?: string; headers?: unknown; body?: unknown }) {
  const { host, pathname, search } = new URL(input);
  const call = { method, headers: Object.fromEntries(new Headers(headers as Record<string, string>)), body: body?.toString() };
  const answer = await auth.send(host, pathname + search, call);
  return new Response(answer.text, { status: answer.status, headers: answer.headers as Record<string, string> });
}

describe('an access token', () => {
  const ALL = 'read write';

  it.each<[string, TokenCase]>([
    ['of a standard client', { claims: { scope: ALL } }],
    ['that lives as long as the client says', { configuration: { accessTokenExpiry: 77 }, lifetime: 77, claims: { scope: ALL } }],
    ['for one audience', { configuration: { audiences: AUDIENCES.slice(0, 1) }, claims: { scope: ALL, aud: AUDIENCES[0] } }],
    ['for all audiences of the client', { configuration: { audiences: AUDIENCES }, claims: { scope: ALL, aud: AUDIENCES } }],
    [
      'for the resource asked for',
      { configuration: { audiences: AUDIENCES }, parameters: { resource: AUDIENCES[1]! }, claims: { scope: ALL, aud: AUDIENCES[1] } },
    ],
    ['with the scope asked for', { parameters: { scope: 'write' }, claims: { scope: 'write' } }],
    ['with the scope in the order asked for, each once', { parameters: { scope: 'write read write' }, claims: { scope: 'write read' } }],
    [
      'without scopes that speak of a person',
      { configuration: { scope: 'openid profile read offline_access' }, claims: { scope: 'read' } },
    ],
    ['without a scope where none is left', { configuration: { scope: 'openid email' }, claims: {} }],
  ])('is issued %s', async (_which, { configuration = {}, parameters, lifetime = 3_600, claims: expected }) => {
    const client = await registerServiceClient(stack.caller, { clientId: 'service-1', configuration });
    const before = Math.floor(Date.now() / 1_000);
    const { status, headers, json } = await auth.requestToken(client.domain, client, parameters);
    const after = Math.floor(Date.now() / 1_000);

    const { aud = issuerOf(client.domain), ...scope } = expected;
    const { access_token: token, ...response } = json as TokenResponse;
    const { jti, iat, exp, ...claims } = decodeJwt(token);
    const { kid } = (await keySet(client.domain)).keys.find(({ alg }) => alg === 'ES256')!;
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    expect(response).toEqual({ token_type: 'Bearer', expires_in: lifetime, ...scope });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid });
    expect(claims).toEqual({ iss: issuerOf(client.domain), sub: 'service-1', client_id: 'service-1', aud, ...scope });
    expect(jti).toMatch(/^[\w-]{22,}$/);
    expect(exp! - iat!).toBe(lifetime);
    expect(iat! >= before && iat! <= after).toBe(true);
  });

  it('has a unique id', async () => {
    const client = await provisionClient(stack.caller, domain);
    const both = [tokenCall(client), { ...tokenCall(client), body: ['grant_type=client_credentials'] }];

    const answers = await Promise.all(Array.from({ length: 600 }, (_, n) => auth.send(domain, '/connect/token', both[n % 2])));

    const ids = answers.map(({ json }) => decodeJwt((json as TokenResponse).access_token).jti);
    expect(new Set(ids).size).toBe(600);
  });

  it.each(['ES256', 'RS256', 'PS256', 'EdDSA'])('signed by %s verifies against the published keys', async (algorithm) => {
    const client = await registerServiceClient(stack.caller);
    await stack.caller.put(`/v1/domain/${client.domain}/signing`, { accessToken: algorithm });
    await passPublicationLead(stack.database.url, client.domain);

    const token = await auth.token(client.domain, client);

    const keys = createLocalJWKSet(await keySet(client.domain));
    const options = { algorithms: [algorithm], issuer: issuerOf(client.domain), audience: issuerOf(client.domain), typ: 'at+jwt' };
    expect((await jwtVerify(token, keys, options)).payload).toMatchObject({ sub: 'service', scope: 'read write' });
    const [header, payload] = token.split('.');
    await expect(jwtVerify(`${header}.${payload}.${'A'.repeat(86)}`, keys, options)).rejects.toThrow('signature verification failed');
  });
});

describe('third-party client libraries', () => {
  let client: ServiceClient;

  beforeAll(async () => {
    client = await provisionClient(stack.caller, domain, { clientId: 'other-s.client~', configuration: { audiences: AUDIENCES } });
  });

  it.each([
    ['in the header', openid.ClientSecretBasic],
    ['in the body', openid.ClientSecretPost],
  ])('use discovery, and get tokens with their secret %s', async (_where, authentication) => {
    const options = { [openid.customFetch]: fetchByProxy as openid.CustomFetch };
    const issuer = new URL(issuerOf(domain));
    const { clientId, clientSecret } = client;

    const configuration = await openid.discovery(issuer, clientId, clientSecret, authentication(clientSecret), options);
    const tokens = await openid.clientCredentialsGrant(configuration, { scope: 'read', resource: AUDIENCES[1]! });

    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'read' });
    const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri!), { [customFetch]: fetchByProxy as typeof fetch });
    const { payload } = await jwtVerify(tokens.access_token, keys, { issuer: issuerOf(domain), audience: AUDIENCES[1]!, typ: 'at+jwt' });
    expect(payload).toMatchObject({ client_id: clientId, scope: 'read' });
  });

  it('understand refusals', async () => {
    const options = { [openid.customFetch]: fetchByProxy as openid.CustomFetch };
    const wrong = openid.ClientSecretBasic('wrong');
    const configuration = await openid.discovery(new URL(issuerOf(domain)), client.clientId, 'wrong', wrong, options);

    await expect(openid.clientCredentialsGrant(configuration)).rejects.toMatchObject({ status: 401, cause: [{ scheme: 'basic' }] });
  });
});

it('every https answer has Strict-Transport-Security, but the management API over http does not send it', async () => {
  const client = await registerServiceClient(stack.caller);
  const answers = [
    await auth.requestToken(client.domain, client),
    await auth.requestToken(client.domain, { ...client, clientSecret: 'wrong' }),
    await auth.requestToken(client.domain, client, { scope: 'unknown' }),
    await auth.send(client.domain, '/.well-known/openid-configuration'),
    await auth.send(client.domain, '/connect/authorize'),
    await auth.send(client.domain, '/account'),
    await auth.send(client.domain, '/nothing/here'),
    await auth.send('unknown.example', '/'),
  ];

  expect(answers.map(({ headers }) => headers['strict-transport-security'])).toEqual(answers.map(() => 'max-age=31536000'));
  expect((await stack.caller.get('/v1/domain')).headers).not.toHaveProperty('strict-transport-security');
});
