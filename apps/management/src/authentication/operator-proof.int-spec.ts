import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import { Configuration, customFetch, fetchProtectedResource, getDPoPHandle, randomDPoPKeyPair } from 'openid-client';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { MANAGEMENT_URL, OperatorTokenFixture } from './operator-token.fixture.js';

const URL_OF_LIST = `${MANAGEMENT_URL}/v1/domain`;

let fixture: OperatorTokenFixture;
let subject: string;
let keys: { privateKey: CryptoKey; jwk: JWK };
/** Bound to the keys. */
let token: string;

beforeAll(async () => {
  fixture = await OperatorTokenFixture.start();
  subject = await fixture.createOperator(await fixture.subscribe());
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys = { privateKey, jwk: await exportJWK(publicKey) };
  token = await fixture.sign({ sub: subject, cnf: { jkt: await calculateJwkThumbprint(keys.jwk) } });
});

afterAll(() => fixture.stop());

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

function prove(changes: JWTPayload = {}, { privateKey, jwk } = keys): Promise<string> {
  const claims = { htm: 'GET', htu: URL_OF_LIST, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), ath: hash(token), ...changes };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(privateKey);
}

function ask(proof: string, { path = '/v1/domain', scheme = 'DPoP', replica = 0 as 0 | 1 } = {}): Promise<Answer> {
  return fixture.send(token, path, { replica, headers: { authorization: `${scheme} ${token}`, dpop: proof } });
}

describe('a bound token of an operator', () => {
  it('is accepted with a proof, whose htu has no query, and with its scheme in any case', async () => {
    expect((await ask(await prove())).status).toBe(200);
    expect((await ask(await prove(), { path: '/v1/domain?limit=1', scheme: 'dpop' })).status).toBe(200);
  });

  it.each<[string, JWTPayload, RegExp]>([
    ['for another method', { htm: 'POST' }, /htm/],
    ['for another path', { htu: `${MANAGEMENT_URL}/v1/operator` }, /htu/],
    ['for another host', { htu: 'https://other.example.com/v1/domain' }, /htu/],
    ['of an hour ago', { iat: Math.floor(Date.now() / 1_000) - 3_600 }, /its iat must be recent/],
    ['of the future', { iat: Math.floor(Date.now() / 1_000) + 3_600 }, /issued in the future/],
    ['without the hash of the token', { ath: undefined }, /ath/],
    ['with the hash of another token', { ath: hash('another') }, /ath/],
    ['without jti', { jti: undefined }, /jti/],
  ])('is refused with a proof %s', async (_which, claims, description) => {
    const { status, json, headers } = await ask(await prove(claims));

    expect([status, json]).toEqual([401, expect.objectContaining({ detail: expect.stringMatching(description) })]);
    expect(headers['www-authenticate']).toMatch(/DPoP realm="management", error="invalid_dpop_proof", .*algs="ES256 /);
  });

  it('is refused with a proof of another key, without one, and as a bearer token', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const foreign = await prove({}, { privateKey, jwk: await exportJWK(publicKey) });
    const disguised = await prove({}, { privateKey, jwk: keys.jwk });

    const answers = [await ask(foreign), await ask(disguised), await ask('none'), await ask(await prove(), { scheme: 'Bearer' })];

    expect(answers.map(kindOf)).toEqual(answers.map(() => '401 /problems/unauthenticated'));
  });

  it('is refused with a proof that another replica has seen; of 20 concurrent requests with one proof, one passes', async () => {
    const [first, raced] = [await prove(), await prove()];
    expect((await ask(first)).status).toBe(200);
    expect((await ask(first, { replica: 1 })).json).toMatchObject({ detail: expect.stringContaining('was used before') });

    const answers = await Promise.all(Array.from({ length: 20 }, (_none, n) => ask(raced, { replica: n % 2 === 0 ? 0 : 1 })));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  });

  it('is refused if it is not bound, but has the scheme DPoP', async () => {
    const plain = await fixture.sign({ sub: subject });
    const headers = { authorization: `DPoP ${plain}`, dpop: await prove({ ath: hash(plain) }) };

    expect((await fixture.send(plain, '/v1/domain', { headers })).json).toMatchObject({
      detail: expect.stringContaining('its scheme must be Bearer'),
    });
  });
});

it('takes the proofs of openid-client', async () => {
  const configuration = new Configuration({ issuer: fixture.issuers[0].url }, 'console');
  const handle = getDPoPHandle(configuration, await randomDPoPKeyPair('ES256'));
  // The replica is behind a proxy, which has the public address.
  configuration[customFetch] = (url, { body: _none, ...request }) =>
    fetch(url.replace(MANAGEMENT_URL, fixture.replicas[0].url), { method: request.method, headers: request.headers });
  const bound = await fixture.sign({ sub: subject, cnf: { jkt: await handle.calculateThumbprint() } });

  const answers = [];
  for (const path of ['/v1/domain', '/v1/operator']) {
    answers.push(
      await fetchProtectedResource(configuration, bound, new URL(`${MANAGEMENT_URL}${path}`), 'GET', null, new Headers(), { DPoP: handle }),
    );
  }

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
