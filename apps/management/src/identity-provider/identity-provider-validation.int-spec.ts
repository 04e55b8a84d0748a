import { describe, expect, it } from '@jest/globals';
import { DiscoveryServer } from '../../../../test/support/discovery-server.js';
import type { Answer } from '../../../../test/support/http.js';
import { createRequest, useIdentityProviderFixture } from './identity-provider.fixture.js';

const fixture = useIdentityProviderFixture();

function getErrors({ json }: Answer): unknown {
  return (json as { errors?: unknown }).errors;
}

describe('invalid identity providers', () => {
  it.each([
    [{ kind: 'ldap' }, '/kind', /^must be one of: oidc/],
    [{ issuer: 'login.example.com' }, '/issuer', /^must be an issuer such as/],
    [{ issuer: 'http://login.example.com' }, '/issuer', /^must use https; http is only allowed for loopback/],
    [{ issuer: 'https://login.example.com/?x=1' }, '/issuer', /^must not have a query/],
    [{ issuer: 'https://login.example.com/#x' }, '/issuer', /^must not have a query/],
    [{ issuer: 'https://user@login.example.com' }, '/issuer', /^must not contain a user name/],
    [{ issuer: 'https://0x7f.1/' }, '/issuer', /^must name a host/],
    [{ issuer: `https://login.example.com/${'x'.repeat(1_024)}` }, '/issuer', /^must be at most 1024 characters/],
    [{ issuer: undefined }, '/issuer', /^must be an issuer/],
    [{ clientId: '' }, '/clientId', /^must be 1 to 256 visible/],
    [{ clientId: 'a\u0000' }, '/clientId', /^must be 1 to 256 visible/],
    [{ clientSecret: 'ü' }, '/clientSecret', /^must be 1 to 2048 visible/],
    [{ clientSecret: undefined }, '/clientSecret', /^is required, unless/],
    [{ tokenEndpointAuthMethod: 'private_key_jwt' }, '/clientSecret', /^must be omitted/],
    [{ tokenEndpointAuthMethod: 'none' }, '/tokenEndpointAuthMethod', /^must be one of: client_secret_basic/],
    [{ scopes: ['profile'] }, '/scopes', /^must contain openid/],
    [{ scopes: ['openid', 'openid'] }, '/scopes', /^must be an array of 1 to 32 different scope tokens/],
    [{ scopes: ['openid', 'a b'] }, '/scopes', /^must be an array of 1 to 32 different scope tokens/],
    [{ scopes: 'openid' }, '/scopes', /^must be an array of 1 to 32 different scope tokens/],
    [{ scopes: [] }, '/scopes', /^must be an array of 1 to 32 different scope tokens/],
    [{ claimMapping: [] }, '/claimMapping', /^must be an object/],
    [{ claimMapping: { a: 'sub' } }, '/claimMapping/a', /^must not be mapped to sub/],
    [{ claimMapping: { 'a/b': 'iss' } }, '/claimMapping/a~1b', /^must not be mapped to iss/],
    [{ claimMapping: { a: 'identityProvider' } }, '/claimMapping/a', /^must not be mapped to identityProvider/],
    [{ claimMapping: { a: 1 } }, '/claimMapping/a', /^must name an attribute/],
    [{ claimMapping: { '': 'x' } }, '/claimMapping/', /^must have claim names of 1 to 128/],
    [{ claimMapping: { a: 'x', b: 'x' } }, '/claimMapping', /^must not map two claims to the same attribute/],
    [{ displayName: ' ' }, '/displayName', /^must be 1 to 60 visible/],
    [{ displayName: 'Bank\u202e' }, '/displayName', /^must be 1 to 60 visible/],
    [{ enabled: 'yes' }, '/enabled', /^must be true or false/],
    [{ trustEmailVerified: 1 }, '/trustEmailVerified', /^must be true or false/],
    [{ createUsers: 'no' }, '/createUsers', /^must be true or false/],
    [{ requireNonce: 'no' }, '/requireNonce', /^must be true or false/],
    [{ responseMode: 'fragment' }, '/responseMode', /^must be form_post or null/],
    [{ requiredClaims: ['hd'] }, '/requiredClaims', /^must be an object/],
    [{ requiredClaims: { hd: '' } }, '/requiredClaims/hd', /^must be a string of 1 to 1024 characters/],
    [{ requiredClaims: { hd: [''] } }, '/requiredClaims/hd', /^must be a string/],
    [{ requiredClaims: { hd: null } }, '/requiredClaims/hd', /^must be a string/],
    [{ requiredClaims: { hd: 1.5 } }, '/requiredClaims/hd', /^must be a string/],
    [{ requiredClaims: { hd: 'a\u0000' } }, '/requiredClaims/hd', /^must be a string/],
    [{ requiredClaims: { '': 'x' } }, '/requiredClaims/', /^must have claim names of 1 to 128/],
    [
      { requiredClaims: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, 'x'])) },
      '/requiredClaims',
      /^must have at most 20/,
    ],
    [
      { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      '/issuer',
      /^must be the address of one tenant: replace \{tenantid\} with/,
    ],
    [{ issuer: 'https://<tenant>.okta.com' }, '/issuer', /^must be the address of one tenant: replace <tenant> with/],
    [{ issuer: 'https://YOUR_DOMAIN.eu.auth0.com/' }, '/issuer', /^must be the address of one tenant: replace YOUR_DOMAIN with/],
    [{ secret: 'x' }, '/secret', /^is not a property of this request/],
  ])('are rejected with a pointer: %j', async (change, pointer, detail) => {
    const answer = await fixture.caller.put(fixture.path, createRequest(fixture, change));

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request' } });
    expect(getErrors(answer)).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
    expect((await fixture.caller.get(fixture.path)).status).toBe(404);
  });

  it('are rejected with all errors together', async () => {
    const answer = await fixture.caller.put(fixture.path, { issuer: 'x', scopes: [], claimMapping: { a: 'sub', b: 'iss' }, extra: 1 });

    const pointers = (getErrors(answer) as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.toSorted()).toEqual(['/claimMapping/a', '/claimMapping/b', '/clientId', '/extra', '/issuer', '/scopes']);
  });

  it.each(['local', 'a b', '%C3%BC', 'x'.repeat(65), 'a%2Fb'])('are rejected under the name %s', async (name) => {
    const answer = await fixture.caller.put(fixture.path.replace('northwind', name), createRequest(fixture));

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/invalid-request', errors: [{ pointer: 'name' }] } });
  });

  it('are rejected if the issuer changes without a new secret, because the secret belongs to the former issuer', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const other = await DiscoveryServer.start();

    const answer = await fixture.caller.put(fixture.path, createRequest(fixture, { issuer: other.issuer, clientSecret: undefined }));

    expect(getErrors(answer)).toEqual([
      { pointer: '/clientSecret', detail: expect.stringMatching(/^must be sent again, because the issuer changes/) },
    ]);
    await other.stop();
  });
});

describe('a dry run', () => {
  const dryRun = (changes: object = {}) => fixture.caller.put(`${fixture.path}?dryRun=true`, createRequest(fixture, changes));

  it('shows the provider that would be stored, and stores nothing', async () => {
    const answer = await dryRun({ displayName: 'Northwind' });

    expect(answer).toMatchObject({
      status: 200,
      json: { name: 'northwind', displayName: 'Northwind', hasClientSecret: true, redirectUri: expect.stringContaining('/northwind') },
    });
    expect((await fixture.caller.get(fixture.path)).status).toBe(404);
  });

  it('does not change a stored provider', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    const before = (await fixture.caller.get(fixture.path)).json;

    expect(await dryRun({ clientId: 'another', clientSecret: undefined })).toMatchObject({
      status: 200,
      json: { clientId: 'another', hasClientSecret: true },
    });
    expect((await fixture.caller.get(fixture.path)).json).toEqual(before);
  });

  it('reports the errors that the request would have', async () => {
    expect(getErrors(await dryRun({ clientSecret: undefined }))).toEqual([
      { pointer: '/clientSecret', detail: expect.stringMatching(/^is required/) },
    ]);
    expect(await fixture.caller.put(`${fixture.path}?dryRun=yes`, createRequest(fixture))).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: 'dryRun', detail: 'must be true or false' }] },
    });
  });

  it('checks a disabled provider too', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture, { enabled: false }));
    fixture.upstream.setMetadata({ token_endpoint: undefined });

    expect(await dryRun({ enabled: false })).toMatchObject({ status: 400, json: { type: '/problems/provider-mismatch' } });
  });
});

describe('identity provider metadata', () => {
  it('may contain null members, which count as absent', async () => {
    fixture.upstream.setMetadata({
      userinfo_endpoint: null,
      end_session_endpoint: null,
      response_types_supported: null,
      grant_types_supported: null,
      code_challenge_methods_supported: null,
      id_token_signing_alg_values_supported: null,
      token_endpoint_auth_methods_supported: null,
      scopes_supported: null,
    });

    expect(await fixture.caller.put(fixture.path, createRequest(fixture))).toMatchObject({ status: 200 });
  });

  it.each([
    [{ issuer: 'https://other.example.com' }, '/issuer', /its discovery document says: "https:\/\/other\.example\.com"$/],
    [{ issuer: undefined }, '/issuer', /its discovery document says: nothing$/],
    [
      { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      '/issuer',
      /^must be the address of one tenant: .* \("https:\/\/login\.microsoftonline\.com\/\{tenantid\}\/v2\.0"\)\. Replace \{tenantid\} with the id of your tenant$/,
    ],
    [{ issuer: 'http://login.example.com' }, '/issuer', /^must be an issuer with https .* The provider must publish another issuer$/],
    [{ authorization_endpoint: undefined }, '/issuer', /^must have its authorization_endpoint with https/],
    [{ token_endpoint: 'http://login.example.com/token' }, '/issuer', /^must have its token_endpoint with https/],
    [{ token_endpoint: 'https://10.0.0.1/token' }, '/issuer', /^must have its token_endpoint with https at a public address/],
    [{ jwks_uri: 'file:///etc/hostname' }, '/issuer', /^must have its jwks_uri with https/],
    [{ userinfo_endpoint: 'https://10.0.0.1/t' }, '/issuer', /^must have its userinfo_endpoint with https at a public address/],
    [{ userinfo_endpoint: 5 }, '/issuer', /^must have its userinfo_endpoint with https at a public address; .* 5$/],
    [{ end_session_endpoint: 'javascript:alert(1)' }, '/issuer', /^must have its end_session_endpoint with https/],
    [{ end_session_endpoint: '/x' }, '/issuer', /^must have its end_session_endpoint with https/],
    [{ response_types_supported: ['id_token'] }, '/issuer', /^must support the response type code/],
    [{ grant_types_supported: ['implicit'] }, '/issuer', /^must support the grant type authorization_code/],
    [{ code_challenge_methods_supported: ['plain'] }, '/issuer', /^must support PKCE with S256/],
    [{ id_token_signing_alg_values_supported: ['HS256', 'none'] }, '/issuer', /^must sign its ID tokens with a key pair/],
    [
      { token_endpoint_auth_methods_supported: ['private_key_jwt'] },
      '/tokenEndpointAuthMethod',
      /one that the provider supports: \["private_key_jwt"\]$/,
    ],
  ])('must match the configuration: %j', async (changes, pointer, detail) => {
    fixture.upstream.setMetadata(changes);

    const answer = await fixture.caller.put(fixture.path, createRequest(fixture));

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/provider-mismatch' } });
    expect(getErrors(answer)).toEqual([{ pointer, detail: expect.stringMatching(detail) }]);
    expect((await fixture.caller.get(fixture.path)).status).toBe(404);
  });

  it.each(['issuer', 'token_endpoint', 'token_endpoint_auth_methods_supported'])(
    'is rejected if %s is nested too deeply',
    async (member) => {
      const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
      const { [member]: _replaced, ...others } = fixture.upstream.metadata();
      const text = `${JSON.stringify(others).slice(0, -1)},"${member}":${deep}}`;
      fixture.upstream.setBehavior((_request, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(text));

      const answer = await fixture.caller.put(fixture.path, createRequest(fixture));

      expect(answer).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
    },
  );

  it.each([
    { code_challenge_methods_supported: undefined },
    { userinfo_endpoint: 'https://login.example.com/me', end_session_endpoint: 'https://login.example.com/bye' },
    { token_endpoint_auth_methods_supported: undefined, grant_types_supported: undefined },
  ])('may omit supported features: %j', async (changes) => {
    fixture.upstream.setMetadata(changes);

    expect((await fixture.caller.put(fixture.path, createRequest(fixture))).status).toBe(200);
  });

  it.each<[string, Parameters<DiscoveryServer['setBehavior']>[0], RegExp]>([
    ['nothing, but an error', (_request, response) => response.writeHead(503).end(), / answered with status 503$/],
    ['somewhere else', (_request, response) => response.writeHead(302, { location: '/' }).end(), / answered with a redirect/],
    ['a page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'), / something that is not JSON$/],
    [
      'no object',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
      / did not answer with a JSON object$/,
    ],
    [
      'no JSON',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      / did not answer with a JSON object$/,
    ],
    [
      'far too much',
      (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(300_000)),
      / more than/,
    ],
    ['nothing at all', (request) => request.socket.destroy(), / cannot be reached$/],
  ])('must exist, and is reported missing if it is %s', async (_what, conduct, detail) => {
    fixture.upstream.setBehavior(conduct);

    const answer = await fixture.caller.put(fixture.path, createRequest(fixture));

    expect(answer).toMatchObject({ status: 400, json: { type: '/problems/provider-unreachable' } });
    expect(getErrors(answer)).toEqual([{ pointer: '/issuer', detail: expect.stringMatching(detail) }]);
  });

  it('is not requested when the provider is disabled', async () => {
    await fixture.caller.put(fixture.path, createRequest(fixture));
    fixture.upstream.setBehavior((_request, response) => response.writeHead(503).end());

    expect(await fixture.caller.put(fixture.path, createRequest(fixture, { enabled: false }))).toMatchObject({
      status: 200,
      json: { enabled: false },
    });
    expect((await fixture.caller.put(fixture.path, createRequest(fixture))).status).toBe(400);
  });

  it.each(['https://10.0.0.1', 'https://169.254.169.254', 'https://[::ffff:a9fe:a9fe]'])('is not requested at %s', async (issuer) => {
    const answer = await fixture.caller.put(fixture.path, createRequest(fixture, { issuer }));

    expect(getErrors(answer)).toEqual([{ pointer: '/issuer', detail: expect.stringMatching(/ points to an address that is not public$/) }]);
  });
});
