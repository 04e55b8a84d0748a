import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Call } from '../../../../test/support/http.js';
import type { Caller } from '../../../../test/support/management.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const MAX_BODY_BYTES = 262_144;
const PATH = '/v1/domain/body.example.com/client/app';
const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

let caller: Caller;

const fixture = useManagementFixture();

beforeAll(async () => {
  caller = fixture.management.as(fixture.management.apiKey);
  await caller.post('/v1/domain', { domain: 'body.example.com' });
});

function putBody(body: Call['body'], headers: Call['headers'] = { 'Content-Type': 'application/json' }): Promise<Answer> {
  return caller.send(PATH, { method: 'PUT', headers, body });
}

/** A valid request of the given size in bytes. */
function createBodyOfLength(length: number): string {
  const text = JSON.stringify(CLIENT);
  return `${' '.repeat(length - text.length)}${text}`;
}

function splitIntoChunks(text: string): string[] {
  return text.match(/[^]{1,10000}/g)!;
}

function getStatusAndType({ status, json }: Answer): unknown {
  return status === 200 ? 200 : `${status} ${(json as { type: string }).type}`;
}

describe('request bodies', () => {
  it('accepts up to 256 KiB, with or without a Content-Length', async () => {
    expect(getStatusAndType(await putBody(createBodyOfLength(MAX_BODY_BYTES)))).toBe(200);
    expect(getStatusAndType(await putBody(splitIntoChunks(createBodyOfLength(MAX_BODY_BYTES))))).toBe(200);
    expect(getStatusAndType(await putBody(createBodyOfLength(MAX_BODY_BYTES + 1)))).toBe('413 /problems/content-too-large');
    expect(getStatusAndType(await putBody(splitIntoChunks(createBodyOfLength(MAX_BODY_BYTES + 1))))).toBe(
      '413 /problems/content-too-large',
    );
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('accepts the type %s', async (type) => {
    expect(getStatusAndType(await putBody(JSON.stringify(CLIENT), { 'Content-Type': type }))).toBe(200);
  });

  it.each([
    [{}],
    [{ 'Content-Type': '' }],
    [{ 'Content-Type': 'text/json' }],
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/x-www-form-urlencoded' }],
    [{ 'Content-Type': 'multipart/form-data; boundary=x' }],
    [{ 'Content-Type': 'application/merge-patch+json' }],
    [{ 'Content-Type': 'application/jsonp' }],
    [{ 'Content-Type': 'application/json; charset=latin1' }],
    [{ 'Content-Type': 'application/json; charset=utf-16' }],
    [{ 'Content-Type': 'application/json, text/plain' }],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'br' }],
  ])('rejects %j', async (headers) => {
    expect(getStatusAndType(await putBody(JSON.stringify(CLIENT), headers))).toBe('415 /problems/unsupported-media-type');
  });

  it('names the supported type in the error', async () => {
    const { headers, json } = await putBody('a=b', { 'Content-Type': 'application/x-www-form-urlencoded' });

    expect(headers['accept']).toBe('application/json');
    expect(json).toMatchObject({ detail: 'Content-Type must be application/json. Received: application/x-www-form-urlencoded' });
  });

  it.each([
    ['{'],
    ['{"scope":}'],
    ["{'scope':'a'}"],
    ['{"scope":"a",}'],
    ['{"scope":"a"} {}'],
    ['undefined'],
    ['NaN'],
    ['// nothing'],
    ['{"scope":"\t"}'],
    ['{"scope":"\\x41"}'],
    [Buffer.from([0x7b, 0xff, 0x7d])],
    [Buffer.from('{"scope":"é"}', 'latin1')],
    [Buffer.concat([Buffer.from('{"scope":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
    [Buffer.from('\uFEFF{"scope":"a"}', 'utf16le')],
  ])('rejects %p', async (body) => {
    expect(getStatusAndType(await putBody(body))).toBe('400 /problems/malformed-json');
  });

  it.each(['null', '[]', '"text"', '1', 'true'])('requires an object, not %s', async (body) => {
    const answer = await putBody(body);

    expect(getStatusAndType(answer)).toBe('400 /problems/invalid-request');
    expect(answer.json).toMatchObject({ errors: [{ pointer: '', detail: 'must be a JSON object' }] });
  });

  it('rejects a deeply nested body without exhausting the stack', async () => {
    const depth = 100_000;

    const answer = await putBody(`{"redirectUris":${'['.repeat(depth)}${']'.repeat(depth)}}`);

    expect(getStatusAndType(answer)).toBe('400 /problems/invalid-request');
  });

  it('accepts a byte order mark', async () => {
    expect(getStatusAndType(await putBody(`\uFEFF${JSON.stringify(CLIENT)}`))).toBe(200);
  });

  it('treats a missing body as {}', async () => {
    const answer = await caller.put(PATH);

    expect(answer.json).toMatchObject({ errors: [{ pointer: '/clientType' }, { pointer: '/grantType' }, { pointer: '/scope' }] });
  });

  it.each<[string, Call]>([
    ['no body and no type', {}],
    ['no body of some type', { headers: { 'Content-Type': 'application/json' } }],
    ['an empty body', { headers: { 'Content-Length': 0 } }],
    ['an empty form, as curl -d "" sends it', { headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 0 } }],
    ['an empty body in chunks', { headers: { 'Transfer-Encoding': 'chunked' }, body: [] }],
  ])('treats an empty body as missing, whatever its type: %s', async (_what, call) => {
    expect((await caller.send('/v1/domain', { method: 'POST', ...call })).status).toBe(201);
  });

  it('ignores the body of GET and DELETE', async () => {
    const headers = { 'Content-Type': 'text/plain' };

    expect((await caller.send('/v1/domain', { headers, body: '{' })).status).toBe(200);
    expect(getStatusAndType(await caller.send('/v1/domain/none.example', { method: 'DELETE', headers, body: '{' }))).toBe(
      '404 /problems/domain-not-found',
    );
  });
});

describe('response media types', () => {
  const JSON_TYPE = 'application/json; charset=utf-8';

  it.each([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['application/*', JSON_TYPE],
    ['text/json', 'text/json; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['TEXT/PLAIN', 'text/plain; charset=utf-8'],
    ['text/plain;charset=utf-8', 'text/plain; charset=utf-8'],
    ['text/plain; charset="UTF-8";q=0.5, application/json;q=0.4', 'text/plain; charset=utf-8'],
    ['text/*', 'text/json; charset=utf-8'],
    ['text/plain, application/json', 'text/plain; charset=utf-8'],
    ['text/plain;q=0.5, application/json;q=0.4', 'text/plain; charset=utf-8'],
    ['text/plain;q=0.4, application/json;q=0.5', JSON_TYPE],
    ['text/json;q=0.9, text/plain;q=0.8, */*;q=0.1', 'text/json; charset=utf-8'],
    ['application/json;q=0, text/plain;q=0.1', 'text/plain; charset=utf-8'],
    ['text/html, */*;q=0.1', JSON_TYPE],
    // For an unknown type, any response is better than none (RFC 9110 section 12.5.1).
    ['text/html', JSON_TYPE],
    ['image/png', JSON_TYPE],
    ['application/xml;q=1', JSON_TYPE],
    [';;;', JSON_TYPE],
  ])('answers Accept: %s with the type %s', async (accept, type) => {
    const [answer, json] = await Promise.all([
      caller.get('/v1/domain', accept === undefined ? {} : { Accept: accept }),
      caller.get('/v1/domain'),
    ]);

    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({ status: 200, type });
    expect(answer.text).toBe(json.text);
    expect(answer.headers['vary']).toBe('Accept');
  });

  it('sends a problem document whatever is accepted', async () => {
    const { headers } = await caller.get('/v1/domain/none.example', { Accept: 'text/plain' });

    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  it('sends the same status in another type', async () => {
    const { status, headers } = await caller.send('/v1/domain', { method: 'POST', headers: { Accept: 'text/plain' } });

    expect({ status, type: headers['content-type'] }).toEqual({ status: 201, type: 'text/plain; charset=utf-8' });
  });

  it('forbids caching and sniffing, and does not name the server software', async () => {
    for (const path of ['/v1/domain', '/v1/nothing', '/nothing', '/openapi.json']) {
      const { headers } = await caller.get(path);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('server');
    }
  });
});
