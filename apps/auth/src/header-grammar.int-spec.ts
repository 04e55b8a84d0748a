import { describe, expect, it } from '@jest/globals';
import { useAuthFixture } from './auth.fixture.js';
import { clientCall, SECRET } from './in-process-auth.fixture.js';

const FORM = 'application/x-www-form-urlencoded';
const DOCUMENT = '/.well-known/openid-configuration';
/** RFC 9110 section 5.6.6: parameters can be empty, upper-case, quoted and escaped. */
const PARAMETERS = [
  ';',
  '; ;charset=utf-8',
  ' ; CHARSET=UTF-8',
  ';charset="utf-8"',
  ';charset="utf\\-8"',
  '; a="; charset=utf-16"; charset=utf-8',
];

const fixture = useAuthFixture();

describe('Content-Type parameters', () => {
  it.each(PARAMETERS)('accepts %j for a form', async (parameters) => {
    const { body, headers } = clientCall(fixture.clientId, { token: 'none' }, SECRET);
    const call = { method: 'POST', headers: { ...headers, 'Content-Type': `${FORM.toUpperCase()}${parameters}` }, body };

    expect(await fixture.send('/connect/introspect', call)).toMatchObject({ status: 200, json: { active: false } });
  });

  it.each(PARAMETERS)('accepts %j for JSON', async (parameters) => {
    const { access_token: token } = await fixture.signIn();
    const headers = { 'Content-Type': `application/json${parameters}`, Authorization: `Bearer ${token}` };

    // The body was read: only the token is rejected.
    expect(await fixture.send('/ssf/stream', { method: 'POST', headers, body: '{}' })).toMatchObject({ status: 401 });
    expect(await fixture.send('/ssf/stream', { method: 'POST', headers, body: '{' })).toMatchObject({ status: 400 });
  });
});

describe('Authorization headers', () => {
  it.each<[string, (token: string) => string, number]>([
    ['a scheme in any case, and several spaces', (token) => `bEARER   ${token}`, 200],
    ['spaces at the end', (token) => `Bearer ${token}  `, 200],
    ['a tab', (token) => `Bearer\t${token}`, 400],
    ['a comma', (token) => `Bearer ${token},`, 401],
  ])('accepts userinfo credentials with %s', async (_what, write, status) => {
    const { access_token: token } = await fixture.signIn();

    expect((await fixture.send('/connect/userinfo', { headers: { Authorization: write(token) } })).status).toBe(status);
  });

  it.each<[string, (pair: string) => string, number]>([
    ['a scheme in any case, and several spaces', (pair) => `bASIC   ${pair}`, 200],
    ['no padding', (pair) => `Basic ${pair.replaceAll('=', '')}`, 200],
    ['another scheme', () => 'Negotiate YII=', 401],
    ['the scheme alone', () => 'Basic', 401],
  ])('accepts client credentials with %s', async (_what, write, status) => {
    const pair = Buffer.from(`${fixture.clientId}:${SECRET}`).toString('base64');
    const call = { method: 'POST', headers: { 'Content-Type': FORM, Authorization: write(pair) }, body: 'token=none' };

    expect((await fixture.send('/connect/introspect', call)).status).toBe(status);
  });
});

describe('conditional requests', () => {
  it.each<[(tag: string) => string, number]>([
    [(tag) => `,${tag}`, 304],
    [(tag) => `"a" ,, ${tag},`, 304],
    [(tag) => `"a,b", W/${tag}`, 304],
    [(tag) => `"${tag.slice(1, -1)}x"`, 200],
    [() => ',', 200],
  ])('accepts a list of entity tags: %s', async (write, status) => {
    const { headers } = await fixture.send(DOCUMENT);

    expect((await fixture.send(DOCUMENT, { headers: { 'If-None-Match': write(headers.etag!) } })).status).toBe(status);
  });
});

describe('content negotiation', () => {
  const read = (headers: Record<string, string>) => fixture.send('/connect/authorize?client_id=nobody', { headers });

  it.each([
    ['TEXT/HTML', /^text\/html/],
    [',text/html ;q=0.4, application/json;q=0.3', /^text\/html/],
    ['text/html;q=0.000, application/json', /^application\/json/],
    ['application/json;q=0.5, text/html; q=0.4', /^application\/json/],
  ])('accepts the media type preference %j', async (accept, type) => {
    expect((await read({ Accept: accept })).headers['content-type']).toMatch(type);
  });

  it.each([
    [',DE', 'de'],
    ['en;q=0.5 ,\tde;q=0.6', 'de'],
    ['de;q=0, fr', 'fr'],
    ['*, de-CH-1996;q=0.1', 'de'],
  ])('accepts the language preference %j', async (languages, lang) => {
    expect((await read({ Accept: 'text/html', 'Accept-Language': languages })).text).toContain(`lang="${lang}"`);
  });
});
