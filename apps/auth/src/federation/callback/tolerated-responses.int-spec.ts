import type { ServerResponse } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { DISCOVERY } from '../../../../../test/support/upstream/fake-identity-provider.js';
import { signWithHmac } from '../../../../../test/support/upstream/misbehaviour.js';
import { UPSTREAM_CLIENT_SECRET, useFederationFixture } from '../federation.fixture.js';

const fixture = useFederationFixture();
const CLAIMS = { preferred_username: 'jane.doe.upstream', name: 'Jane Doe', email: 'jane@example.com' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

beforeEach(async () => {
  await fixture.addIdentityProvider('acme');
  fixture.upstream.account({ sub: 'jane', claims: CLAIMS });
});

type Body = Record<string, unknown>;

/** Signs in. @returns the attributes of the user, or the heading of the error page and the reason */
async function outcome(): Promise<unknown> {
  const { answer, location } = await fixture.signIn('jane');
  if (location?.searchParams.has('code')) return (await fixture.listUsers())[0]!['attributes'];
  return `${answer.status} ${getHeading(answer)}: ${(await fixture.listUserEvents()).at(-1)!.split(' ').at(-1)}`;
}

const alter = (path: string, members: Body) => fixture.upstream.altered.set(path, (body) => ({ ...body, ...members }));

describe('tolerated token responses', () => {
  it.each<Body>([
    { scope: null },
    { refresh_token: null },
    { expires_in: null },
    { scope: null, refresh_token: null, expires_in: null },
    { scope: ['openid'] },
    { expires_in: 'soon' },
    { expires_in: -1 },
    { refresh_token: 7 },
    { token_type: null },
    { authorization_details: null, issued_token_type: null, unknown: null },
  ])('accepts a token response with members that no sign-in needs: %j', async (members) => {
    alter('/token', members);

    expect(await outcome()).toEqual(CLAIMS);
  });

  it.each([null, '', 7])('accepts the access token %j, without userinfo', async (token) => {
    alter('/token', { access_token: token });

    expect(await outcome()).toMatchObject({ preferred_username: expect.stringMatching(/^acme-/) });
  });

  it.each([null, '', 7, {}])('rejects the ID token %j', async (token) => {
    alter('/token', { id_token: token });

    expect(await outcome()).toBe('400 We could not verify the response: no-id-token');
  });
});

describe('tolerated ID tokens', () => {
  it.each<Body>([
    { nbf: null },
    { azp: null },
    { auth_time: null },
    { auth_time: 'today' },
    { at_hash: null, acr: null, amr: null, sid: null, jti: null },
    { acr: ['phr'], amr: 'mfa', sid: 7 },
  ])('accepts an ID token with claims that no check needs: %j', async (claims) => {
    fixture.upstream.alterIdToken((issued) => ({ ...issued, ...claims }));

    expect(await outcome()).toEqual(CLAIMS);
  });

  it.each<[Body, string]>([
    [{ nonce: null }, 'wrong-nonce'],
    [{ nonce: ['x'] }, 'wrong-nonce'],
    [{ exp: null }, 'malformed-claims'],
    [{ iat: 'now' }, 'malformed-claims'],
    [{ sub: null }, 'no-subject'],
    [{ sub: 7 }, 'no-subject'],
    [{ aud: null }, 'wrong-audience'],
    [{ iss: null }, 'wrong-issuer'],
    [{ azp: 7 }, 'wrong-audience'],
  ])('rejects an ID token with %j: %s', async (claims, reason) => {
    fixture.upstream.alterIdToken((issued) => ({ ...issued, ...claims }));

    expect(await outcome()).toBe(`400 We could not verify the response: ${reason}`);
  });

  it('accepts an ID token without a nonce if the identity provider need not send one, and never with a wrong one', async () => {
    await fixture.rows.query('UPDATE identity_provider SET require_nonce = false WHERE domain_id = $1', [fixture.domainId]);
    fixture.upstream.alterIdToken(({ nonce: _gone, ...claims }) => claims);
    const without = await outcome();
    fixture.upstream.alterIdToken((claims) => claims);
    const right = await outcome();
    fixture.upstream.alterIdToken((claims) => ({ ...claims, nonce: 'A'.repeat(43) }));

    expect([without, right, await outcome()]).toEqual([CLAIMS, CLAIMS, '400 We could not verify the response: wrong-nonce']);
  });
});

describe('tolerated metadata', () => {
  it.each<Body>([
    { end_session_endpoint: null, userinfo_endpoint: null, scopes_supported: null },
    { acr_values_supported: null, prompt_values_supported: null, authorization_response_iss_parameter_supported: null },
    { acr_values_supported: 'phr', token_endpoint_auth_signing_alg_values_supported: 5, userinfo_endpoint: 5 },
    { id_token_signing_alg_values_supported: null, code_challenge_methods_supported: null, grant_types_supported: null },
  ])('accepts metadata with null or wrongly typed members: %j', async (members) => {
    alter(DISCOVERY, members);

    expect(await outcome()).toMatchObject({ preferred_username: expect.any(String) });
  });

  it('accepts a key set with unreadable entries', async () => {
    const { d: _private, ...jwk } = fixture.upstream.key.jwk;
    fixture.upstream.altered.set('/jwks', () => ({ keys: [null, 5, {}, { ...jwk, x5c: null, use: null, key_ops: null }] }));

    expect(await outcome()).toEqual(CLAIMS);
  });
});

describe('tolerated userinfo', () => {
  const respond = (send: (response: ServerResponse) => void) => fixture.upstream.faults.set('/me', (_request, response) => send(response));

  it.each<[string, (response: ServerResponse) => void]>([
    ['404', (response) => void response.writeHead(404, JSON_TYPE).end('{}')],
    ['500', (response) => void response.writeHead(500).end('oops')],
    ['503 with HTML', (response) => void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<p>')],
    ['401', (response) => void response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end()],
    ['a redirect', (response) => void response.writeHead(302, { Location: '/elsewhere' }).end()],
    ['no answer', (response) => void response.socket!.destroy()],
    ['text', (response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('hello')],
    ['an array', (response) => void response.writeHead(200, JSON_TYPE).end('[1]')],
    ['no sub', (response) => void response.writeHead(200, JSON_TYPE).end('{"name":"Jane Doe","sub":null}')],
  ])('ignores userinfo if the response is %s, because the ID token has authenticated the user', async (_what, send) => {
    respond(send);

    expect(await outcome()).toMatchObject({ preferred_username: expect.stringMatching(/^acme-/) });
    expect(fixture.stack.auth.events).toContainEqual(expect.objectContaining({ msg: 'userinfo not used', provider: 'acme' }));
  });
});

describe('userinfo as a signed JWT', () => {
  const FOREIGN_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const claims = () => ({ iss: fixture.upstream.issuer, aud: `latchkey-acme-${fixture.domainId}`, sub: 'jane', ...CLAIMS });
  const sendJwt = (makeJwt: () => Promise<string> | string) =>
    fixture.upstream.faults.set('/me', async (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/jwt' }).end(await makeJwt());
    });

  it('returns the claims of a signed userinfo response', async () => {
    sendJwt(() => fixture.upstream.sign(claims()));

    expect(await outcome()).toEqual(CLAIMS);
  });

  it.each<[string, () => Promise<string> | string, string]>([
    ['of another issuer', () => fixture.upstream.sign({ ...claims(), iss: 'https://other.example.com' }), 'wrong-issuer'],
    ['without an issuer', () => fixture.upstream.sign({ ...claims(), iss: undefined }), 'wrong-issuer'],
    ['for another client', () => fixture.upstream.sign({ ...claims(), aud: 'other' }), 'wrong-audience'],
    ['of another user', () => fixture.upstream.sign({ ...claims(), sub: 'joe' }), 'wrong-subject'],
    ['that has expired', () => fixture.upstream.sign({ ...claims(), exp: 1_700_000_000 }), 'expired'],
    [
      'signed with the client secret',
      async () => signWithHmac(await fixture.upstream.sign(claims()), UPSTREAM_CLIENT_SECRET),
      'wrong-algorithm',
    ],
    [
      'signed by another key',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'ES256', kid: fixture.upstream.key.jwk.kid! }).sign(FOREIGN_KEY),
      'wrong-signature',
    ],
  ])('rejects a signed userinfo response %s', async (_what, makeJwt, reason) => {
    sendJwt(makeJwt);

    expect(await outcome()).toBe(`400 We could not verify the response: ${reason}`);
  });
});

describe('required claims', () => {
  const requireClaims = (claims: Body) =>
    fixture.rows.query('UPDATE identity_provider SET required_claims = $2 WHERE domain_id = $1', [
      fixture.domainId,
      JSON.stringify(claims),
    ]);

  it('accepts a user with the required claims in the ID token or in userinfo', async () => {
    fixture.upstream.alterIdToken((claims) => ({ ...claims, hd: 'example.com', groups: ['a', 'staff'] }));
    await requireClaims({ hd: 'example.com', groups: 'staff', email: 'jane@example.com' });

    expect(await outcome()).toEqual(CLAIMS);
  });

  it('rejects other users, with a reason and an error page of their own', async () => {
    await requireClaims({ hd: 'example.com' });

    expect(await outcome()).toBe('403 This account is not allowed here: required-claim');
    expect(await fixture.listUsers()).toEqual([]);
  });
});
