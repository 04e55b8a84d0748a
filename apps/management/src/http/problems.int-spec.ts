import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.js';
import { send, sendBytes, type Answer, type Call } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { sql } from '../../../../test/support/sql.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

let caller: Caller;

const fixture = useManagementFixture();

beforeAll(() => {
  caller = fixture.management.as(fixture.management.apiKey);
});

/** Expects a problem document as defined by RFC 9457, and nothing else. */
function expectProblem(answer: Answer, kind: string, status: number): void {
  const { type, title, detail, instance, ...rest } = answer.json as Record<string, unknown>;
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' });
  expect({ type, instance }).toEqual({ type: `/problems/${kind}`, instance: `urn:request:${answer.headers['x-request-id']}` });
  for (const text of [title, detail]) expect(text).toEqual(expect.stringMatching(/\S/));
  expect(rest).toEqual(rest['errors'] === undefined ? { status } : { status, errors: expect.any(Array) });
  expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.text)));
}

const JSON_HEADERS = { 'Content-Type': 'application/json' };

describe('problem documents', () => {
  it.each<[string, string, Call, string, number]>([
    ['an address that nothing has', '/v1/nothing', {}, 'not-found', 404],
    ['an address outside of the API', '/nothing', {}, 'not-found', 404],
    ['the root', '/', {}, 'not-found', 404],
    ['another version', '/v2/domain', {}, 'not-found', 404],
    ['an address in another case', '/V1/DOMAIN', {}, 'not-found', 404],
    ['a method that the address does not take', '/v1/domain', { method: 'PATCH' }, 'method-not-allowed', 405],
    ['a bad percent-encoding', '/v1/domain/%zz', {}, 'invalid-request', 400],
    ['a percent-encoding of what is not UTF-8', '/v1/domain/%ff/client', {}, 'invalid-request', 400],
    ['a query with what is not UTF-8', '/v1/domain?search=%ff', {}, 'invalid-request', 400],
    ['a query with half a character', '/v1/domain?a=1&b=%e2%82', {}, 'invalid-request', 400],
    ['a query with a surrogate', '/v1/domain/auth.example.com/user?search=%ed%a0%80', {}, 'invalid-request', 400],
    ['a query with a bad percent-encoding', '/v1/domain?search=100%', {}, 'invalid-request', 400],
    ['a name in a query that is not UTF-8', '/openapi.json?%ff', {}, 'invalid-request', 400],
    ['a body that is not JSON', '/v1/domain', { method: 'POST', headers: JSON_HEADERS, body: '{' }, 'malformed-json', 400],
    [
      'a body of another type',
      '/v1/domain',
      { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: '<a/>' },
      'unsupported-media-type',
      415,
    ],
    [
      'a body that is too large',
      '/v1/domain',
      { method: 'POST', headers: JSON_HEADERS, body: 'x'.repeat(262_145) },
      'content-too-large',
      413,
    ],
    ['an invalid request', '/v1/domain', { method: 'POST', headers: JSON_HEADERS, body: '[]' }, 'invalid-request', 400],
    ['a domain that is not there', '/v1/domain/auth.example.com', {}, 'domain-not-found', 404],
  ])('are returned for %s', async (_what, path, call, kind, status) => {
    expectProblem(await caller.send(path, call), kind, status);
  });

  it('are returned for a missing key', async () => {
    expectProblem(await fixture.management.send('/v1/domain'), 'unauthenticated', 401);
  });

  it('list the allowed methods of an operational path', async () => {
    const answer = await send(`${fixture.management.url}/healthz`, { method: 'POST' });

    expectProblem(answer, 'method-not-allowed', 405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
  });

  it.each([
    ['headers that are too large', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is not HTTP', 'HELO a.example\r\n\r\n', 400],
    ['a request with two lengths', 'POST /v1/domain HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['a chunk without a length', 'POST /v1/domain HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['a request without a host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('are returned for %s', async (_what, bytes, status) => {
    expectProblem(await sendBytes(fixture.management.port, bytes), 'invalid-request', status);
  });

  it('have no body for HEAD, but the length of the body', async () => {
    const get = await caller.get('/v1/domain/auth.example.com');
    const head = await caller.send('/v1/domain/auth.example.com', { method: 'HEAD' });

    expect({ status: head.status, text: head.text }).toEqual({ status: 404, text: '' });
    expect(head.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('are not returned for an unknown expectation', async () => {
    expect((await caller.get('/v1/domain', { Expect: 'miracles' })).status).toBe(200);
  });
});

describe('allowed methods', () => {
  it.each([
    ['/v1/domain', 'GET, HEAD, POST'],
    ['/v1/domain/auth.example.com', 'DELETE, GET, HEAD'],
    ['/v1/domain/auth.example.com/client', 'GET, HEAD'],
    ['/v1/domain/auth.example.com/client/app', 'DELETE, GET, HEAD, PATCH, PUT'],
    ['/openapi.json', 'GET, HEAD'],
  ])('list the allowed methods of %s: %s', async (path, allow) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'].filter((name) => !allow.includes(name))) {
      const answer = await caller.send(path, { method });
      expectProblem(answer, 'method-not-allowed', 405);
      expect(answer.headers['allow']).toBe(allow);
    }
    const options = await caller.send(path, { method: 'OPTIONS' });
    expect({ status: options.status, allow: options.headers['allow'], text: options.text }).toEqual({ status: 204, allow, text: '' });
  });

  it('include HEAD wherever they include GET', async () => {
    const [get, head] = await Promise.all([caller.get('/v1/domain'), caller.send('/v1/domain', { method: 'HEAD' })]);

    expect({ status: head.status, text: head.text, length: head.headers['content-length'] }).toEqual({
      status: 200,
      text: '',
      length: get.headers['content-length'],
    });
  });
});

describe('request ids', () => {
  it.each(['a', 'A-b_c.9', 'x'.repeat(128), '5f0c6a4e-8d5b-4f0e-9b52-2f4c1a7d1f11'])("keep the caller's %s", async (requestId) => {
    const good = await caller.get('/v1/domain', { 'X-Request-Id': requestId });
    const bad = await caller.get('/v1/nothing', { 'X-Request-Id': requestId });

    expect(good.headers['x-request-id']).toBe(requestId);
    expect(bad.headers['x-request-id']).toBe(requestId);
    expect(bad.json).toMatchObject({ instance: `urn:request:${requestId}` });
  });

  it.each(['', ' ', 'x'.repeat(129), 'a b', 'a/b', 'a"b', '<script>', 'ä', 'a,b', 'a:b'])("replace the caller's %j", async (requestId) => {
    const { headers } = await caller.get('/v1/domain', { 'X-Request-Id': requestId });

    expect(headers['x-request-id']).toMatch(/^[\w-]{22}$/);
  });

  it('differ for each request', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => caller.get('/v1/domain')));

    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50);
  });
});

describe('unexpected errors', () => {
  it('are logged with their cause, which is hidden from the caller', async () => {
    const domain = await caller.registerDomain();
    await sql(fixture.database.url, 'ALTER TABLE client RENAME TO client_elsewhere');
    const answer = await caller.get(`/v1/domain/${domain}/client`, { 'X-Request-Id': 'unforeseen' });
    await sql(fixture.database.url, 'ALTER TABLE client_elsewhere RENAME TO client');

    expectProblem(answer, 'internal-error', 500);
    expect(answer.text).not.toMatch(/relation|client|select|postgres/i);
    const event = await eventually(() => fixture.management.events.find(({ requestId }) => requestId === 'unforeseen'));
    expect(event).toMatchObject({
      level: 'error',
      msg: 'request',
      method: 'GET',
      route: '/v1/domain/:domain/client',
      status: 500,
      domain,
      apiKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      problem: 'internal-error',
      error: { message: 'relation "client" does not exist', code: '42P01', stack: expect.any(String) },
    });
    expect((await caller.get(`/v1/domain/${domain}/client`)).json).toEqual([]);
  });

  it("are logged without the request's path and body", async () => {
    const secret = 'a-word-that-nobody-may-read';
    await caller.send('/v1/domain?password=a-word-that-nobody-may-read', {
      method: 'POST',
      headers: JSON_HEADERS,
      body: `{"domain":"${secret}"`,
    });
    await fixture.management.send('/v1/domain', { headers: { 'x-api-key': secret, authorization: `Bearer ${secret}`, cookie: secret } });
    await caller.get('/v1/domain', { 'X-Request-Id': 'afterwards' });

    await eventually(() => fixture.management.events.find(({ requestId }) => requestId === 'afterwards'));
    expect(fixture.management.log).not.toContain(secret);
    expect(fixture.management.log).not.toContain(fixture.management.apiKey);
  });
});
