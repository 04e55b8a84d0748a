import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { useAuthFixture } from './auth.fixture.js';
import { clientCall, SECRET } from './in-process-auth.fixture.js';

const FORM = 'application/x-www-form-urlencoded';
const OAUTH = ['/connect/token', '/connect/par', '/connect/introspect', '/connect/revocation', '/connect/userinfo'];
const BROWSED = ['/connect/authorize', '/connect/endsession', '/connect/endsession/confirm'];

const fixture = useAuthFixture();

const UNREADABLE: [headers: Record<string, string>, body: string | Buffer, detail: string][] = [
  [
    { 'Content-Type': FORM, 'Content-Encoding': 'gzip' },
    gzipSync('a=1'),
    'Content-Encoding must be absent: send the body without compression. Received: gzip',
  ],
  [
    { 'Content-Type': FORM, 'Content-Encoding': 'br' },
    brotliCompressSync('a=1'),
    'Content-Encoding must be absent: send the body without compression. Received: br',
  ],
  [{ 'Content-Type': 'application/json' }, '{}', `Content-Type must be ${FORM}. Received: application/json`],
  [{ 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--', `Content-Type must be ${FORM}. Received: multipart/form-data`],
  [{}, 'a=1', `Content-Type must be ${FORM}. Content-Type is missing.`],
  [{ 'Content-Type': `${FORM}; charset=utf-16le` }, 'a=1', 'charset must be UTF-8. Received: utf-16le'],
  [{ 'Content-Type': `${FORM}; charset="iso-8859-1"` }, 'a=%FC', 'charset must be UTF-8. Received: iso-8859-1'],
];

describe.each([...OAUTH, ...BROWSED])('request bodies of %s', (path) => {
  it.each(UNREADABLE)('rejects the type %j and says why', async (headers, body, detail) => {
    const { status, headers: answered, json } = await fixture.send(path, { method: 'POST', headers, body });

    expect([status, json]).toEqual([415, { error: 'invalid_request', error_description: detail }]);
    const isEncoded = headers['Content-Encoding'] !== undefined;
    expect(answered).toMatchObject(isEncoded ? { 'accept-encoding': 'identity' } : { accept: FORM });
  });
});

describe('request bodies of pages', () => {
  it.each([
    ['text/plain', {}, /^Content-Type must be application\/x-www-form-urlencoded or application\/json\. Received: text\/plain$/],
    ['multipart/form-data; boundary=x', {}, /Received: multipart\/form-data$/],
    [FORM, { 'Content-Encoding': 'gzip' }, /^Content-Encoding must be absent/],
    [`${FORM}; charset=utf-16`, {}, /^charset must be UTF-8\. Received: utf-16$/],
  ])('rejects the type %s with %j and says why', async (type, headers, detail) => {
    const { status, json } = await fixture.send('/sign-in/an-id', {
      method: 'POST',
      headers: { 'Content-Type': type, ...headers },
      body: 'a=1',
    });

    expect([status, json]).toEqual([415, expect.objectContaining({ detail: expect.stringMatching(detail) })]);
  });
});

describe('JSON bodies', () => {
  it.each(['/ssf/stream', '/ssf/poll', '/account/passkey', '/sign-in/an-id/passkey'])(
    'rejects JSON for %s that is nested 33 levels deep, and keeps the process running',
    async (path) => {
      const body = '['.repeat(33) + ']'.repeat(33);
      const { status, json } = await fixture.send(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

      expect([status, json]).toEqual([400, expect.objectContaining({ detail: 'JSON must not be nested deeper than 32 levels.' })]);
      expect((await fixture.send('/.well-known/jwks.json')).status).toBe(200);
    },
  );

  it('sends a body without an ETag again with If-None-Match: *', async () => {
    expect((await fixture.send('/.well-known/ssf-configuration', { headers: { 'If-None-Match': '*' } })).status).toBe(200);
  });
});

describe('form bodies', () => {
  it.each(['utf-8', 'UTF8', '"utf-8"', 'iso-8859-1', 'us-ascii'])('reads an ASCII form in the charset %s', async (charset) => {
    const { body, headers } = clientCall(fixture.clientId, { token: 'none' }, SECRET);
    const call = { method: 'POST', headers: { ...headers, 'Content-Type': `${FORM}; charset=${charset}` }, body };

    expect(await fixture.send('/connect/introspect', call)).toMatchObject({ status: 200, json: { active: false } });
  });

  it.each(['identity', 'Identity'])('reads a form in the encoding %s', async (encoding) => {
    const { body, headers } = clientCall(fixture.clientId, { token: 'none' }, SECRET);

    const answer = await fixture.send('/connect/introspect', {
      method: 'POST',
      headers: { ...headers, 'Content-Encoding': encoding },
      body,
    });

    expect(answer.status).toBe(200);
  });
});
