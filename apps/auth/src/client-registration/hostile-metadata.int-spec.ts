import { beforeAll, describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../auth.fixture.js';

const REDIRECT_URI = 'https://app.example.com/callback';
const fixture = useAuthFixture();

beforeAll(async () => {
  const dynamic_registration = { enabled: true, resources: [] };
  await fixture.auth.rows.insert('client_registration', { domain_id: fixture.domain.id, dynamic_registration });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
});

const to = (...redirect_uris: unknown[]) => ({ redirect_uris });
const to1 = (redirect_uri: unknown) => to(REDIRECT_URI, redirect_uri);
const and = (metadata: object) => ({ ...to(REDIRECT_URI), ...metadata });

/** What a body is, the body, and the words of the refusal. */
type Kind = [title: string, body: unknown, words: RegExp];

const REDIRECT_URIS: Kind[] = [
  ['no redirect URIs', {}, /at least one URI/],
  ['an empty list of redirect URIs', to(), /at least one URI/],
  ['a redirect URI in place of a list', { redirect_uris: REDIRECT_URI }, /must be a list/],
  ['null in place of a list', { redirect_uris: null }, /must be a list/],
  ['21 redirect URIs', to(...Array.from({ length: 21 }, (_none, n) => `http://127.0.0.1/${n}`)), /at most 20 items/],
  ['a number as a redirect URI', to1(7), /redirect_uris\/1 must be/],
  ['an object as a redirect URI', to1({ toString: 'a' }), /redirect_uris\/1 must be/],
  ['a relative redirect URI', to1('/callback'), /redirect_uris\/1 must be/],
  ['http elsewhere', to1('http://app.example.com/callback'), /redirect_uris\/1 must use https/],
  ['a host that only begins like a loopback address', to1('http://127.0.0.1.example.com/'), /redirect_uris\/1 must use https/],
  ['another spelling of a loopback address', to1('http://0x7f.1/'), /redirect_uris\/1/],
  ['a script', to1('javascript:alert(1)'), /redirect_uris\/1 must use https/],
  ['data', to1('data:text/html,a'), /redirect_uris\/1 must use https/],
  ['a file', to1('file:///etc/passwd'), /redirect_uris\/1 must use https/],
  ['the scheme of an app', to1('com.example.app:/callback'), /redirect_uris\/1 must use https, or http with a loopback/],
  ['a fragment', to1('https://app.example.com/#a'), /redirect_uris\/1 .*fragment/],
  ['a user name', to1('https://bank.example.com@evil.example.com/'), /redirect_uris\/1 .*user name/],
  ['a wildcard', to1('https://*.example.com/'), /redirect_uris\/1 .*wildcard/],
  ['a line break in a redirect URI', to1('https://app.example.com/\r\nSet-Cookie: a=b'), /redirect_uris\/1/],
  ['a backslash in a redirect URI', to1('https:\\\\app.example.com'), /redirect_uris\/1/],
  ['a very long redirect URI', to1(`https://app.example.com/${'a'.repeat(3_000)}`), /redirect_uris\/1/],
  ['more hosts than a name can show', to(...Array.from({ length: 9 }, (_none, n) => `https://h${n}.example.com/`)), /on fewer hosts/],
];
const OTHERS: Kind[] = [
  ['a list', [to(REDIRECT_URI)], /Send a JSON object/],
  ['a secret for authentication', and({ token_endpoint_auth_method: 'client_secret_basic' }), /token_endpoint_auth_method must be none/],
  ['a key for authentication', and({ token_endpoint_auth_method: 'private_key_jwt' }), /token_endpoint_auth_method must be none/],
  ['null for authentication', and({ token_endpoint_auth_method: null }), /token_endpoint_auth_method must be none/],
  ['other grants alone', and({ grant_types: ['client_credentials'] }), /grant_types must be a list that contains authorization_code/],
  ['a grant in place of a list', and({ grant_types: 'authorization_code' }), /grant_types must be a list/],
  ['the implicit flow', and({ response_types: ['token'] }), /response_types must be a list that contains code/],
  ['an object as the name', and({ client_name: { en: 'a' } }), /client_name must be a text/],
  ['a name that turns its direction', and({ client_name: 'knab\u202eruoy' }), /client_name must be a text/],
  ['a name with a null character', and({ client_name: 'a\u0000' }), /client_name must be a text/],
  ['a very long name', and({ client_name: 'a'.repeat(201) }), /client_name must be a text of at most 200/],
  ['a list as the scope', and({ scope: ['openid'] }), /scope must be a text/],
];

const post = (body: unknown, type = 'application/json') =>
  fixture.send('/connect/register', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const count = () => fixture.auth.rows.count('registered_client');

describe('a registration', () => {
  it.each(REDIRECT_URIS)('with %s is refused in words that name what to change', async (_title, body, words) => {
    const { status, json } = await post(body);

    expect([status, json]).toEqual([400, { error: 'invalid_redirect_uri', error_description: expect.stringMatching(words) }]);
    expect(await count()).toBe(0);
  });

  it.each(OTHERS)('with %s is refused as metadata in words that name what to change', async (_title, body, words) => {
    const { status, json } = await post(body);

    expect([status, json]).toEqual([400, { error: 'invalid_client_metadata', error_description: expect.stringMatching(words) }]);
    expect(await count()).toBe(0);
  });

  it('is told all its errors at once', async () => {
    const { json } = await post({ redirect_uris: ['a', 'b'], client_name: 7, scope: 7, grant_types: [] });

    const { error_description: text } = json as { error_description: string };
    expect(text.split('; ')).toHaveLength(5);
  });

  it.each([
    ['a form', 'redirect_uris=a', 'application/x-www-form-urlencoded', /Content-Type must be application\/json/],
    ['no JSON', '{"redirect_uris":', 'application/json', /JSON/],
    ['a text as JSON', '"redirect_uris"', 'application/json', /JSON/],
    ['too much', JSON.stringify(and({ client_name: 'a'.repeat(70_000) })), 'application/json', /must not exceed/],
    ['JSON that is nested deep', `${'['.repeat(500)}${']'.repeat(500)}`, 'application/json', /must not be nested deeper/],
  ])('with %s is refused as one whose metadata is invalid', async (_title, body, type, words) => {
    const { status, headers, json } = await post(body, type);

    expect([status, json]).toEqual([400, { error: 'invalid_client_metadata', error_description: expect.stringMatching(words) }]);
    expect(headers['content-type']).toMatch(/^application\/json/);
  });
});
