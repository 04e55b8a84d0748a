import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { send, sendBytes, type Answer, type Call } from '../../../../test/support/http.js';
import { CurrentRevisionService } from '../domain/current-revision.service.js';
import {
  ASSERTION_TYPE,
  assertionClaims,
  generateAssertionKey,
  storeAuthentication,
  type AssertionKey,
} from '../client-authentication/assertion/assertion.fixture.js';
import { useAuthFixture } from '../auth.fixture.js';
import { clientCall, codeRequest, InProcessAuth, SECRET } from '../in-process-auth.fixture.js';

const OWN = 'https://app.example.com';
const OTHER = 'https://other.example.com';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const CLIENT_ENDPOINTS = ['/connect/token', '/connect/par', '/connect/introspect', '/connect/revocation'];
const DOCUMENTS = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/.well-known/jwks.json'];
const TRANSMITTER = '/.well-known/ssf-configuration';
const PUBLIC = [...DOCUMENTS, TRANSMITTER];
const USERINFO = '/connect/userinfo';
const ENDPOINTS = [...CLIENT_ENDPOINTS, USERINFO, ...DOCUMENTS];
const ALL = [...ENDPOINTS, TRANSMITTER];
const EXPOSED = ['DPoP-Nonce', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id'];
/** Contains no grant, token or request that an endpoint could accept. */
const INCOMPLETE = { grant_type: 'refresh_token' };

const OUTAGE = Object.assign(new Error('no database'), { code: 'ECONNREFUSED' });

const fixture = useAuthFixture({ client: { allowed_origins: [OWN] } });
let keyClient: string;
let [key, otherKey]: AssertionKey[] = [];

beforeAll(async () => {
  [key, otherKey] = [await generateAssertionKey(), await generateAssertionKey()];
  keyClient = await fixture.client({ allowed_origins: [OWN] });
  const methods = [{ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys: [key.jwk] } }];
  await storeAuthentication(fixture.auth, { domain_id: fixture.domain.id, client_id: keyClient }, { methods });
}, 60_000);

/** An error that every endpoint can return, or every endpoint of a kind. */
interface Provoked {
  name: string;
  endpoints: readonly string[];
  status: number;
  /** Whether the client is known before the request is rejected. Then only the client's origins may read the response. */
  isClientKnown?: boolean;
  host?: string;
  query?: string;
  call(): Call | Promise<Call>;
}

const posted = (body: string | Buffer, headers: Record<string, string> = FORM) => ({ method: 'POST', headers, body });
const asserted =
  (signer: AssertionKey, changes = {}) =>
  async (): Promise<Call> => {
    const assertion = await signer.sign(assertionClaims(keyClient, fixture.domain, changes));
    const parameters = { ...INCOMPLETE, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
    return posted(new URLSearchParams(parameters).toString());
  };

const ERRORS: Provoked[] = [
  { name: 'a repeated parameter in the query', endpoints: ENDPOINTS, status: 400, query: '?a=1&a=2', call: () => ({}) },
  { name: 'too many parameters', endpoints: ENDPOINTS, status: 400, query: `?${'&'.repeat(200)}`, call: () => ({}) },
  { name: 'a query that is too long', endpoints: ENDPOINTS, status: 400, query: `?a=${'x'.repeat(17_000)}`, call: () => ({}) },
  { name: 'a repeated parameter in the form', endpoints: [...CLIENT_ENDPOINTS, USERINFO], status: 400, call: () => posted('a=1&a=2') },
  { name: 'a form that is too long', endpoints: [...CLIENT_ENDPOINTS, USERINFO], status: 400, call: () => posted('a'.repeat(40_000)) },
  {
    name: 'a compressed form',
    endpoints: [...CLIENT_ENDPOINTS, USERINFO],
    status: 415,
    call: () => posted(gzipSync('a=1'), { ...FORM, 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'a multipart form',
    endpoints: [...CLIENT_ENDPOINTS, USERINFO],
    status: 415,
    call: () => posted('--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }),
  },
  { name: 'a method that is not allowed', endpoints: ALL, status: 405, call: () => ({ method: 'PUT' }) },
  { name: 'a host of no domain', endpoints: ALL, status: 404, host: 'no-domain.example', call: () => ({}) },
  { name: 'no credentials', endpoints: CLIENT_ENDPOINTS, status: 401, call: () => posted('grant_type=refresh_token') },
  { name: 'no token', endpoints: [USERINFO], status: 401, call: () => ({}) },
  { name: 'a token that is none', endpoints: [USERINFO], status: 401, call: () => ({ headers: { Authorization: 'Bearer none' } }) },
  { name: 'an unknown client', endpoints: CLIENT_ENDPOINTS, status: 401, call: () => clientCall('nobody', INCOMPLETE, SECRET) },
  {
    name: 'a wrong secret',
    endpoints: CLIENT_ENDPOINTS,
    status: 401,
    isClientKnown: true,
    call: () => clientCall(fixture.clientId, INCOMPLETE, 'a-wrong-secret'),
  },
  {
    name: 'missing parameters',
    endpoints: CLIENT_ENDPOINTS,
    status: 400,
    isClientKnown: true,
    call: () => clientCall(fixture.clientId, INCOMPLETE, SECRET),
  },
  {
    name: 'a malformed assertion',
    endpoints: CLIENT_ENDPOINTS,
    status: 401,
    call: () => posted(new URLSearchParams({ client_assertion_type: ASSERTION_TYPE, client_assertion: 'none' }).toString()),
  },
  {
    name: 'an assertion of another key',
    endpoints: CLIENT_ENDPOINTS,
    status: 401,
    isClientKnown: true,
    call: () => asserted(otherKey!)(),
  },
  {
    name: 'an expired assertion',
    endpoints: CLIENT_ENDPOINTS,
    status: 401,
    isClientKnown: true,
    call: () => asserted(key!, { exp: 1_000_000_000 })(),
  },
];
const CASES = ERRORS.flatMap((error) => error.endpoints.map((endpoint) => ({ endpoint, ...error })));

async function provoke({ endpoint, query = '', host, call }: Provoked & { endpoint: string }, origin: string): Promise<Answer> {
  const { headers, ...rest } = await call();
  const all = { Host: host ?? fixture.domain.name, ...headers, Origin: origin };
  return send(`http://127.0.0.1:${fixture.auth.port}${endpoint}${query}`, { ...rest, headers: all });
}

function expectReadable({ headers }: Answer, origin: string): void {
  const exposed = headers['access-control-expose-headers']?.split(', ');
  expect([headers['access-control-allow-origin'], headers.vary, exposed]).toEqual([origin, 'Origin', EXPOSED]);
  expect(headers).toHaveProperty('x-request-id');
}

describe('CORS of errors', () => {
  it.each(CASES)(
    "lets pages read $name at $endpoint for the client's origins, and for others only if the client is unknown",
    async (error) => {
      const [own, other] = [await provoke(error, OWN), await provoke(error, OTHER)];

      expect(own.status).toBe(error.status);
      expectReadable(own, OWN);
      if (!error.isClientKnown) expectReadable(other, OTHER);
      else expect(Object.keys(other.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect({ ...own.headers, ...other.headers }).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  it.each(ALL)('lets pages read a database error at %s, with the time to wait', async (path) => {
    const outage = jest.spyOn(fixture.auth.app.get(CurrentRevisionService), 'read').mockRejectedValue(OUTAGE);
    try {
      const answer = await fixture.send(path, { headers: { Origin: OWN } });

      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
      expectReadable(answer, OWN);
    } finally {
      outage.mockRestore();
    }
  });

  it.each(ALL)('lets pages read the error for a repeated header at %s', async (path) => {
    const bytes = `GET ${path} HTTP/1.1\r\nHost: ${fixture.domain.name}\r\nOrigin: ${OWN}\r\nDPoP: a\r\nDPoP: b\r\n\r\n`;
    const answer = await sendBytes(fixture.auth.port, bytes);

    expect(answer.status).toBe(400);
    expectReadable(answer, OWN);
  });

  it.each(ALL)('lets pages read the error for long headers at %s', async (path) => {
    const answer = await fixture.send(path, { headers: { Origin: OWN, 'X-Long': 'x'.repeat(17_000) } });

    expect(answer.status).toBe(431);
    expectReadable(answer, OWN);
  });

  it.each([
    [431, `GET /connect/token HTTP/1.1\r\nHost: a\r\nOrigin: ${OWN}\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`],
    [400, 'GET /connect/token HTTP/1.1\r\nHost a\r\n\r\n'],
  ])('lets every page read the %i for a request that is not valid HTTP', async (status, bytes) => {
    const answer = await sendBytes(fixture.auth.port, bytes);

    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, '*']);
  });

  it('lets pages read the error for too many pending requests, with the time to wait', async () => {
    const limited = await InProcessAuth.start({ environment: { RATE_LIMIT: 'on', SIGN_INS_PER_DOMAIN: '10' } });
    try {
      const domain = await limited.domain();
      const clientId = await limited.client(domain, { allowed_origins: [OWN] });
      const { headers, ...call } = clientCall(clientId, codeRequest(clientId).request, SECRET);
      const push = () => limited.send(domain.name, '/connect/par', { ...call, headers: { ...headers, Origin: OWN } });
      const answers: Answer[] = [];
      for (let pushed = 0; pushed <= 10; pushed += 1) answers.push(await push());

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
      expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0);
      for (const answer of answers) expectReadable(answer, OWN);
    } finally {
      await limited.stop();
    }
  });
});

describe('OPTIONS', () => {
  const preflight = { Origin: OWN, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization, dpop' };

  it.each(ALL)('answers a preflight at %s', async (path) => {
    const answer = await fixture.send(path, { method: 'OPTIONS', headers: preflight });

    const methods = PUBLIC.includes(path) ? 'GET, HEAD' : path === USERINFO ? 'GET, HEAD, POST' : 'POST';
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).toMatchObject({
      allow: `${methods}, OPTIONS`,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'authorization, dpop',
      'access-control-max-age': '3600',
    });
    expectReadable(answer, OWN);
  });

  it.each([...ALL, '/connect/authorize', '/connect/endsession'])('lists the methods of %s without a preflight', async (path) => {
    const { status, headers } = await fixture.send(path, { method: 'OPTIONS' });

    expect([status, headers.allow]).toEqual([204, expect.stringMatching(/(GET, HEAD|POST).*, OPTIONS$/)]);
    expect(headers).not.toHaveProperty('access-control-allow-methods');
  });

  it.each(['/connect/authorize', '/ssf/stream'])('allows no origin at %s, which no application page calls', async (path) => {
    const { status, headers } = await fixture.send(path, { method: 'OPTIONS', headers: preflight });

    expect([status, Object.keys(headers).filter((name) => name.startsWith('access-control-'))]).toEqual([204, []]);
  });
});

describe('HEAD', () => {
  it.each([...PUBLIC, USERINFO])('answers with the headers of GET at %s, without a body', async (path) => {
    const { access_token: token } = await fixture.signIn();
    const headers = { Authorization: `Bearer ${token}`, Origin: OWN };
    const [got, head] = [await fixture.send(path, { headers }), await fixture.send(path, { method: 'HEAD', headers })];

    expect([got.status, head.status, head.text]).toEqual([200, 200, '']);
    for (const answer of [got, head]) expectReadable(answer, OWN);
  });
});
