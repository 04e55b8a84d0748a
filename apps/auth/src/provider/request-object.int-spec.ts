import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt, exportSPKI, importJWK, UnsecuredJWT, type CryptoKey, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { generateAssertionKey, storeAuthentication, type AssertionKey } from '../client-authentication/assertion/assertion.fixture.js';
import {
  clientCall,
  codeRequest,
  InProcessAuth,
  REDIRECT_URI,
  SECRET,
  type ServedDomainOfTest,
  type Tokens,
} from '../in-process-auth.fixture.js';
import type { Answer } from '../../../../test/support/http.js';

const PERMITTED = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
const ISSUER_OF_WORKLOAD = 'https://ci.example.com';

let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let key: AssertionKey;
let otherKey: AssertionKey;
let workloadKey: AssertionKey;
let clientId: string;
let otherId: string;
let sub: string;

beforeAll(async () => {
  auth = await InProcessAuth.start();
  domain = await auth.domain();
  [key, otherKey, workloadKey] = await Promise.all([generateAssertionKey(), generateAssertionKey(), generateAssertionKey()]);
  const workload = { type: 'FederatedJwt', jwks_uri: null, issuer: ISSUER_OF_WORKLOAD, subject: 'app', jwks: { keys: [workloadKey.jwk] } };
  clientId = await clientOf([keyMethod(key.jwk), workload]);
  otherId = await clientOf([keyMethod(otherKey.jwk)]);
  sub = await auth.user(domain);
}, 60_000);

afterAll(() => auth.stop());

const keyMethod = (...keys: object[]) => ({ type: 'PrivateKeyJwt', jwks_uri: null, jwks: { keys } });

/** A client with the code flow, a secret and these methods. */
async function clientOf(methods: object[], document: object = {}): Promise<string> {
  const id = await auth.client(domain);
  const secret = { type: 'ClientSecret', jwks_uri: null };
  const client = { domain_id: domain.id, client_id: id };
  await storeAuthentication(auth, client, { methods: [secret, ...methods], ...document });
  return id;
}

/** The claims of a request object that is accepted. A claim that is undefined is left out. */
function claimsOf(changes: object = {}, id = clientId): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
  return { ...codeRequest(id).request, iss: id, aud: domain.issuer, exp: now + 60, nbf: now, iat: now, ...changes };
}

/** A request object that is accepted but for the changes. */
function objectOf(changes: object = {}, header: Partial<JWTHeaderParameters> = { typ: 'oauth-authz-req+jwt' }): Promise<string> {
  return key.sign(claimsOf(changes), header);
}

const authorize = (request: string, outside: object = {}) =>
  auth.browser(domain).authorize({ client_id: clientId, request, ...outside } as Record<string, string>);
const push = (request: string, outside: object = {}, id = clientId): Promise<Answer> =>
  auth.send(domain.name, '/connect/par', clientCall(id, { request, ...outside } as Record<string, string>));

/** What a program gets that sends the request object to the authorization endpoint, without a redirect URI outside. */
async function refusalOf(request: string, id = clientId): Promise<unknown> {
  const query = new URLSearchParams({ client_id: id, request }).toString();
  const { status, json } = await auth.send(domain.name, `/connect/authorize?${query}`, { headers: { Accept: 'application/json' } });
  return [status, json];
}

const refused = (description: unknown, error = 'invalid_request_object') => [
  400,
  expect.objectContaining({ error, error_description: description }),
];
const answerOf = ({ search, hash }: URL) => Object.fromEntries(new URLSearchParams(search || hash.slice(1)));
const storedRows = async (): Promise<number> =>
  Number((await auth.rows.query<{ count: string }>('SELECT count(*) FROM oidc_payload WHERE domain_id = $1', [domain.id]))[0]!.count);

async function redeem(code: string, verifier: string, id = clientId): Promise<Tokens> {
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: verifier };
  const { status, text, json } = await auth.send(domain.name, '/connect/token', clientCall(id, parameters, SECRET));
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json as Tokens;
}

describe('a signed request object', () => {
  it('starts the code flow at the authorization endpoint', async () => {
    const { request, verifier } = codeRequest(clientId, { scope: 'openid offline_access orders', nonce: 'signed-nonce' });

    const answer = await auth.browser(domain).signIn({ client_id: clientId, request: await objectOf(request) }, { sub });

    expect(answerOf(answer)).toEqual({ code: expect.any(String), state: 'a-state', iss: domain.issuer });
    const tokens = await redeem(answer.searchParams.get('code')!, verifier);
    expect(tokens).toMatchObject({ scope: 'openid offline_access orders', refresh_token: expect.any(String) });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ sub, nonce: 'signed-nonce', aud: clientId });
  });

  it('starts the code flow by a pushed request, once', async () => {
    const { request, verifier } = codeRequest(clientId, { scope: 'openid offline_access' });
    const pushed = await push(await objectOf(request));
    const { request_uri: requestUri, expires_in: lifetime } = pushed.json as { request_uri: string; expires_in: number };
    const browser = auth.browser(domain);

    const answer = await browser.signIn({ client_id: clientId, request_uri: requestUri }, { sub });
    const again = await browser.authorize({ client_id: clientId, request_uri: requestUri });

    expect(pushed.status).toBe(201);
    expect(lifetime).toBeGreaterThan(50);
    expect((await redeem(answer.searchParams.get('code')!, verifier)).refresh_token).toEqual(expect.any(String));
    expect(again.answer.status).toBe(400);
  });

  it('may come by POST', async () => {
    const body = new URLSearchParams({ client_id: clientId, request: await objectOf() }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const browser = auth.browser(domain);

    const { location } = await browser.follow(await browser.request('/connect/authorize', { method: 'POST', headers, body }));

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it.each(PERMITTED)('may be signed with %s', async (alg) => {
    const own = await generateAssertionKey(alg, `key-${alg}`);
    const id = await clientOf([keyMethod(own.jwk)]);

    expect((await push(await own.sign(claimsOf({}, id)), {}, id)).status).toBe(201);
  });

  it('may be signed with a key that the client publishes', async () => {
    const publisher = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [key.jwk] }));
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    try {
      const address = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/jwks`;
      const id = await clientOf([{ type: 'PrivateKeyJwt', jwks_uri: address, jwks: null }]);

      expect((await push(await key.sign(claimsOf({}, id)), {}, id)).status).toBe(201);
      const [status, json] = (await refusalOf(await otherKey.sign(claimsOf({}, id)), id)) as [number, unknown];
      expect([status, json]).toEqual(refused(`no PrivateKeyJwt key of client ${id} verifies the signature of the request object`));
    } finally {
      publisher.close().closeAllConnections();
    }
  });

  it('of a client whose keys cannot be fetched is refused', async () => {
    const id = await clientOf([{ type: 'PrivateKeyJwt', jwks_uri: 'http://127.0.0.1:9/jwks', jwks: null }]);

    expect(await refusalOf(await key.sign(claimsOf({}, id)), id)).toEqual(refused(`the keys of client ${id} cannot be fetched`));
  });

  it('is verified with its own key, however many come at the same time', async () => {
    const second = await generateAssertionKey('ES256', 'key-2');
    const id = await clientOf([keyMethod(key.jwk, second.jwk)]);
    const objects = await Promise.all([key, second, key, second].map((each) => each.sign(claimsOf({}, id))));

    const answers = await Promise.all(objects.map((each) => push(each, {}, id)));

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  });

  it.each<[string, Partial<JWTHeaderParameters>]>([
    ['none', {}],
    ['JWT', { typ: 'JWT' }],
    ['its own', { typ: 'oauth-authz-req+jwt' }],
    ['its own as a media type', { typ: 'application/OAuth-Authz-Req+JWT' }],
  ])('may have as its typ: %s', async (_what, header) => {
    expect((await push(await objectOf({}, header))).status).toBe(201);
  });

  it('need not expire, and may have the issuer among its audiences', async () => {
    const pushed = await push(await objectOf({ exp: undefined, nbf: undefined, iat: undefined, aud: ['https://other', domain.issuer] }));

    expect([pushed.status, pushed.json]).toEqual([201, { request_uri: expect.any(String), expires_in: 60 }]);
  });

  it('that was pushed lasts no longer than its exp', async () => {
    const pushed = await push(await objectOf({ exp: Math.floor(Date.now() / 1_000) + 20 }));

    expect((pushed.json as { expires_in: number }).expires_in).toBeLessThanOrEqual(20);
  });
});

describe('the parameters of a request with a request object', () => {
  it.each<[string, object]>([
    ['within it', {}],
    ['with those of OpenID Connect Core section 6.1 outside', { response_type: 'code', scope: 'openid' }],
    ['with others outside, which are ignored', { scope: 'openid admin', redirect_uri: REDIRECT_URI, state: 'outside', prompt: 'none' }],
  ])('are those %s', async (_what, outside) => {
    const { request, verifier } = codeRequest(clientId, { scope: 'openid orders', state: 'inside' });
    const object = await objectOf(request);

    const direct = await auth.browser(domain).signIn({ client_id: clientId, request: object, ...outside }, { sub });
    const pushed = (await push(object, outside)).json as { request_uri: string };
    const second = await auth.browser(domain).signIn({ client_id: clientId, request_uri: pushed.request_uri, ...outside }, { sub });

    for (const answer of [direct, second]) {
      expect(answerOf(answer)).toMatchObject({ code: expect.any(String), state: 'inside' });
      expect(await redeem(answer.searchParams.get('code')!, verifier)).toMatchObject({ scope: 'openid orders' });
    }
  });

  it('are not taken from outside if they are missing in it', async () => {
    const { request } = codeRequest(clientId);
    const object = await objectOf({ redirect_uri: undefined, code_challenge: undefined, code_challenge_method: undefined });

    const missing = refused("missing required parameter 'redirect_uri'", 'invalid_request');
    const pushed = await push(object, request);
    expect([pushed.status, pushed.json]).toEqual(missing);
    expect((await authorize(object, request)).answer.status).toBe(400);
  });

  it('may be numbers, objects and lists', async () => {
    const claims = { id_token: { auth_time: { essential: true } } };

    const { location } = await authorize(await objectOf({ max_age: 600, claims, resource: [domain.issuer] }));

    expect(location.pathname).toMatch(/^\/sign-in\//);
  });

  it.each(['pushed', 'direct'])('require a new sign-in by max_age=0, %s', async (how) => {
    const browser = auth.browser(domain);
    await browser.signIn(codeRequest(clientId).request, { sub });
    const request = await objectOf({ max_age: 0 });
    const { request_uri: requestUri } = (await push(request)).json as { request_uri: string };

    const { location } = await browser.authorize({
      client_id: clientId,
      ...(how === 'pushed' ? { request_uri: requestUri } : { request }),
    } as Record<string, string>);
    const { json } = await browser.request(location.pathname);

    expect(json).toMatchObject({ interaction: { reasons: expect.arrayContaining(['just_now']) } });
  });

  it.each<[string, object, string]>([
    ['a scope that the client may not have', { scope: 'openid admin' }, 'invalid_scope'],
    ['no scope', { scope: undefined, nonce: undefined }, 'invalid_scope'],
    ['the stand-in for all audiences', { resource: 'urn:latchkey:{all-audiences}' }, 'invalid_target'],
    ['an unknown resource', { resource: ['https://api.example.com'] }, 'invalid_target'],
    ['an unknown response type', { response_type: 'token' }, 'unsupported_response_type'],
  ])('have the rules of every request: %s', async (_what, changes, error) => {
    const pushed = await push(await objectOf(changes));

    expect([pushed.status, pushed.json]).toEqual([400, expect.objectContaining({ error })]);
    expect(answerOf((await authorize(await objectOf(changes))).location)).toMatchObject({ error, state: 'a-state' });
  });

  it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'claims', 'prompt', 'resource', 'max_age', 'code_challenge', 'registration'])(
    'get an answer, whatever %s contains',
    async (parameter) => {
      for (const value of ['\0', '\ud800', '__proto__', 1e20, -1, true, null, {}, [], [[]], { toString: 1 }, [{ toString: 1 }]]) {
        const request = JSON.stringify(claimsOf({ [parameter]: value }));
        const { answer } = await authorize(signText({ alg: 'ES256', kid: 'unknown' }, request));
        const pushed = await push(await objectOf({ [parameter]: value }));
        const direct = await authorize(await objectOf({ [parameter]: value }));

        for (const { status } of [answer, pushed, direct.answer]) expect(status).toBeLessThan(500);
      }
    },
  );
});

/** A JWT of any header, with a signature that is none, or made by `make`. */
function signText(header: object, claims: string, make = (_input: string): Buffer => Buffer.from('none')): string {
  const input = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${Buffer.from(claims).toString('base64url')}`;
  return `${input}.${make(input).toString('base64url')}`;
}

async function signWithPublicKey(): Promise<string> {
  const publicKey = (await importJWK(key.jwk as never, 'ES256')) as CryptoKey;
  const pem = await exportSPKI(publicKey);
  return signText({ alg: 'HS256', kid: 'key-1' }, JSON.stringify(claimsOf()), (input) => createHmac('sha256', pem).update(input).digest());
}

async function signWithShortKey(): Promise<[object: string, id: string]> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const id = await clientOf([keyMethod({ ...publicKey.export({ format: 'jwk' }), kid: 'short' })]);
  const make = (input: string) => sign('sha256', Buffer.from(input), privateKey);
  return [signText({ alg: 'RS256', kid: 'short' }, JSON.stringify(claimsOf({}, id)), make), id];
}

describe('a request object', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const nested = () => objectOf({}, { cty: 'JWT' });

  it.each<[string, RegExp, () => Promise<string> | string]>([
    ['is unsigned', /^the algorithm of the request object must be one of ES256, /, () => new UnsecuredJWT(claimsOf()).encode()],
    ['is signed with the public key as a secret', /^the algorithm of the request object must be one of ES256, /, signWithPublicKey],
    ['is no JWT', /must be a signed JWT in compact serialization$/, () => 'garbage'],
    ['is encrypted', /must be a signed JWT in compact serialization$/, () => 'a.b.c.d.e'],
    ['has the key of another client', /^no PrivateKeyJwt key of client .* verifies the signature/, () => otherKey.sign(claimsOf())],
    ['has the key of a workload', /^no PrivateKeyJwt key of client .* verifies the signature/, () => workloadKey.sign(claimsOf())],
    ['has an unknown kid', /has no PrivateKeyJwt key with the kid and alg/, () => objectOf({}, { kid: 'other' })],
    ['has crit', /may have no crit$/, () => signText({ alg: 'ES256', crit: ['b64'], b64: true }, JSON.stringify(claimsOf()))],
    ['is nested', /may not be a nested JWT$/, nested],
    ['is a JWT for another purpose', /^typ of the request object must be oauth-authz-req/, () => objectOf({}, { typ: 'dpop+jwt' })],
    ['is of another issuer', /^iss of the request object must be/, () => objectOf({ iss: 'another' })],
    ['has no issuer', /^iss of the request object must be/, () => objectOf({ iss: undefined })],
    ['is for another server', /^aud of the request object must be the issuer/, () => objectOf({ aud: 'https://other.example.com' })],
    ['has no audience', /^aud of the request object must be the issuer/, () => objectOf({ aud: undefined })],
    ['has expired', /has expired: see its claim exp$/, () => objectOf({ exp: now() - 60 })],
    ['has just expired', /has expired: see its claim exp$/, () => objectOf({ exp: now() - 1 })],
    ['is not valid yet', /is not valid yet/, () => objectOf({ nbf: now() + 60 })],
    ['has a time that is no number', /must be numbers$/, () => objectOf({ exp: String(now() + 60) as never })],
    ['contains another', /must not contain request or request_uri/, async () => objectOf({ request: await objectOf() })],
    ['contains a reference', /must not contain request or request_uri/, () => objectOf({ request_uri: 'https://app.example.com/request' })],
    ['is of another client', /client_id/, () => objectOf({ client_id: otherId })],
    ['has no client_id', /client_id/, () => objectOf({ client_id: undefined })],
  ])('that %s is refused', async (_what, reason, make) => {
    const request = await make();
    const description = expect.stringMatching(reason);
    const before = await storedRows();

    const { status, json } = await push(request);

    expect([status, json]).toEqual(refused(description));
    expect(await refusalOf(request)).toEqual(refused(description));
    expect(await storedRows()).toBe(before);
  });

  it('of a key with 1024 bits is refused', async () => {
    const [request, id] = await signWithShortKey();

    expect(await refusalOf(request, id)).toEqual(refused(expect.stringMatching(/has no PrivateKeyJwt key with the kid and alg/)));
  });

  it('of a client without keys of its own is refused', async () => {
    const plain = await auth.client(domain);
    const workload = { type: 'FederatedJwt', jwks_uri: null, issuer: ISSUER_OF_WORKLOAD, subject: 'b', jwks: { keys: [key.jwk] } };
    const federated = await clientOf([workload]);
    const app = await auth.client(domain, { client_type: 'Public' });

    for (const id of [plain, federated, app])
      expect(await refusalOf(await key.sign(claimsOf({}, id)), id)).toEqual(
        refused(`client ${id} has no PrivateKeyJwt keys, so it cannot sign requests`),
      );
  });

  it('is refused to the redirect URI outside, with the reason, if that is registered', async () => {
    const refusedTo = async (redirectUri: string) =>
      (await authorize(await otherKey.sign(claimsOf()), { redirect_uri: redirectUri, response_type: 'code' })).answer;

    const { location } = (await refusedTo(REDIRECT_URI)).headers;
    expect(answerOf(new URL(location!))).toEqual({
      error: 'invalid_request_object',
      error_description: expect.stringMatching(/^no PrivateKeyJwt key of client/),
      state: 'a-state',
      iss: domain.issuer,
    });
    expect((await refusedTo('https://evil.example/')).status).toBe(400);
  });

  it('beside a request_uri is refused, and a request_uri that was not pushed', async () => {
    const { location } = await authorize(await objectOf(), {
      request_uri: 'urn:ietf:params:oauth:request_uri:x',
      redirect_uri: REDIRECT_URI,
    });
    const pushed = await push(await objectOf(), { request_uri: 'https://app.example.com/request' });

    expect(answerOf(location)).toMatchObject({ error: 'invalid_request' });
    expect(pushed.json).toMatchObject({ error: 'request_uri_not_supported' });
  });

  it('of a client of FAPI 2.0 has exp and nbf, an hour apart at most, and no RS256', async () => {
    const rsa = await generateAssertionKey('RS256', 'rsa');
    const id = await clientOf([keyMethod(key.jwk, rsa.jwk)], { profile: 'FAPI2' });
    const outcome = async (changes: object, by = key) => {
      const { status, json } = await push(await by.sign(claimsOf(changes, id)), {}, id);
      return status === 201 ? status : (json as { error_description: string }).error_description;
    };
    const lifetime = 'the request object of a client of profile FAPI2 must have exp, at most 3600 seconds after its nbf';

    expect(await outcome({})).toBe(201);
    expect(await outcome({ exp: undefined })).toBe(lifetime);
    expect(await outcome({ nbf: undefined })).toBe(lifetime);
    expect(await outcome({ exp: now() + 3_660 })).toBe(lifetime);
    expect(await outcome({}, rsa)).toBe('the algorithm of the request object must be one of ES256, PS256, EdDSA, Ed25519');
  });
});

describe('the limits of a request', () => {
  it.each([
    ['state', 2_048],
    ['nonce', 2_048],
    ['claims', 8_192],
  ])('hold for %s in a request object: at most %i bytes', async (name, bytes) => {
    const request = await objectOf({ [name]: 'x'.repeat(bytes + 1) });
    const before = await storedRows();

    const fault = refused(`'${name}' parameter may have at most ${bytes} bytes`, 'invalid_request');
    const { status, json } = await push(request);
    expect([status, json]).toEqual(fault);
    expect(await refusalOf(request)).toEqual(fault);
    expect(await storedRows()).toBe(before);
  });

  it('hold for numbers that are longer as text, and for all parameters together', async () => {
    const many = Array.from({ length: 1_500 }, () => 1e20);
    const text = JSON.stringify(claimsOf({ claims: 0 })).replace('"claims":0', `"claims":{"a":[${many.map(() => '1e20').join()}]}`);

    expect(await refusalOf(signText({ alg: 'ES256' }, text))).toEqual(
      refused("'claims' parameter may have at most 8192 bytes", 'invalid_request'),
    );
    const { status, json } = await push(await objectOf({ login_hint: 'x'.repeat(12_500) }));
    expect([status, json]).toEqual(refused('the parameters may have at most 16384 bytes together', 'invalid_request'));
  });

  it('refuse an object of 100 KB before it is read', async () => {
    const request = await objectOf({ login_hint: 'x'.repeat(76_800) });

    const { status, json } = await push(request);

    expect([status, json]).toEqual(refused('the form may have at most 32768 bytes', 'invalid_request'));
  });
});
