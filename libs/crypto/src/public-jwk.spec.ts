import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { findPublicJwkViolations, pickPublicMembers, type KeyPurpose } from './public-jwk.js';

const pairs = {
  P256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  P384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  P521: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  Ed25519: generateKeyPairSync('ed25519'),
  X25519: generateKeyPairSync('x25519'),
  RSA: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  RSA1024: generateKeyPairSync('rsa', { modulusLength: 1_024 }),
  RSA2047: generateKeyPairSync('rsa', { modulusLength: 2_047 }),
} as const;
type Name = keyof typeof pairs;

const publicOf = (name: Name, more: object = {}): JsonWebKey => ({ ...pairs[name].publicKey.export({ format: 'jwk' }), ...more });
const pointersOf = (jwk: unknown, purpose: KeyPurpose = 'signature') => findPublicJwkViolations(jwk, purpose).map(({ pointer }) => pointer);

/** A P-256 certificate made with OpenSSL, valid until 2054. */
const CERTIFIED = {
  kty: 'EC',
  crv: 'P-256',
  x: '5XqZJOXllROzZXyQw-cg8AtDP4KaTQl8smy8DpaRjrM',
  y: '-daKpa1h7alkeZl4y0BPdXgjsOFRqNueUMEy-XU6k28',
  x5c: [
    'MIIBeTCCAR+gAwIBAgIUHpeunZ1rOOiCYuBD/+aBlELDpkgwCgYIKoZIzj0EAwIwETEPMA0GA1UEAwwGb3JkZXJzMCAXDTI2MTEyNDA4NTU0OVoYDzIwNTQwNDExMDg1NTQ5WjARMQ8wDQYDVQQDDAZvcmRlcnMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATlepkk5eWVE7NlfJDD5yDwC0M/gppNCXyybLwOlpGOs/nWiqWtYe2pZHmZeMtAT3V4I7DhUajbnlDBMvl1OpNvo1MwUTAdBgNVHQ4EFgQUN7pIe2nTnohQ1fgUZMshO+hU080wHwYDVR0jBBgwFoAUN7pIe2nTnohQ1fgUZMshO+hU080wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA/4B2GXHaEscGxAT/ItkKnxbDy+MiFi+1dikAMGsmWzQCIEtF0k57V9XR2jnTiUV+391uMTd3uXUkhbO6xQNsxZbP',
  ],
};

describe('findPublicJwkViolations', () => {
  it.each<[Name, object]>([
    ['P256', {}],
    ['P256', { kid: 'k'.repeat(256), alg: 'ES256', use: 'sig', key_ops: ['verify'] }],
    ['Ed25519', { alg: 'EdDSA' }],
    ['Ed25519', { alg: 'Ed25519' }],
    ['RSA', { alg: 'PS256', unknown: ['member'] }],
    ['RSA', { alg: 'RS256' }],
  ])('accepts %s with %j for any purpose', (name, more) => {
    expect([pointersOf(publicOf(name, more)), pointersOf(publicOf(name, more), 'certificate')]).toEqual([[], []]);
  });

  it.each<[Name, KeyPurpose, string[]]>([
    ['P384', 'signature', ['/crv']],
    ['P521', 'signature', ['/crv']],
    ['P384', 'certificate', []],
    ['P521', 'certificate', []],
    ['secp256k1', 'certificate', ['/crv']],
    ['X25519', 'signature', ['/crv']],
    ['RSA1024', 'signature', ['/n']],
    ['RSA2047', 'certificate', ['/n']],
  ])('reports the violations of %s for a %s: %j', (name, purpose, pointers) => {
    expect(pointersOf(publicOf(name), purpose)).toEqual(pointers);
  });

  it.each([
    [null, ['']],
    ['key', ['']],
    [[], ['']],
    [{}, ['/kty']],
    [{ kty: 'oct' }, ['/kty']],
    [{ kty: 'EC', crv: 'P-256' }, ['/x', '/y']],
    [publicOf('P256', { x: 7, y: '+/==' }), ['/x', '/y']],
    [publicOf('P256', { x: 'AQAB' }), ['/x']],
    [publicOf('P256', { x: publicOf('P256').y }), ['']],
    [publicOf('RSA', { e: 'AQ' }), ['/e']],
    [publicOf('RSA', { e: 'BA' }), ['/e']],
    [publicOf('RSA', { n: 'A'.repeat(1_400) }), expect.arrayContaining([expect.any(String)])],
    [publicOf('P256', { use: 'enc', key_ops: ['sign'], kid: '', alg: 'HS256' }), ['/use', '/key_ops', '/kid', '/alg']],
    [publicOf('P256', { key_ops: 'verify', kid: 'k'.repeat(257), alg: 'none' }), ['/key_ops', '/kid', '/alg']],
    [publicOf('P256', { key_ops: [], kid: 'a\nb', alg: 'RS256' }), ['/key_ops', '/kid', '/alg']],
    [publicOf('RSA', { alg: 'ES256', use: null }), ['/use', '/alg']],
    [publicOf('P256', { x5c: [] }), ['/x5c']],
    [publicOf('P256', { x5c: ['AAAA'] }), ['/x5c']],
    [publicOf('P256', { x5c: CERTIFIED.x5c }), ['/x5c/0']],
    [CERTIFIED, []],
  ])('reports the violations of %j: %j', (jwk, pointers) => {
    expect(pointersOf(jwk)).toEqual(pointers);
  });

  it.each<Name>(['P256', 'Ed25519', 'RSA'])('rejects the private key of %s without repeating any of it', (name) => {
    const jwk = pairs[name].privateKey.export({ format: 'jwk' });
    const [violation, ...others] = findPublicJwkViolations(jwk, 'signature');

    expect(violation).toEqual({ pointer: '/d', detail: expect.stringMatching(/private key.*replace this key pair/) });
    expect(others).toEqual([]);
    for (const value of Object.values(jwk).map(String)) if (value.length > 10) expect(JSON.stringify(violation)).not.toContain(value);
  });

  it.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])('rejects the member %s, whatever its value', (member) => {
    expect(pointersOf(publicOf('RSA', { [member]: null }))).toEqual([`/${member}`]);
  });

  it('keeps the descriptive members of a key', () => {
    const jwk = publicOf('P256', { alg: 'ES256', kid: 'one' });

    expect(pickPublicMembers({ ...jwk, x5u: 'https://a.example', more: 1 })).toEqual(jwk);
  });
});
