import { describe, expect, it } from '@jest/globals';
import { constants, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { decodeJws, isSignedBy } from './decoded-jws.js';
import { encodeJwsPart } from './signing-key.js';
import { importVerificationKey, VERIFIED_ALGORITHMS, type VerifiedAlgorithm } from './verification-key.js';

const CLAIMS = { iss: 'orders', sub: 'orders' };
const PAIRS = {
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ed25519: generateKeyPairSync('ed25519'),
};
const PAIR_BY_ALGORITHM = { ES256: PAIRS.ec, RS256: PAIRS.rsa, PS256: PAIRS.rsa, EdDSA: PAIRS.ed25519, Ed25519: PAIRS.ed25519 };
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };

function signAs(algorithm: VerifiedAlgorithm, key: KeyObject, header: object = { alg: algorithm }): string {
  const input = `${encodeJwsPart(header)}.${encodeJwsPart(CLAIMS)}`;
  const options = { ES256: { dsaEncoding: 'ieee-p1363' as const }, RS256: {}, PS256: PSS, EdDSA: {}, Ed25519: {} }[algorithm];
  const digest = algorithm.startsWith('Ed') ? null : 'sha256';
  return `${input}.${sign(digest, Buffer.from(input), { key, ...options }).toString('base64url')}`;
}

function publicJwk(algorithm: VerifiedAlgorithm): object {
  return PAIR_BY_ALGORITHM[algorithm].publicKey.export({ format: 'jwk' });
}

function verifies(jwt: string, jwk: object): boolean {
  return isSignedBy(decodeJws(jwt)!, importVerificationKey(jwk)!);
}

describe('isSignedBy', () => {
  it.each(VERIFIED_ALGORITHMS)('accepts a signature of %s only with the key that made it', (algorithm) => {
    const jwt = signAs(algorithm, PAIR_BY_ALGORITHM[algorithm].privateKey);

    expect(verifies(jwt, publicJwk(algorithm))).toBe(true);
    expect(verifies(jwt, generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' }))).toBe(false);
  });

  it.each(['none', 'HS256', 'ES384', 'constructor', undefined])('rejects a signature if the header says %s', (alg) => {
    const jwt = signAs('RS256', PAIRS.rsa.privateKey, { alg });

    expect(verifies(jwt, publicJwk('RS256'))).toBe(false);
  });

  it('rejects an HMAC with the public key as secret', () => {
    const input = `${encodeJwsPart({ alg: 'HS256' })}.${encodeJwsPart(CLAIMS)}`;
    const pem = PAIRS.rsa.publicKey.export({ format: 'pem', type: 'spki' });

    expect(verifies(`${input}.${createHmac('sha256', pem).update(input).digest('base64url')}`, publicJwk('RS256'))).toBe(false);
  });

  it('rejects a signature if the claims were changed', () => {
    const [head, , signature] = signAs('ES256', PAIRS.ec.privateKey).split('.');

    expect(verifies(`${head}.${encodeJwsPart({ iss: 'payments' })}.${signature}`, publicJwk('ES256'))).toBe(false);
  });

  it('rejects a signature for another algorithm: PS256 does not verify as RS256', () => {
    const jwt = signAs('PS256', PAIRS.rsa.privateKey, { alg: 'RS256' });

    expect(verifies(jwt, publicJwk('RS256'))).toBe(false);
  });
});

describe('decodeJws', () => {
  it('returns header and claims without verification', () => {
    const header = { alg: 'ES256', kid: '1' };

    expect(decodeJws(signAs('ES256', PAIRS.ec.privateKey, header))).toMatchObject({ header, claims: CLAIMS });
  });

  it.each([
    ['unsigned', `${encodeJwsPart({ alg: 'none' })}.${encodeJwsPart(CLAIMS)}.`],
    ['encrypted', 'a.b.c.d.e'],
    ['not JSON', `${encodeJwsPart({})}.x.y`],
    ['a list', `${encodeJwsPart({})}.${encodeJwsPart([])}.y`],
    ['a header of null', `${Buffer.from('null').toString('base64url')}.${encodeJwsPart(CLAIMS)}.y`],
    ['empty', ''],
  ])('returns null for a text that is %s', (_what, text) => {
    expect(decodeJws(text)).toBeNull();
  });
});

describe('importVerificationKey', () => {
  const [ec, rsa, ed] = [publicJwk('ES256'), publicJwk('RS256'), publicJwk('EdDSA')];

  it.each<[string, object, string[]]>([
    ['P-256', ec, ['ES256']],
    ['RSA', rsa, ['RS256', 'PS256']],
    ['Ed25519', ed, ['EdDSA', 'Ed25519']],
    ['RSA for PS256', { ...rsa, alg: 'PS256' }, ['PS256']],
    ['Ed25519 by its older name', { ...ed, alg: 'EdDSA' }, ['EdDSA', 'Ed25519']],
    ['P-256 with certificates, which are ignored', { ...ec, x5c: ['no certificate'], use: 'sig', key_ops: ['verify'] }, ['ES256']],
  ])('accepts %s', (_what, jwk, algorithms) => {
    expect(importVerificationKey({ ...jwk, kid: '1' })).toMatchObject({ kid: '1', algorithms });
  });

  it.each<[string, unknown]>([
    ['a private key', PAIRS.ec.privateKey.export({ format: 'jwk' })],
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0' }],
    ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })],
    ['another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })],
    ['a point that is not on the curve', { ...ec, x: (ec as { y: string }).y }],
    ['a key for encryption', { ...rsa, use: 'enc' }],
    ['a key that may only sign', { ...rsa, key_ops: ['sign'] }],
    ['a key of another algorithm', { ...rsa, alg: 'RS512' }],
    ['a text', 'key'],
    ['null', null],
  ])('rejects %s', (_what, jwk) => {
    expect(importVerificationKey(jwk)).toBeNull();
  });
});
