import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { codePoint } from '../../../../test/support/code-point.js';
import { webUrl } from '../../../../test/support/web-url.js';
import { canUseFastPath, parseFastPathRequest, parseTokenForm } from './fast-path-request.js';

const FORM = 'application/x-www-form-urlencoded';
const GRANT = 'grant_type=client_credentials';
const CREDENTIALS = { clientId: 'service', clientSecret: 'secret-1.2_3~4' };

function basic(pair: string): string {
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

const authorization = basic('service:secret-1.2_3~4');

describe('canUseFastPath', () => {
  const plain: IncomingHttpHeaders = { 'content-type': FORM, 'content-length': '29' };
  const isWorthReading = (headers: IncomingHttpHeaders, method = 'POST') => canUseFastPath({ method, headers } as IncomingMessage);

  it.each([
    [{}],
    [{ 'content-length': '1' }],
    [{ 'content-length': '8192' }],
    [{ 'content-type': `${FORM};charset=UTF-8` }],
    [{ 'content-type': `${FORM}; charset=utf-8` }],
    [{ 'content-type': FORM.toUpperCase() }],
    [{ accept: 'text/html', 'user-agent': 'curl/8', 'x-request-id': '1' }],
  ])('accepts a body with %j', (headers) => {
    expect(isWorthReading({ ...plain, ...headers })).toBe(true);
  });

  it.each([
    [{ 'content-length': undefined }],
    [{ 'content-length': '0' }],
    [{ 'content-length': '8193' }],
    [{ 'content-length': undefined, 'transfer-encoding': 'chunked' }],
    [{ 'content-type': undefined }],
    [{ 'content-type': 'application/json' }],
    [{ 'content-type': `${FORM}; charset=iso-8859-1` }],
    [{ 'content-type': `${FORM}x` }],
    [{ 'content-encoding': 'gzip' }],
    [{ expect: '100-continue' }],
    [{ origin: 'https://app.example.com' }],
    [{ 'oauth-client-attestation': 'jwt' }],
    [{ 'oauth-client-attestation-pop': 'jwt' }],
  ])('rejects a body with %j', (headers) => {
    expect(isWorthReading({ ...plain, ...headers })).toBe(false);
  });

  it.each(['GET', 'PUT', 'OPTIONS', 'post'])('rejects the method %s', (method) => {
    expect(isWorthReading(plain, method)).toBe(false);
  });
});

describe('parseFastPathRequest', () => {
  it.each([
    ['a header alone', GRANT, { scope: undefined, resource: undefined }],
    ['scope', `${GRANT}&scope=read+write`, { scope: 'read write', resource: undefined }],
    ['percent-encoded scope', `scope=read%20write&${GRANT}`, { scope: 'read write', resource: undefined }],
    ['resource', `${GRANT}&resource=https%3A%2F%2Fapi.example.com`, { scope: undefined, resource: 'https://api.example.com' }],
  ])('accepts a request with %s', (_what, body, expected) => {
    expect(parseFastPathRequest({ authorization }, body)).toEqual({ ...CREDENTIALS, ...expected });
  });

  it.each(['basic', 'BASIC', 'bAsIc'])('accepts the scheme written as %s', (scheme) => {
    expect(parseFastPathRequest({ authorization: authorization.replace('Basic', scheme) }, GRANT)).toMatchObject(CREDENTIALS);
  });

  it('accepts percent-encoded credentials, which strict clients send', () => {
    expect(parseFastPathRequest({ authorization: basic('s%65rvice:secret%2D1%2e2%5F3%7E4') }, GRANT)).toMatchObject(CREDENTIALS);
  });

  it('accepts a secret in the body', () => {
    const body = `${GRANT}&client_id=service&client_secret=secret-1.2_3%7E4&scope=read`;

    expect(parseFastPathRequest({}, body)).toEqual({ ...CREDENTIALS, scope: 'read', resource: undefined });
  });

  it.each([
    [`${GRANT}&client_id=service`, { client_id: 'service' }],
    [`client_assertion=a.b.c&client_assertion_type=urn%3Ax&${GRANT}`, { client_assertion: 'a.b.c', client_assertion_type: 'urn:x' }],
  ])('parses the parameters of a client that authenticates by a key: %s', (body, parameters) => {
    expect(parseFastPathRequest({}, body)).toMatchObject({ parameters, scope: undefined, resource: undefined });
  });

  it.each([
    ['another grant type', { authorization }, 'grant_type=authorization_code'],
    ['no grant type', { authorization }, 'scope=read'],
    ['a grant type twice', { authorization }, `${GRANT}&${GRANT}`],
    ['a parameter more', { authorization }, `${GRANT}&nonce=1`],
    ['a parameter of every object', { authorization }, `${GRANT}&__proto__=1`],
    ['an empty parameter', { authorization }, `${GRANT}&scope=`],
    ['a parameter without a value', { authorization }, `${GRANT}&resource`],
    ['scope twice', { authorization }, `${GRANT}&scope=read&scope=write`],
    ['resource twice', { authorization }, `${GRANT}&resource=urn:a&resource=urn:b`],
    ['a scope with two spaces', { authorization }, `${GRANT}&scope=read++write`],
    ['a scope that begins with a space', { authorization }, `${GRANT}&scope=+read`],
    ['a scope with a quote', { authorization }, `${GRANT}&scope=%22`],
    ['a scope beyond ASCII', { authorization }, `${GRANT}&scope=%C3%A9`],
    ['both mechanisms', { authorization }, `${GRANT}&client_id=service&client_secret=secret`],
    ['client_id beside the header', { authorization }, `${GRANT}&client_id=service`],
    ['no credentials', {}, GRANT],
    ['an assertion beside a secret', {}, `${GRANT}&client_id=service&client_secret=s&client_assertion=a.b.c`],
    ['an assertion beside the header', { authorization }, `${GRANT}&client_assertion=a.b.c`],
    ['an assertion twice', {}, `${GRANT}&client_assertion=a.b.c&client_assertion=a.b.c`],
    ['an empty client_id', {}, `${GRANT}&client_id=`],
    ['an empty secret', {}, `${GRANT}&client_id=service&client_secret=`],
    ['client_id twice', {}, `${GRANT}&client_id=a&client_id=b&client_secret=secret`],
    ['a secret that is more than unreserved', {}, `${GRANT}&client_id=service&client_secret=a%2Bb`],
    ['another scheme', { authorization: 'Bearer abc' }, GRANT],
    ['an empty header', { authorization: '' }, GRANT],
    ['a scheme alone', { authorization: 'Basic' }, GRANT],
    ['two spaces', { authorization: authorization.replace(' ', '  ') }, GRANT],
    ['more after the credentials', { authorization: `${authorization} x` }, GRANT],
    ['base64url', { authorization: 'Basic c2VydmljZTpfLV8t_-==' }, GRANT],
    ['base64 without its padding', { authorization: authorization.replace(/=+$/, '') }, GRANT],
    ['base64 with too much padding', { authorization: `${basic('service:abc')}=` }, GRANT],
    ['no colon', { authorization: basic('service') }, GRANT],
    ['no client', { authorization: basic(':secret') }, GRANT],
    ['no secret', { authorization: basic('service:') }, GRANT],
    ['a colon in the secret', { authorization: basic('service:a:b') }, GRANT],
    ['percent-encoded characters that are not unreserved', { authorization: basic('service:a%2Bb') }, GRANT],
    ['half a percent-encoding', { authorization: basic('service:a%2') }, GRANT],
    ['a percent-encoded NUL', { authorization: basic('service:a%00') }, GRANT],
    ['a percent-encoding of no character', { authorization: basic('service:a%ff') }, GRANT],
    ['a percent-encoded percent sign', { authorization: basic('service:a%252D') }, GRANT],
    ['plus-encoded credentials', { authorization: basic('service:a+b') }, GRANT],
    ['credentials beyond ASCII', { authorization: basic('service:sécret') }, GRANT],
    ['a NUL in the credentials', { authorization: basic('service:a\0') }, GRANT],
    ['an empty body', { authorization }, ''],
    ['JSON', { authorization }, '{"grant_type":"client_credentials"}'],
    ['empty parameters between others', { authorization }, `${GRANT}&&scope=read`],
    ['empty parameters at the end', { authorization }, `${GRANT}&&`],
  ])('returns null with %s', (_what, headers, body) => {
    expect(parseFastPathRequest(headers, body)).toBeNull();
  });
});

describe('parseTokenForm', () => {
  const secret = 'client_id=service&client_secret=secret-1.2_3~4';

  it.each([
    ['a header', { authorization }, 'token=abc', CREDENTIALS],
    ['a hint', { authorization }, 'token_type_hint=access_token&token=abc', CREDENTIALS],
    ['a secret in the body', {}, `token=abc&${secret}`, CREDENTIALS],
    ['a client alone', {}, 'token=abc&client_id=service', { parameters: { token: 'abc', client_id: 'service' } }],
  ])('accepts a request with %s', (_what, headers, body, credentials) => {
    expect(parseTokenForm(headers, body)).toEqual({ token: 'abc', credentials });
  });

  it.each([
    ['no token', { authorization }, 'token_type_hint=access_token'],
    ['a token twice', { authorization }, 'token=abc&token=abc'],
    ['a token that is more than unreserved', { authorization }, 'token=a%2Bb'],
    ['a parameter more', { authorization }, 'token=abc&scope=read'],
    ['no credentials', {}, 'token=abc'],
    // querystring.parse() counts empty parameters, and ignores everything after the thousandth.
    ['a second token after a thousand empty parameters', {}, `token=abc&${secret}${'&'.repeat(1_000)}token=other`],
    ['empty parameters between others', { authorization }, 'token=abc&&token_type_hint=access_token'],
    ['empty parameters at the end', { authorization }, 'token=abc&&'],
  ])('returns null with %s', (_what, headers, body) => {
    expect(parseTokenForm(headers, body)).toBeNull();
  });
});

describe('parseFastPathRequest with generated input', () => {
  const unreserved = fc.stringMatching(/^[A-Za-z0-9\-._~]{1,20}$/);
  /** Names and values of plain requests, literal and percent-encoded, among others. */
  const word = fc.oneof(
    fc.constantFrom('grant_type', 'client_credentials', 'client_id', 'client_secret', 'scope', 'resource', 'read write', 'service', ''),
    unreserved,
    fc.string({ maxLength: 5 }),
  );
  const percentEncoded = (text: string) =>
    text.replace(/[^]/gu, (character) => encodeURIComponent(character).replace(/^\w$/, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  const encoding = fc.constantFrom(encodeURIComponent, percentEncoded, (text: string) => text.replaceAll(' ', '+'), String);
  const part = fc.tuple(word, word, encoding).map(([name, value, encode]) => `${encode(name)}=${encode(value)}`);
  const form = fc
    .array(fc.oneof(part, fc.constantFrom(GRANT, 'client_id=service', 'client_secret=secret', 'scope=read+write', '', '=', '%', '%zz')))
    .map((parts) => parts.join('&'));

  it('accepts any scope and resource, in any order and encoding', () => {
    const scope = fc.array(fc.stringMatching(/^[!#-[\]-~]{1,8}$/), { minLength: 1, maxLength: 4 }).map((tokens) => tokens.join(' '));
    const parameters = fc.record({ scope, resource: fc.oneof(webUrl, fc.string({ minLength: 1 })) }, { requiredKeys: [] });
    const encodings = fc.constantFrom(
      (entries: string[][]) => new URLSearchParams(entries).toString(),
      (entries: string[][]) => entries.map((entry) => entry.map(percentEncoded).join('=')).join('&'),
    );
    const order = fc.constantFrom<(entries: string[][]) => string[][]>(
      (entries) => entries,
      (entries) => entries.toReversed(),
    );

    fc.assert(
      fc.property(parameters, encodings, order, (given, encode, arrange) => {
        const body = encode(arrange([['grant_type', 'client_credentials'], ...Object.entries(given)]));
        expect(parseFastPathRequest({ authorization }, body)).toEqual({ ...CREDENTIALS, scope: undefined, resource: undefined, ...given });
      }),
    );
  });

  it('returns the parameters that URLSearchParams finds, each once, or null', () => {
    fc.assert(
      fc.property(form, (rest) => {
        const body = `${GRANT}&client_id=service&client_secret=secret&${rest}`;
        const found = parseFastPathRequest({}, body);
        if (!found || !('clientSecret' in found)) return;
        const expected = [...new URLSearchParams(body)].toSorted();
        const { clientId, clientSecret, scope, resource } = found;
        const parameters = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials', resource, scope };
        expect(Object.entries(parameters).filter(([, value]) => value !== undefined)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('returns the credentials of the Authorization header', () => {
    fc.assert(
      fc.property(unreserved, unreserved, fc.constantFrom(String, percentEncoded), (clientId, clientSecret, encode) => {
        expect(parseFastPathRequest({ authorization: basic(`${encode(clientId)}:${encode(clientSecret)}`) }, GRANT)).toMatchObject({
          clientId,
          clientSecret,
        });
      }),
    );
  });

  it('accepts no credentials from any other Authorization header, and never throws', () => {
    const pair = fc.oneof(fc.string(), fc.string({ unit: codePoint })).map(basic);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pair,
          pair.map((header) => header.slice(0, -1)),
          fc.base64String().map((text) => `Basic ${text}`),
        ),
        (header) => {
          const found = parseFastPathRequest({ authorization: header }, GRANT);
          if (!found || !('clientSecret' in found)) return;
          const [id, secret] = Buffer.from(header.slice('Basic '.length), 'base64').toString('latin1').split(':');
          expect([found.clientId, found.clientSecret]).toEqual([decodeURIComponent(id!), decodeURIComponent(secret!)]);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
