import { describe, expect, it } from '@jest/globals';
import { JWT_BEARER } from '@latchkey/oauth';
import { decodeJwt, SignJWT } from 'jose';
import type { Row } from '../../../../../test/support/rows.js';
import { generateAssertionKey } from '../../client-authentication/assertion/assertion.fixture.js';
import { clientCall } from '../../in-process-auth.fixture.js';
import { IDP, now, ORDERS, STOCK, type Answered, useAssertions } from './assertion-grant.fixture.js';

const at = useAssertions();
const { assertedClaims, clientWith, fixture, grantsOf, issuerOf, send, sign } = at;

/** Assertions that are refused. With the error, and a part of its words. */
const HOSTILE: [string, () => Promise<Answered>, string, RegExp][] = [
  ['is missing', () => send(undefined), 'invalid_request', /assertion is missing/],
  ['is empty', () => send(''), 'invalid_request', /assertion is missing/],
  ['is no JWT', () => send('abc'), 'invalid_grant', /signed JWT/],
  ['is encrypted', () => send('a.b.c.d.e'), 'invalid_grant', /signed JWT/],
  ['is unsigned', async () => send(unsigned({ alg: 'none' })), 'invalid_grant', /signed/],
  ['is signed by an HMAC with a public key', async () => send(await signByHmac()), 'invalid_grant', /must be signed with one of/],
  ['is too long', async () => send(await sign({ long: 'x'.repeat(9_000) })), 'invalid_grant', /at most 8192/],
  ['has no typ', async () => send(await at.key.sign(assertedClaims(), { typ: undefined as never })), 'invalid_grant', /typ/],
  ['is an ID token', async () => send(await sign({}, { typ: 'JWT' })), 'invalid_grant', /typ/],
  ['is an access token', async () => send(await sign({}, { typ: 'at+jwt' })), 'invalid_grant', /typ/],
  ['is a logout token', async () => send(await sign({}, { typ: 'logout+jwt' })), 'invalid_grant', /typ/],
  ['is a DPoP proof', async () => send(await sign({}, { typ: 'dpop+jwt' })), 'invalid_grant', /typ/],
  ['has critical extensions', async () => send(withHeader({ crit: ['x'], x: 1 })), 'invalid_grant', /crit/],
  ['is a nested JWT', async () => send(await sign({}, { cty: 'JWT' })), 'invalid_grant', /cty/],
  ['has no issuer', async () => send(await sign({ iss: undefined })), 'invalid_grant', /iss/],
  ['has an issuer that is no text', async () => send(await sign({ iss: 7 as never })), 'invalid_grant', /iss/],
  ['is of an unknown issuer', async () => send(await sign({ iss: 'https://evil.example' })), 'invalid_grant', /not listed/],
  ['is of its issuer with a slash', async () => send(await sign({ iss: `${IDP}/` })), 'invalid_grant', /not listed/],
  ['is of this domain itself', () => sendOfOwnDomain(), 'invalid_grant', /not listed/],
  ['is for nobody', async () => send(await sign({ aud: undefined })), 'invalid_grant', /aud/],
  ['is for another server', async () => send(await sign({ aud: 'https://other.example' })), 'invalid_grant', /aud/],
  [
    'is for this server and another',
    async () => send(await sign({ aud: [fixture.domain.issuer, 'https://other.example'] })),
    'invalid_grant',
    /aud/,
  ],
  ['is for an API', async () => send(await sign({ aud: ORDERS })), 'invalid_grant', /aud/],
  ['is for the client', async () => send(await sign({ aud: at.client })), 'invalid_grant', /aud/],
  ['names no client', async () => send(await sign({ client_id: undefined })), 'invalid_grant', /client_id/],
  ['names another client', async () => send(await sign({ client_id: at.api })), 'invalid_grant', /client_id/],
  ['names several clients', async () => send(await sign({ client_id: [at.client, at.api] })), 'invalid_grant', /client_id/],
  ['has no expiry', async () => send(await sign({ exp: undefined })), 'invalid_grant', /exp and iat/],
  ['has an expiry that is no number', async () => send(await sign({ exp: '9' as never })), 'invalid_grant', /exp and iat/],
  ['has expired', async () => send(await sign({ exp: now() - 61, iat: now() - 300 })), 'invalid_grant', /expired/],
  ['lives for an hour', async () => send(await sign({ exp: now() + 3_600 })), 'invalid_grant', /300 seconds/],
  ['has no iat', async () => send(await sign({ iat: undefined })), 'invalid_grant', /exp and iat/],
  ['was issued in the future', async () => send(await sign({ iat: now() + 120 })), 'invalid_grant', /not valid yet/],
  ['is not valid yet', async () => send(await sign({ nbf: now() + 120 })), 'invalid_grant', /not valid yet/],
  ['has an nbf that is no number', async () => send(await sign({ nbf: 'soon' as never })), 'invalid_grant', /not valid yet/],
  ['has no jti', async () => send(await sign({ jti: undefined })), 'invalid_grant', /jti/],
  ['has an empty jti', async () => send(await sign({ jti: '' })), 'invalid_grant', /jti/],
  ['has a jti of 300 characters', async () => send(await sign({ jti: 'x'.repeat(300) })), 'invalid_grant', /jti/],
  ['has no subject', async () => send(await sign({ sub: undefined })), 'invalid_grant', /needs sub/],
  ['has an empty subject', async () => send(await sign({ sub: '' })), 'invalid_grant', /needs sub/],
  ['has a subject with a control character', async () => send(await sign({ sub: 'a\u0000b' })), 'invalid_grant', /needs sub/],
  ['has a subject that is an object', async () => send(await sign({ sub: { a: 1 } as never })), 'invalid_grant', /needs sub/],
  ['has a resource that is an object', async () => send(await sign({ resource: {} })), 'invalid_grant', /resource/],
  ['has an empty list of resources', async () => send(await sign({ resource: [] })), 'invalid_grant', /resource/],
  ['has a scope that is a list', async () => send(await sign({ scope: ['orders:read'] })), 'invalid_grant', /scope/],
  ['is bound to a certificate', async () => send(await sign({ cnf: { 'x5t#S256': 'a' } })), 'invalid_grant', /cnf/],
  ['has a cnf that is a text', async () => send(await sign({ cnf: 'a' })), 'invalid_grant', /cnf/],
  ['was used before', async () => replay(), 'invalid_grant', /used before/],
  ['has a jti of another assertion', async () => replay('same'), 'invalid_grant', /used before/],
  ['is signed by a stranger', async () => send(await signByStranger('idp-key')), 'invalid_grant', /no key of its issuer verifies/],
  ['is signed by a key with an unknown kid', async () => send(await signByStranger('other')), 'invalid_grant', /no key/],
  ['brings its own key', async () => send(await signByStranger('idp-key', true)), 'invalid_grant', /no key of its issuer verifies/],
  ['was changed', async () => send(tamper(await sign())), 'invalid_grant', /no key of its issuer verifies/],
  ['is for another API than the request', async () => send(await sign(), { resource: STOCK }), 'invalid_target', /another resource/],
  ['is for an API that is not listed', async () => send(await sign({ resource: STOCK })), 'invalid_target', /may not use/],
  ['is for an unknown API', async () => send(await sign({ resource: 'https://nowhere.example' })), 'invalid_target', /may not use/],
  ['names no API', async () => send(await sign({ resource: undefined })), 'invalid_request', /resource is missing/],
  ['gives less than the request', async () => send(await sign(), { scope: 'orders:read orders:write' }), 'invalid_scope', /scope/],
  ['has no scope that is allowed', async () => send(await sign({ scope: 'admin' })), 'invalid_scope', /scope/],
  ['wants a scope that the client lacks', async () => send(await sign({ scope: 'orders:write' })), 'invalid_scope', /scope/],
  ['is of a disabled identity provider', () => whileProvider({ enabled: false }), 'invalid_grant', /no enabled identity provider/],
  [
    'is of an identity provider of another issuer',
    () => whileProvider({ issuer: 'https://other.example' }),
    'invalid_grant',
    /identity provider/,
  ],
  ['names a stranger where users are not created', () => whileProvider({ create_users: false }), 'invalid_grant', /without an account/],
  ['lacks a claim that users must have', () => whileProvider({ required_claims: { hd: 'example.com' } }), 'invalid_grant', /lacks a claim/],
  ['names a user who is not active', () => ofInactiveUser(), 'invalid_grant', /not active/],
  ['is presented by a client without the grant', async () => sendBy(await clientWith(null)), 'unauthorized_client', /not allowed/],
  ['is presented by a public client', () => sendByPublic(), 'unauthorized_client', /not allowed/],
  [
    'is presented by a client that refuses the identity provider',
    async () => sendBy(await clientWith(grantsOf(issuerOf()), { providers: [] })),
    'invalid_grant',
    /does not accept/,
  ],
  [
    'is presented by a client whose users need a second factor',
    async () => sendBy(await clientWith(grantsOf(issuerOf()), { policies: ['mfa'] })),
    'invalid_grant',
    /policies/,
  ],
  ['has an issuer whose keys cannot be fetched', async () => sendBy(await unreachable()), 'invalid_grant', /cannot be fetched/],
];

const sendBy = async (by: string) => send(await sign({ client_id: by, sub: 'u-hostile' }), {}, by);
const unreachable = () => clientWith(grantsOf(issuerOf({ jwks: null, jwksUri: 'http://127.0.0.1:1/jwks' })));

async function sendOfOwnDomain(): Promise<Answered> {
  const { issuer } = fixture.domain;
  const by = await clientWith(grantsOf(issuerOf({ issuer })));
  return send(await sign({ iss: issuer, client_id: by }), {}, by);
}

async function sendByPublic(): Promise<Answered> {
  const by = await fixture.client({ client_type: 'Public', further_grants: grantsOf(issuerOf()) });
  const form = { grant_type: JWT_BEARER, assertion: await sign({ client_id: by }) };
  const { status, json } = await fixture.send('/connect/token', clientCall(by, form, null));
  return { status, json: json as Answered['json'] };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
const withHeader = (header: object) => `${encode({ alg: 'RS256', typ: 'oauth-id-jag+jwt', ...header })}.${encode(assertedClaims())}.c2ln`;
const unsigned = (header: object) => `${encode({ typ: 'oauth-id-jag+jwt', ...header })}.${encode(assertedClaims())}.`;
const signByHmac = () =>
  new SignJWT(assertedClaims()).setProtectedHeader({ alg: 'HS256', typ: 'oauth-id-jag+jwt' }).sign(Buffer.from(JSON.stringify(at.key.jwk)));

async function signByStranger(kid: string, bringsKey = false): Promise<string> {
  const stranger = await generateAssertionKey('RS256', kid);
  return sign({}, bringsKey ? { jwk: stranger.jwk as never, jku: 'https://evil.example/jwks' } : {}, stranger);
}

function tamper(assertion: string): string {
  const [header, , signature] = assertion.split('.');
  return [header, encode(assertedClaims({ sub: 'admin' })), signature].join('.');
}

async function replay(jti?: string): Promise<Answered> {
  const first = await sign(jti === undefined ? {} : { jti });
  await send(first);
  return send(jti === undefined ? first : await sign({ jti, sub: 'another' }));
}

async function whileProvider(values: Row): Promise<Answered> {
  const [column, value] = Object.entries(values)[0]!;
  const query = (set: unknown) =>
    fixture.auth.rows.query(`UPDATE identity_provider SET ${column} = $2 WHERE domain_id = $1`, [fixture.domain.id, set]);
  const [before] = await fixture.auth.rows.query<Row>(`SELECT ${column} AS value FROM identity_provider WHERE domain_id = $1`, [
    fixture.domain.id,
  ]);
  await query(value);
  try {
    return await send(await sign({ sub: `stranger-${column}` }));
  } finally {
    await query(before!['value']);
  }
}

async function ofInactiveUser(): Promise<Answered> {
  const { json } = await send(await sign({ sub: 'u-inactive' }));
  await fixture.auth.rows.query('UPDATE end_user SET active = false WHERE sub = $1', [decodeJwt(json.access_token).sub]);
  return send(await sign({ sub: 'u-inactive' }));
}

describe('an assertion is refused in words, without a user, if it', () => {
  it.each(HOSTILE)('%s', async (_what, attempt, error, words) => {
    const answer = await attempt();

    expect(answer).toMatchObject({ status: 400, json: { error, error_description: expect.stringMatching(words) } });
    expect(answer.json).not.toHaveProperty('access_token');
    const strangers = await fixture.auth.rows.query(
      `SELECT FROM end_user WHERE domain_id = $1 AND (upstream_sub LIKE 'stranger%' OR upstream_sub IN ('another', 'admin', 'u-hostile'))`,
      [fixture.domain.id],
    );
    expect(strangers).toEqual([]);
  });
});
