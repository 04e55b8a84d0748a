import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { createDomainKey } from '../../domain/served-domain.fixture.js';
import { ProviderFixture } from '../provider.fixture.js';

const AUTHORIZE = '/connect/authorize';
const LOGOUT = '/connect/endsession';
const HOME = 'https://shop.example.com';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const REQUEST = {
  client_id: 'shop',
  response_type: 'code',
  redirect_uri: `${HOME}/callback`,
  scope: 'openid',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

let fixture: ProviderFixture;

beforeAll(async () => {
  const redirectUris = ['com.example.shop:/callback', `${HOME}/callback`, 'https://other.example.com/callback'];
  fixture = await ProviderFixture.start({
    algorithms: ['ES256', 'RS256'],
    clients: [{ redirectUris }, { clientId: 'app', clientType: 'Public', redirectUris: ['com.example.app:/callback'] }],
  });
});

afterAll(() => fixture.stop());

/** The text of a page. */
function readPage(html: string) {
  const decode = (text = '') => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  const [, heading] = /<h1>(.*?)<\/h1>/.exec(html.replaceAll(/<\/?span[^>]*>/g, '')) ?? [];
  const [, note] = /<details class="help developer">.*?<code[^>]*>(.*?)<\/code>/.exec(html) ?? [];
  return { heading: decode(heading), note: decode(note), links: [...html.matchAll(/<a href="([^"#]*)"/g)].map(([, href]) => href) };
}

/** An ID token of the domain with replaced claims, signed with the newest key unless `kid` names another. */
async function idToken(changes: object = {}, key = fixture.domain.keys[0]!): Promise<string> {
  const claims = { iss: fixture.domain.issuer, aud: 'shop', sub: 'ada', iat: 1, exp: 2, ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg: key.algorithm, kid: key.kid }).sign(key.signer.privateKey);
}

const UNKNOWN = 'Unknown application';
const INVALID_REQUEST = 'The application sent an invalid request';
const SIGN_OUT_FAILED = 'You could not be signed out';
const HINT = 'the id_token_hint is not an ID token of this issuer for client shop:';

type Case = [what: string, path: string, parameters: object | (() => Promise<object>), heading: string, note: string, link: string | null];

const CASES: Case[] = [
  ['no client', AUTHORIZE, {}, INVALID_REQUEST, "invalid_request: missing required parameter 'client_id'", null],
  [
    'an unknown client',
    AUTHORIZE,
    { ...REQUEST, client_id: 'nobody' },
    UNKNOWN,
    'invalid_client: no client with the client_id nobody is registered',
    null,
  ],
  [
    'a redirect URI that is not registered',
    AUTHORIZE,
    { ...REQUEST, redirect_uri: 'https://evil.example/' },
    INVALID_REQUEST,
    'invalid_redirect_uri: https://evil.example/ is not registered for client shop',
    HOME,
  ],
  [
    'a redirect URI beside another registered one',
    AUTHORIZE,
    { ...REQUEST, redirect_uri: 'https://other.example.com/' },
    INVALID_REQUEST,
    'invalid_redirect_uri: https://other.example.com/ is not registered for client shop',
    'https://other.example.com',
  ],
  [
    'a redirect URI of a native app',
    AUTHORIZE,
    { ...REQUEST, client_id: 'app', redirect_uri: 'https://evil.example/' },
    INVALID_REQUEST,
    'invalid_redirect_uri: https://evil.example/ is not registered for client app',
    null,
  ],
  [
    'no redirect URI',
    AUTHORIZE,
    { ...REQUEST, redirect_uri: '' },
    INVALID_REQUEST,
    "invalid_request: missing required parameter 'redirect_uri'",
    HOME,
  ],
  [
    'a pushed request that has expired',
    AUTHORIZE,
    { client_id: 'shop', request_uri: 'urn:ietf:params:oauth:request_uri:gone' },
    'This link has expired',
    'invalid_request_uri: request_uri is invalid, expired, or was already used',
    HOME,
  ],
  [
    'a request_uri of another origin',
    AUTHORIZE,
    { client_id: 'shop', request_uri: 'https://evil.example/request.jwt' },
    INVALID_REQUEST,
    'request_uri_not_supported: request_uri must be one that the pushed authorization request endpoint has returned (RFC 9126)',
    HOME,
  ],
  [
    'a resumed request without its cookie',
    `${AUTHORIZE}/x`,
    {},
    'This sign-in has ended',
    'invalid_request: authorization request has expired',
    null,
  ],
  ['a hint that is no JWT', LOGOUT, { id_token_hint: 'x' }, SIGN_OUT_FAILED, 'invalid_request: the id_token_hint is not a JWT', '/account'],
  [
    'a hint for an unknown client',
    LOGOUT,
    async () => ({ id_token_hint: await idToken({ aud: 'nobody' }) }),
    SIGN_OUT_FAILED,
    'invalid_request: the id_token_hint was issued to a client that is not registered',
    '/account',
  ],
  [
    'a hint for another client',
    LOGOUT,
    async () => ({ client_id: 'app', id_token_hint: await idToken() }),
    SIGN_OUT_FAILED,
    'invalid_request: the id_token_hint was issued to another client than client_id names',
    '/account',
  ],
  [
    'a hint of another issuer',
    LOGOUT,
    async () => ({ id_token_hint: await idToken({ iss: 'https://evil.example' }) }),
    SIGN_OUT_FAILED,
    `invalid_request: ${HINT} jwt issuer invalid`,
    '/account',
  ],
  [
    'a hint that another key has signed',
    LOGOUT,
    async () => {
      const { signer } = await createDomainKey('ES256');
      return { id_token_hint: await idToken({}, { ...fixture.domain.keys[0]!, signer }) };
    },
    SIGN_OUT_FAILED,
    `invalid_request: ${HINT} signature verification failed`,
    '/account',
  ],
  [
    'an unknown client that signs out',
    LOGOUT,
    { client_id: 'nobody' },
    UNKNOWN,
    'invalid_client: no client with the client_id nobody is registered',
    null,
  ],
  [
    'a post-logout redirect URI that is not registered',
    LOGOUT,
    { client_id: 'shop', post_logout_redirect_uri: 'https://evil.example/bye' },
    SIGN_OUT_FAILED,
    'invalid_request: post_logout_redirect_uri https://evil.example/bye is not registered for client shop',
    '/account',
  ],
];

describe('error pages', () => {
  it.each(CASES)('explains what is wrong, and links only to registered URLs: %s', async (_what, path, parameters, heading, note, link) => {
    const sent = (typeof parameters === 'function' ? await parameters() : parameters) as Record<string, string>;

    const { status, text } = await fixture.browse(path, sent);

    expect({ status, ...readPage(text) }).toEqual({ status: 400, heading, note, links: link === null ? [] : [link] });
  });

  it('escapes and shortens values from the request', async () => {
    const redirectUri = `javascript:alert(1)//"><script>é\n${'x'.repeat(500)}`;

    const { text } = await fixture.browse(AUTHORIZE, { ...REQUEST, redirect_uri: redirectUri });

    const { note, links } = readPage(text);
    expect(note).toMatch(
      /^invalid_redirect_uri: javascript:alert\(1\)\/\/%22><script>%C3%A9%0Ax+\.\.\. is not registered for client shop$/,
    );
    expect([note.length < 300, links, text.includes('<script>')]).toEqual([true, [HOME], false]);
  });

  it.each([
    ['de', 'Die Anwendung hat eine ungültige Anfrage gesendet'],
    ['fr', 'L’application a envoyé une requête non valide'],
  ])("uses the user's language, except for the developer's text: %s", async (language, heading) => {
    const { text } = await fixture.browse(
      AUTHORIZE,
      { ...REQUEST, redirect_uri: 'https://evil.example/' },
      { 'Accept-Language': language },
    );

    expect(readPage(text)).toMatchObject({ heading, note: expect.stringContaining(' is not registered for client shop') });
  });

  it('returns JSON with the same description to a program', async () => {
    const { status, json } = await fixture.browse(
      AUTHORIZE,
      { ...REQUEST, redirect_uri: 'https://evil.example/' },
      { Accept: 'application/json' },
    );

    expect([status, json]).toEqual([
      400,
      expect.objectContaining({
        error: 'invalid_redirect_uri',
        error_description: 'https://evil.example/ is not registered for client shop',
      }),
    ]);
  });
});

describe('id_token_hint', () => {
  it.each(['ES256', 'RS256'])('accepts a hint signed by any key of the domain, whatever key signs now: %s', async (algorithm) => {
    const key = fixture.domain.keys.find((each) => each.algorithm === algorithm);

    const { status, headers } = await fixture.browse(LOGOUT, {
      id_token_hint: await idToken({}, key),
      post_logout_redirect_uri: `${HOME}/bye`,
    });

    expect([status, headers.location]).toEqual([303, `${HOME}/bye`]);
  });
});

describe('errors sent to the application', () => {
  const withoutChallenge = { client_id: 'app', response_type: 'code', redirect_uri: 'com.example.app:/callback', scope: 'openid' };

  it.each<[object, string, string]>([
    [{}, 'invalid_request', 'code_challenge is missing: this client must use PKCE (RFC 7636)'],
    [
      { code_challenge: CHALLENGE },
      'invalid_request',
      'code_challenge_method must be S256; without it the method is plain, which is not supported',
    ],
    [{ code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request', 'code_challenge_method must be S256'],
    [
      { registration: '{}' },
      'registration_not_supported',
      'the parameter registration is not supported: clients are registered by the management API',
    ],
  ])('explains what to change: %j', async (more, error, description) => {
    const { headers } = await fixture.browse(AUTHORIZE, { ...withoutChallenge, ...more });

    const { searchParams } = new URL(headers.location!);
    expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([error, description]);
  });
});
