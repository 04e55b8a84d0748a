import { describe, expect, it } from '@jest/globals';
import type { Violation, Problem } from '@latchkey/problem';
import { RequestBodyPipe } from '../http/request-body.pipe.js';
import { UpdateClientRequest } from './client.dto.js';

const MINIMAL = { clientType: 'Confidential', grantType: 'AuthorizationCode', scope: 'read' };

const COMPLETE = {
  clientType: 'Public',
  grantType: 'AuthorizationCode',
  scope: 'openid read:all https://scopes.example/x',
  audiences: ['https://api.example.com/v1?a=b', 'urn:example:api'],
  redirectUris: ['https://app.example.com/cb?a=b', 'http://127.0.0.1:4000/cb', 'com.example.app:/cb'],
  postSignOutRedirectUris: ['https://app.example.com/', 'com.example.app:/bye'],
  allowLocalLogin: false,
  providers: ['google', 'Größe & Co.'],
  policies: ['mfa', 'phishing-resistant', 'consent', 'reauthenticate'],
  allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
  accessTokenExpiry: 1,
  idTokenExpiry: 31_536_000,
  refreshTokenExpiry: 2_592_000,
};

const OPTIONAL = Object.keys(COMPLETE).filter((name) => !Object.hasOwn(MINIMAL, name));

/** Every error; empty if the request is valid. */
async function findViolations(request: object): Promise<readonly Violation[]> {
  try {
    await new RequestBodyPipe().transform(request, { type: 'body', metatype: UpdateClientRequest });
    return [];
  } catch (error) {
    return (error as Problem).errors!;
  }
}

/** The fields with an error. */
async function listInvalidFields(request: object): Promise<string[]> {
  return (await findViolations(request)).map(({ pointer }) => pointer);
}

describe('validation of a client request', () => {
  it('requires clientType, grantType and scope', async () => {
    expect(await listInvalidFields({})).toEqual(['/clientType', '/grantType', '/scope']);
    expect(await listInvalidFields({ clientType: null, grantType: null, scope: null })).toEqual(['/clientType', '/grantType', '/scope']);
    expect(await listInvalidFields(MINIMAL)).toEqual([]);
  });

  it('accepts all other fields', async () => {
    expect(await listInvalidFields(COMPLETE)).toEqual([]);
  });

  it.each(OPTIONAL)('accepts null for %s', async (name) => {
    expect(await listInvalidFields({ ...MINIMAL, [name]: null })).toEqual([]);
  });

  it.each(['clientSecret', 'ClientType', 'redirect_uris', '__proto__x', 'domain'])('rejects the property %s', async (name) => {
    expect(await listInvalidFields({ ...MINIMAL, [name]: 'x' })).toEqual([`/${name}`]);
  });

  it.each([
    ['clientType', ['public', 'CONFIDENTIAL', '', 'Native', 1, ['Public'], {}]],
    ['grantType', ['client_credentials', 'authorizationCode', '', 'Implicit', 'Password', 1, []]],
    ['scope', ['', ' ', 'a  b', ' a', 'a ', 'a\tb', 'a\nb', 'a"b', 'a\\b', 'é', 'x'.repeat(129), 1, ['read']]],
    ['allowLocalLogin', ['true', 'false', 1, 0, []]],
    ['accessTokenExpiry', [0, -1, 1.5, 31_536_001, 1e21, '3600', true, []]],
    ['idTokenExpiry', [0, -1, 1.5, 31_536_001, '3600', true, {}]],
    ['refreshTokenExpiry', [0, -1, 1.5, 31_536_001, '3600', true, {}]],
  ])('rejects an invalid %s', async (name, values) => {
    for (const value of values)
      expect({ value, violations: await listInvalidFields({ ...MINIMAL, [name]: value }) }).toEqual({ value, violations: [`/${name}`] });
  });

  it.each(['audiences', 'redirectUris', 'postSignOutRedirectUris', 'providers', 'policies', 'allowedOrigins'])(
    'requires an array for %s',
    async (name) => {
      for (const value of ['https://a.example', 1, true, {}])
        expect(await listInvalidFields({ ...MINIMAL, [name]: value })).toEqual([`/${name}`]);
      expect(await listInvalidFields({ ...MINIMAL, [name]: [] })).toEqual([]);
    },
  );

  it.each([
    ['audiences', ['api', '/api', 'https://a.example/#f', 'https://a.example/#', 'https://a example', '', 1, null]],
    ['redirectUris', ['/cb', 'http://a.example/cb', 'https://a.example/#f', 'https://u:p@a.example/', 'javascript:alert(1)', '', 1, null]],
    [
      'postSignOutRedirectUris',
      ['/bye', 'http://a.example/', 'https://a.example/#f', 'https://u@a.example/', 'data:text/html,x', '', 1, null],
    ],
    ['providers', ['', 'a\u0000b', 'a\nb', '\uD800', 'x'.repeat(129), 1, null, {}]],
    ['policies', ['MFA', 'none', '', 1, null]],
    [
      'allowedOrigins',
      ['https://a.example/', 'https://a.example/x', 'a.example', '*', 'null', 'https://*.a.example', 'ftp://a.example', 1, null],
    ],
  ])('reports each invalid item of %s', async (name, items) => {
    expect(await listInvalidFields({ ...MINIMAL, [name]: items })).toEqual(items.map((_item, index) => `/${name}/${index}`));
  });

  it('rejects client credentials for a public client', async () => {
    expect(await listInvalidFields({ ...MINIMAL, clientType: 'Public', grantType: 'ClientCredentials' })).toEqual(['/grantType']);
    expect(await listInvalidFields({ ...MINIMAL, clientType: 'Confidential', grantType: 'ClientCredentials' })).toEqual([]);
  });

  it('accepts private-use schemes only for a public client', async () => {
    const redirectUris = ['com.example.app:/cb'];

    expect(await listInvalidFields({ ...MINIMAL, clientType: 'Public', redirectUris })).toEqual([]);
    expect(await listInvalidFields({ ...MINIMAL, clientType: 'Confidential', redirectUris })).toEqual(['/redirectUris/0']);
  });

  it('accepts http only for loopback hosts', async () => {
    const redirectUris = [
      'http://localhost/cb',
      'http://[::1]:80/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://localhost.evil.example/cb',
    ];

    expect(await listInvalidFields({ ...MINIMAL, redirectUris })).toEqual(['/redirectUris/2', '/redirectUris/3']);
  });

  it('accepts a scope of 128 characters', async () => {
    expect(await listInvalidFields({ ...MINIMAL, scope: 'x'.repeat(128) })).toEqual([]);
  });

  it('names the invalid URI', async () => {
    const request = { audiences: ['orders-api'], redirectUris: ['http://app.example.com/cb'], allowedOrigins: ['https://a.example/', 7] };

    expect(await findViolations({ ...MINIMAL, ...request })).toEqual([
      {
        pointer: '/audiences/0',
        detail: 'must be an absolute URI such as https://api.example.com or urn:example:api. Received: "orders-api"',
      },
      {
        pointer: '/redirectUris/0',
        detail: 'must use https; http is only allowed for loopback addresses. Received: "http://app.example.com/cb"',
      },
      { pointer: '/allowedOrigins/0', detail: expect.stringContaining(' Received: "https://a.example/"') },
      { pointer: '/allowedOrigins/1', detail: expect.not.stringContaining('Received') },
    ]);
  });

  it('quotes at most 200 characters of a URI', async () => {
    const [violation] = await findViolations({ ...MINIMAL, audiences: ['"'.repeat(3_000)] });

    expect(violation!.detail).toBe(`must have at most 2048 characters. Received: "${String.raw`\"`.repeat(200)}..."`);
  });

  it('reports all errors together', async () => {
    const request = { clientType: 'x', grantType: 'y', scope: '', audiences: ['z'], policies: 'w', accessTokenExpiry: 0, other: 1 };

    expect(await listInvalidFields(request)).toEqual([
      '/other',
      '/clientType',
      '/grantType',
      '/scope',
      '/audiences/0',
      '/policies',
      '/accessTokenExpiry',
    ]);
  });
});
