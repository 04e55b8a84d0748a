import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportSPKI, importJWK, UnsecuredJWT, type CryptoKey } from 'jose';
import { REDIRECT_URI, answerOf } from '../in-process-auth.fixture.js';
import { keyMethod, refused, RequestObjectFixture, signText, workloadMethod } from './request-object.fixture.js';

let fixture: RequestObjectFixture;

beforeAll(async () => {
  fixture = await RequestObjectFixture.start();
}, 60_000);

afterAll(() => fixture.auth.stop());

async function signWithPublicKey(): Promise<string> {
  const publicKey = (await importJWK(fixture.keys.own.jwk as never, 'ES256')) as CryptoKey;
  const pem = await exportSPKI(publicKey);
  return signText({ alg: 'HS256', kid: 'key-1' }, JSON.stringify(fixture.claims()), (input) =>
    createHmac('sha256', pem).update(input).digest(),
  );
}

async function signWithShortKey(): Promise<[object: string, id: string]> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 });
  const id = await fixture.client([keyMethod({ ...publicKey.export({ format: 'jwk' }), kid: 'short' })]);
  const make = (input: string) => sign('sha256', Buffer.from(input), privateKey);
  return [signText({ alg: 'RS256', kid: 'short' }, JSON.stringify(fixture.claims({}, id)), make), id];
}

describe('rejected request objects', () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const nested = () => fixture.sign({}, { cty: 'JWT' });

  it.each<[string, RegExp, () => Promise<string> | string]>([
    ['is unsigned', /^the algorithm of the request object must be one of ES256, /, () => new UnsecuredJWT(fixture.claims()).encode()],
    ['is signed with the public key as a secret', /^the algorithm of the request object must be one of ES256, /, signWithPublicKey],
    ['is no JWT', /must be a signed JWT in compact serialization$/, () => 'garbage'],
    ['is encrypted', /must be a signed JWT in compact serialization$/, () => 'a.b.c.d.e'],
    [
      'has the key of another client',
      /^no PrivateKeyJwt key of client .* verifies the signature/,
      () => fixture.keys.ofAnother.sign(fixture.claims()),
    ],
    [
      'has the key of a workload',
      /^no PrivateKeyJwt key of client .* verifies the signature/,
      () => fixture.keys.workload.sign(fixture.claims()),
    ],
    ['has an unknown kid', /has no PrivateKeyJwt key with the kid and alg/, () => fixture.sign({}, { kid: 'other' })],
    ['has crit', /may have no crit$/, () => signText({ alg: 'ES256', crit: ['b64'], b64: true }, JSON.stringify(fixture.claims()))],
    ['is nested', /may not be a nested JWT$/, nested],
    ['is a JWT for another purpose', /^typ of the request object must be oauth-authz-req/, () => fixture.sign({}, { typ: 'dpop+jwt' })],
    ['is of another issuer', /^iss of the request object must be/, () => fixture.sign({ iss: 'another' })],
    ['has no issuer', /^iss of the request object must be/, () => fixture.sign({ iss: undefined })],
    ['is for another server', /^aud of the request object must be the issuer/, () => fixture.sign({ aud: 'https://other.example.com' })],
    ['has no audience', /^aud of the request object must be the issuer/, () => fixture.sign({ aud: undefined })],
    ['has expired', /has expired: see its claim exp$/, () => fixture.sign({ exp: now() - 60 })],
    ['has just expired', /has expired: see its claim exp$/, () => fixture.sign({ exp: now() - 1 })],
    ['is not valid yet', /is not valid yet/, () => fixture.sign({ nbf: now() + 60 })],
    ['has a time that is no number', /must be numbers$/, () => fixture.sign({ exp: String(now() + 60) as never })],
    ['contains another', /must not contain request or request_uri/, async () => fixture.sign({ request: await fixture.sign() })],
    [
      'contains a reference',
      /must not contain request or request_uri/,
      () => fixture.sign({ request_uri: 'https://app.example.com/request' }),
    ],
    ['is of another client', /client_id/, () => fixture.sign({ client_id: fixture.otherId })],
    ['has no client_id', /client_id/, () => fixture.sign({ client_id: undefined })],
  ])('rejects a request object that %s', async (_what, reason, make) => {
    const request = await make();
    const description = expect.stringMatching(reason);
    const before = await fixture.storedRows();

    const { status, json } = await fixture.push(request);

    expect([status, json]).toEqual(refused(description));
    expect(await fixture.refusal(request)).toEqual(refused(description));
    expect(await fixture.storedRows()).toBe(before);
  });

  it('rejects a request object signed with a 1024-bit key', async () => {
    const [request, id] = await signWithShortKey();

    expect(await fixture.refusal(request, id)).toEqual(refused(expect.stringMatching(/has no PrivateKeyJwt key with the kid and alg/)));
  });

  it('rejects a request object of a client without keys of its own', async () => {
    const plain = await fixture.auth.client(fixture.domain);
    const federated = await fixture.client([workloadMethod('b', fixture.keys.own.jwk)]);
    const app = await fixture.auth.client(fixture.domain, { client_type: 'Public' });

    for (const id of [plain, federated, app])
      expect(await fixture.refusal(await fixture.keys.own.sign(fixture.claims({}, id)), id)).toEqual(
        refused(`client ${id} has no PrivateKeyJwt keys, so it cannot sign requests`),
      );
  });

  it('redirects the error with the reason to the redirect URI in the query if that is registered', async () => {
    const refusedTo = async (redirectUri: string) =>
      (await fixture.authorize(await fixture.keys.ofAnother.sign(fixture.claims()), { redirect_uri: redirectUri, response_type: 'code' }))
        .answer;

    const { location } = (await refusedTo(REDIRECT_URI)).headers;
    expect(answerOf(new URL(location!))).toEqual({
      error: 'invalid_request_object',
      error_description: expect.stringMatching(/^no PrivateKeyJwt key of client/),
      state: 'a-state',
      iss: fixture.domain.issuer,
    });
    expect((await refusedTo('https://evil.example/')).status).toBe(400);
  });

  it('rejects a request object beside a request_uri, and a request_uri that was not pushed', async () => {
    const { location } = await fixture.authorize(await fixture.sign(), {
      request_uri: 'urn:ietf:params:oauth:request_uri:x',
      redirect_uri: REDIRECT_URI,
    });
    const pushed = await fixture.push(await fixture.sign(), { request_uri: 'https://app.example.com/request' });

    expect(answerOf(location)).toMatchObject({ error: 'invalid_request' });
    expect(pushed.json).toMatchObject({ error: 'request_uri_not_supported' });
  });
});

describe('limits of request objects', () => {
  it.each([
    ['state', 2_048],
    ['nonce', 2_048],
    ['claims', 8_192],
  ])('limits %s in a request object to %i bytes', async (name, bytes) => {
    const request = await fixture.sign({ [name]: 'x'.repeat(bytes + 1) });
    const before = await fixture.storedRows();

    const expected = refused(`'${name}' parameter may have at most ${bytes} bytes`, 'invalid_request');
    const { status, json } = await fixture.push(request);
    expect([status, json]).toEqual(expected);
    expect(await fixture.refusal(request)).toEqual(expected);
    expect(await fixture.storedRows()).toBe(before);
  });

  it('counts numbers with the length of their text, and all parameters together', async () => {
    const many = Array.from({ length: 1_500 }, () => 1e20);
    const text = JSON.stringify(fixture.claims({ claims: 0 })).replace('"claims":0', `"claims":{"a":[${many.map(() => '1e20').join()}]}`);

    expect(await fixture.refusal(signText({ alg: 'ES256' }, text))).toEqual(
      refused("'claims' parameter may have at most 8192 bytes", 'invalid_request'),
    );
    const { status, json } = await fixture.push(await fixture.sign({ login_hint: 'x'.repeat(12_500) }));
    expect([status, json]).toEqual(refused('the parameters may have at most 16384 bytes together', 'invalid_request'));
  });

  it('rejects an object of 100 KB before parsing it', async () => {
    const request = await fixture.sign({ login_hint: 'x'.repeat(76_800) });

    const { status, json } = await fixture.push(request);

    expect([status, json]).toEqual(refused('the form may have at most 32768 bytes', 'invalid_request'));
  });
});
