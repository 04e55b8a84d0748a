import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { createRequest, SECRET, useIdentityProviderFixture } from './identity-provider.fixture.js';

const fixture = useIdentityProviderFixture();

const getErrors = ({ json }: Answer): unknown => (json as { errors?: unknown }).errors;
const put = (changes: object, query = '') => fixture.caller.put(`${fixture.path}${query}`, createRequest(fixture, changes));

function createOAuth2(changes: object = {}) {
  const { issuer } = fixture.upstream;
  return {
    authorizationEndpoint: `${issuer}/authorize`,
    tokenEndpoint: `${issuer}/token`,
    userinfoEndpoint: `${issuer}/user`,
    ...changes,
  };
}

const putOAuth2 = (changes: object = {}, others: object = {}, query = '') =>
  put({ kind: 'oauth2', oauth2: createOAuth2(changes), scopes: ['read:user'], ...others }, query);

describe('identity providers of the kind oauth2', () => {
  it('have endpoints in place of a discovery document, which is not requested', async () => {
    const oauth2 = createOAuth2({ emailsEndpoint: `${fixture.upstream.issuer}/emails`, subjectClaim: 'uuid' });

    const answer = await put({ kind: 'oauth2', oauth2, scopes: ['read:user'] });

    expect(answer).toMatchObject({ status: 200, json: { kind: 'oauth2', oauth2, scopes: ['read:user'] } });
    expect((await fixture.caller.get(fixture.path)).json).toEqual(answer.json);
    expect(fixture.upstream.paths.toSorted()).toEqual(['/emails', '/token', '/user']);
  });

  it('are part of the configuration document, which can be applied again', async () => {
    await putOAuth2();
    const root = `/v1/domain/${fixture.domain}/configuration`;
    const { json } = await fixture.caller.get(root);

    expect(json).toMatchObject({ providers: { northwind: { kind: 'oauth2', oauth2: createOAuth2() } } });
    expect(await fixture.caller.put(root, json as object)).toMatchObject({ status: 200, json: { changes: [] } });
  });

  it.each<[object, string, RegExp]>([
    [{ kind: 'oauth2', oauth2: undefined }, '/oauth2', /^must be an object with the endpoints/],
    [{ kind: 'oauth2', oauth2: [] }, '/oauth2', /^must be an object with the endpoints/],
    [{ kind: 'oidc' }, '/oauth2', /^must be omitted unless kind is oauth2/],
    [{ kind: undefined }, '/oauth2', /^must be omitted unless kind is oauth2/],
  ])('have endpoints, and no others do: %j', async (changes, pointer, detail) => {
    const answer = await put({ kind: 'oauth2', oauth2: createOAuth2(), ...changes });

    expect(getErrors(answer)).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });

  it('are rejected with all errors together', async () => {
    const oauth2 = {
      tokenEndpoint: 'ftp://x',
      emailsEndpoint: 'https://x.example/#a',
      subjectClaim: 'a b',
      userinfoEndpoint: `https://${'x'.repeat(1_030)}`,
      'a/b': 1,
    };

    const pointers = (getErrors(await put({ kind: 'oauth2', oauth2, clientId: '' })) as { pointer: string }[]).map(
      ({ pointer }) => pointer,
    );

    expect(pointers.toSorted()).toEqual([
      '/clientId',
      '/oauth2/authorizationEndpoint',
      '/oauth2/a~1b',
      '/oauth2/emailsEndpoint',
      '/oauth2/subjectClaim',
      '/oauth2/tokenEndpoint',
      '/oauth2/userinfoEndpoint',
    ]);
    expect((await fixture.caller.get(fixture.path)).status).toBe(404);
  });

  it('must be reachable at public addresses', async () => {
    const answer = await putOAuth2({ authorizationEndpoint: 'https://10.0.0.1/a', tokenEndpoint: 'https://169.254.169.254/t' });

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
    expect(getErrors(answer)).toEqual([
      { pointer: '/oauth2/authorizationEndpoint', detail: expect.stringContaining('not public') },
      { pointer: '/oauth2/tokenEndpoint', detail: expect.stringContaining('not public') },
    ]);
  });

  it('must answer, as a dry run tells', async () => {
    fixture.upstream.setBehavior((_request, response) => response.writeHead(503).end());

    expect(getErrors(await putOAuth2({}, {}, '?dryRun=true'))).toEqual([
      { pointer: '/oauth2/tokenEndpoint', detail: expect.stringMatching(/answered with status 503$/) },
      { pointer: '/oauth2/userinfoEndpoint', detail: expect.stringMatching(/answered with status 503$/) },
    ]);
  });

  it('send their stored secret to no other token endpoint', async () => {
    await putOAuth2();

    const answer = await putOAuth2({ tokenEndpoint: `${fixture.upstream.issuer}/other` }, { clientSecret: undefined });

    expect(getErrors(answer)).toEqual([
      { pointer: '/clientSecret', detail: expect.stringMatching(/^must be sent again, because the token endpoint/) },
    ]);
  });
});

const keyOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const APPLE = {
  appleKey: { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0' },
  clientSecret: keyOf('P-256'),
  tokenEndpointAuthMethod: 'client_secret_post',
  responseMode: 'form_post',
};

describe('the key of Sign in with Apple', () => {
  it('is stored encrypted, and only its ids are shown', async () => {
    const answer = await put(APPLE);

    expect(answer).toMatchObject({ status: 200, json: { appleKey: APPLE.appleKey, hasClientSecret: true } });
    expect(answer.text).not.toContain('PRIVATE KEY');
    const [row] = await fixture.rows.query<{ client_secret: Buffer }>('SELECT client_secret FROM identity_provider WHERE issuer = $1', [
      fixture.upstream.issuer,
    ]);
    expect(row!.client_secret.includes('PRIVATE KEY')).toBe(false);
    expect(await put({ ...APPLE, clientSecret: undefined, displayName: 'Apple' })).toMatchObject({ status: 200 });
  });

  it.each<[object, string, RegExp]>([
    [{ clientSecret: SECRET }, '/clientSecret', /^must be the private key of appleKey/],
    [{ clientSecret: keyOf('P-384') }, '/clientSecret', /^must be the private key of appleKey/],
    [{ clientSecret: APPLE.clientSecret.slice(0, 60) }, '/clientSecret', /^must be the private key of appleKey/],
    [{ appleKey: { ...APPLE.appleKey, keyId: 'short' } }, '/appleKey/keyId', /^must be 10 capital letters and digits/],
    [{ appleKey: { teamId: 'A1B2C3D4E5' } }, '/appleKey/keyId', /^must be 10 capital letters and digits/],
    [{ appleKey: { ...APPLE.appleKey, key: 'x' } }, '/appleKey/key', /^is not a property/],
    [{ appleKey: 'A1B2C3D4E5' }, '/appleKey', /^must be an object/],
    [
      { tokenEndpointAuthMethod: 'client_secret_basic' },
      '/appleKey',
      /^needs the kind oidc and the tokenEndpointAuthMethod client_secret_post/,
    ],
    [{ appleKey: undefined }, '/clientSecret', /^must be 1 to 2048 visible/],
  ])('is checked: %j', async (changes, pointer, detail) => {
    const answer = await put({ ...APPLE, ...changes });

    expect(getErrors(answer)).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
  });

  it.each([{ ...APPLE.appleKey, keyId: 'AAAAAAAAAA' }, null])(
    'must be sent again with other ids, and a secret without them: %j',
    async (appleKey) => {
      await put(APPLE);

      const answer = await put({ ...APPLE, clientSecret: undefined, appleKey });

      expect(getErrors(answer)).toEqual([
        { pointer: '/clientSecret', detail: expect.stringMatching(/^must be sent again, because appleKey changes/) },
      ]);
    },
  );
});

describe('required claims', () => {
  it('may be lists', async () => {
    const requiredClaims = { hd: ['example.com', 'example.org'], level: [1, 2, true], tid: 'a' };

    expect(await put({ requiredClaims })).toMatchObject({ status: 200, json: { requiredClaims } });
  });

  it.each<[unknown, RegExp]>([
    [[], /^must be a list of 1 to 50 different values/],
    [['a', 'a'], /^must be a list of 1 to 50 different values/],
    [Array.from({ length: 51 }, (_, n) => n), /^must be a list of 1 to 50 different values/],
    [['a', null], /^must be a string of 1 to 1024 characters/],
    [[['a']], /^must be a string of 1 to 1024 characters/],
  ])('are rejected: %j', async (hd, detail) => {
    expect(getErrors(await put({ requiredClaims: { hd } }))).toEqual([
      { pointer: '/requiredClaims/hd', detail: expect.stringMatching(detail) },
    ]);
  });
});

describe('an issuer of many tenants', () => {
  it('states a template', async () => {
    fixture.upstream.setMetadata({ issuer: `${fixture.upstream.issuer}/{tenantid}/v2.0` });

    expect(await put({ issuer: `${fixture.upstream.issuer}/organizations/v2.0` })).toMatchObject({ status: 200 });
    expect(getErrors(await put({ issuer: `${fixture.upstream.issuer}/other/v2.0` }))).toMatchObject([{ pointer: '/issuer' }]);
  });
});
