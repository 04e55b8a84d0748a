import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, issuerOf, tokenCall, type Auth } from '../support/auth.js';
import type { Call } from '../support/http.js';
import { provisionClient, type ServiceClient } from '../support/service-client.js';
import { startStack, type Stack } from '../support/stack.js';

const FORM = 'application/x-www-form-urlencoded';
const CALLBACK = 'https://app.example.com/callback';

let stack: Stack;
let auth: Auth;
let domain: string;
let clients: Record<'service' | 'removed' | 'code' | 'public', ServiceClient>;

beforeAll(async () => {
  stack = await startStack();
  auth = stack.auth;
  domain = await stack.caller.registerDomain();
  const code = { grantType: 'AuthorizationCode', redirectUris: [CALLBACK] };
  clients = {
    service: await provisionClient(stack.caller, domain, { configuration: { scope: 'openid read write', audiences: ['urn:a', 'urn:b'] } }),
    removed: await provisionClient(stack.caller, domain, { clientId: 'removed' }),
    code: await provisionClient(stack.caller, domain, { clientId: 'code', configuration: code }),
    public: await provisionClient(stack.caller, domain, { clientId: 'public', configuration: { ...code, clientType: 'Public' } }),
  };
  await stack.caller.delete(`/v1/domain/${domain}/client/removed`);
});

afterAll(() => stack.stop());

/** Posts a form with no headers except the given ones. */
function post(form: string, headers: Record<string, string> = {}): Call {
  return { method: 'POST', headers: { 'Content-Type': FORM, ...headers }, body: form };
}

const GRANT = 'grant_type=client_credentials';

/** Requests by their error in RFC 6749 section 5.2. */
const WRONG: Record<string, Record<string, () => Call>> = {
  invalid_request: {
    'no grant type': () => post('scope=read', { Authorization: basic(clients.service) }),
    'an empty grant type': () => post('grant_type=', { Authorization: basic(clients.service) }),
    'a grant type twice': () => post(`${GRANT}&${GRANT}`, { Authorization: basic(clients.service) }),
    'a scope twice': () => post(`${GRANT}&scope=read&scope=read`, { Authorization: basic(clients.service) }),
    'both mechanisms': () => post(`${GRANT}&client_secret=${clients.service.clientSecret}`, { Authorization: basic(clients.service) }),
    'a client_id that is another': () => post(`${GRANT}&client_id=other`, { Authorization: basic(clients.service) }),
    'an origin that is not the client’s': () => post(GRANT, { Authorization: basic(clients.service), Origin: 'https://evil.example' }),
  },
  invalid_client: {
    'a wrong secret': () => tokenCall({ ...clients.service, clientSecret: 'wrong' }),
    'a wrong secret in the body': () => post(`${GRANT}&client_id=service&client_secret=wrong`),
    'no secret': () => post(`${GRANT}&client_id=service`),
    'an empty secret': () => tokenCall({ ...clients.service, clientSecret: '' }),
    'the hash of a secret': () => tokenCall({ ...clients.service, clientSecret: 'kept-as-a-hash' }),
    'another client’s secret': () => tokenCall({ ...clients.service, clientSecret: clients.code.clientSecret }),
    'an unknown client': () => tokenCall({ ...clients.service, clientId: 'unknown' }),
    'a client id that cannot be': () => post(`${GRANT}&client_id=%00&client_secret=wrong`),
    'a removed client': () => tokenCall(clients.removed),
    'no client at all': () => post(GRANT),
    'no body': () => post('', { Authorization: 'Basic' }),
    'a header that is garbage': () => post(GRANT, { Authorization: 'garbage' }),
    'another scheme': () => post(GRANT, { Authorization: 'Bearer x' }),
    'invalid base64': () => post(GRANT, { Authorization: 'Basic !' }),
    'credentials that are not encoded properly': () => tokenCall({ ...clients.service, clientSecret: '%' }),
    'a secret of a public client': () => tokenCall({ ...clients.public, clientSecret: 'any' }),
  },
  unauthorized_client: {
    'a client of authorization codes': () => tokenCall(clients.code),
    'a public client': () => post(`${GRANT}&client_id=public`),
    'a code from a client that has none': () => post('grant_type=authorization_code&code=x', { Authorization: basic(clients.service) }),
    'a refresh token from a client that has none': () =>
      post('grant_type=refresh_token&refresh_token=x', { Authorization: basic(clients.service) }),
  },
  unsupported_grant_type: {
    password: () => post('grant_type=password&username=a&password=b', { Authorization: basic(clients.service) }),
    implicit: () => post('grant_type=implicit', { Authorization: basic(clients.service) }),
    'another spelling': () => post('grant_type=CLIENT_CREDENTIALS', { Authorization: basic(clients.service) }),
    'a name that objects have': () => post('grant_type=constructor', { Authorization: basic(clients.service) }),
  },
  invalid_scope: {
    'a scope that is not the client’s': () => tokenCall(clients.service, { scope: 'admin' }),
    'one scope too many': () => tokenCall(clients.service, { scope: 'read admin' }),
    'an OpenID scope': () => tokenCall(clients.service, { scope: 'openid' }),
    'characters that no scope has': () => tokenCall(clients.service, { scope: 'é' }),
    'two spaces': () => tokenCall(clients.service, { scope: 'read  write' }),
  },
  invalid_target: {
    'a resource that is not the client’s': () => tokenCall(clients.service, { resource: 'urn:c' }),
    'a resource that is no URI': () => tokenCall(clients.service, { resource: 'relative' }),
    'two resources': () => post(`${GRANT}&resource=urn:a&resource=urn:b`, { Authorization: basic(clients.service) }),
  },
  invalid_grant: {
    'an unknown code': () => post(`grant_type=authorization_code&code=x&redirect_uri=${CALLBACK}`, { Authorization: basic(clients.code) }),
    'a code with a NUL': () =>
      post(`grant_type=authorization_code&code=%00&redirect_uri=${CALLBACK}`, { Authorization: basic(clients.code) }),
    'an unknown refresh token': () => post('grant_type=refresh_token&refresh_token=%00x', { Authorization: basic(clients.code) }),
  },
};

const CASES = Object.entries(WRONG).flatMap(([error, cases]) => Object.entries(cases).map(([what, call]) => ({ error, what, call })));

describe('a token request that is refused', () => {
  it.each(CASES)('receives $error for $what', async ({ error, call }) => {
    const json = await auth.send(domain, '/connect/token', call());
    const { headers = {}, ...rest } = call();
    const html = await auth.send(domain, '/connect/token', { ...rest, headers: { ...headers, Accept: 'text/html,*/*;q=0.1' } });

    const status = error === 'invalid_client' ? 401 : 400;
    expect(json.status).toBe(status);
    expect(json.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    expect(json.headers['www-authenticate']?.split(',')[0]).toBe(status === 401 ? `Basic realm="${issuerOf(domain)}"` : undefined);
    expect(json.json).toMatchObject({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
    expect({ status: html.status, type: html.headers['content-type'], text: html.text }).toEqual({
      status,
      type: 'application/json; charset=utf-8',
      text: json.text,
    });
  });

  it('receives the same response as an unknown client', async () => {
    const [unknown, wrong, removed] = await Promise.all([
      auth.requestToken(domain, { clientId: 'unknown', clientSecret: clients.service.clientSecret }),
      auth.requestToken(domain, { ...clients.service, clientSecret: 'wrong' }),
      auth.requestToken(domain, clients.removed),
    ]);

    const visible = ({ status, text, headers }: typeof unknown) => ({
      status,
      text,
      challenge: headers['www-authenticate'],
      names: Object.keys(headers),
    });
    expect(visible(wrong)).toEqual(visible(unknown));
    expect(visible(removed)).toEqual(visible(unknown));
  });

  it('does not affect valid requests that arrive with it', async () => {
    const bad = CASES.map(({ call }) => call());
    const calls = Array.from({ length: 300 }, (_, n) => (n % 2 === 0 ? tokenCall(clients.service) : bad[n % bad.length]!));

    const answers = await Promise.all(calls.map((call) => auth.send(domain, '/connect/token', call)));

    expect(new Set(answers.filter((_, n) => n % 2 === 0).map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('an invalid protocol request', () => {
  const DOCUMENTS = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/connect/endsession/success',
  ];
  const FOR_CLIENTS = ['/connect/par', '/connect/introspect', '/connect/revocation', '/connect/endsession/confirm'];
  const BOTH = ['/connect/authorize', '/connect/userinfo', '/connect/endsession'];

  it.each([
    ...['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].map((method) => [method, '/connect/token', 'POST'] as const),
    ...DOCUMENTS.flatMap((path) => ['POST', 'PUT', 'DELETE'].map((method) => [method, path, 'GET, HEAD'] as const)),
    ...FOR_CLIENTS.flatMap((path) => ['GET', 'PUT', 'DELETE'].map((method) => [method, path, 'POST'] as const)),
    ...BOTH.flatMap((path) => ['PUT', 'DELETE'].map((method) => [method, path, 'GET, HEAD, POST'] as const)),
  ])('%s %s gets a list of the allowed methods: %s', async (method, path, allowed) => {
    const { status, headers, json } = await auth.send(domain, path, { method });

    expect(status).toBe(405);
    expect(headers).toMatchObject({ allow: allowed, 'content-type': 'application/problem+json; charset=utf-8' });
    const problem = expect.objectContaining({ type: '/problems/method-not-allowed', status: 405 });
    expect(json).toEqual(method === 'HEAD' ? undefined : problem);
  });

  it.each([
    '/connect',
    '/connect/',
    '/connect/tokens',
    '/connect/token/x',
    '/connect/userinfo/x',
    '/connect/%zz',
    '/connect/..%2ftoken',
    '/.well-known/%',
    '/.well-known/webfinger',
    '//connect/token',
    '/interaction/x',
    '/v1/domain',
  ])('receives 404 for %s', async (path) => {
    const { status, headers, json } = await auth.send(domain, path);

    expect({ status, type: headers['content-type'], json }).toMatchObject({
      status: 404,
      type: 'application/problem+json; charset=utf-8',
      json: {
        type: '/problems/not-found',
        title: expect.any(String),
        status: 404,
        detail: expect.any(String),
        instance: expect.any(String),
      },
    });
  });
});

describe('a long query', () => {
  it('is accepted up to 16 KB beside as many headers, and refused if it is longer', async () => {
    const headers = { Cookie: `filling=${'x'.repeat(12_000)}` };
    const ask = (octets: number) => auth.send(domain, `/connect/authorize?client_id=code&filling=${'x'.repeat(octets)}`, { headers });

    expect((await ask(16_000)).json).toMatchObject({ error_description: expect.stringContaining('response_type') });
    const { status, json } = await ask(20_000);
    expect([status, json]).toEqual([400, { error: 'invalid_request', error_description: 'the query may have at most 16384 bytes' }]);
  });
});
