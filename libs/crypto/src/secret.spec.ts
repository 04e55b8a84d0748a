import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findSecret, fingerprint, fingerprintText, hashSecret, hashText, isSameSecret, randomSecret, newApiKey } from './secret.js';

describe('randomSecret', () => {
  it('returns 256 bits in base64url, never the same', () => {
    const secrets = Array.from({ length: 1_000 }, randomSecret);

    expect(new Set(secrets).size).toBe(1_000);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(secrets[0]!, 'base64url')).toHaveLength(32);
  });

  it('does not repeat the first 128 bits', () => {
    const bytes = Buffer.from(randomSecret(), 'base64url');

    expect(bytes.subarray(0, 16)).not.toEqual(bytes.subarray(16));
  });
});

describe('newApiKey', () => {
  it('returns the prefix that secret scanners look for, and 256 random bits', () => {
    const keys = Array.from({ length: 1_000 }, newApiKey);

    expect(new Set(keys).size).toBe(1_000);
    for (const key of keys) expect(key).toMatch(/^latchkey_[\w-]{43}$/);
  });
});

describe('hashSecret', () => {
  // Example values of FIPS 180-4 (NIST), and a secret that is not ASCII.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
    ['\u00e9', '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c'],
  ])('returns for "%s" its SHA-256', (secret, hash) => {
    expect(hashSecret(secret).toString('hex')).toBe(hash);
  });
});

describe('findSecret', () => {
  const secrets = ['first', 'second', 'third'];
  const hashed = secrets.map((secret) => ({ hash: hashText(hashSecret(secret)) }));

  it.each([...secrets.entries()])('finds each of several secrets: %i %s', (index, secret) => {
    expect(findSecret(secret, hashed)).toBe(hashed[index]);
  });

  it.each(['', 'First', 'first ', 'fourth', hashed[0]!.hash, hashSecret('first').toString('hex')])('does not find %j', (secret) => {
    expect(findSecret(secret, hashed)).toBeUndefined();
  });

  it('finds nothing without any secret, even after a correct one', () => {
    expect(findSecret('first', hashed)).toBe(hashed[0]);
    expect(findSecret('first', [])).toBeUndefined();
    expect(findSecret('', [])).toBeUndefined();
  });

  it('does not pad a short hash with bytes of the previous one', () => {
    const [whole] = hashed;
    const part = { hash: whole!.hash.slice(0, 20) };

    expect(findSecret('first', [part])).toBeUndefined();
    expect(findSecret('first', [whole!, part])).toBe(whole);
  });

  // A hash must not depend on whether all its octets are ASCII.
  it('distinguishes a thousand secrets', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => ({ n, hash: hashText(hashSecret(`secret ${n}`)) }));

    expect(many.map(({ n }) => findSecret(`secret ${n}`, many)?.n)).toEqual(many.map(({ n }) => n));
  });
});

describe('isSameSecret', () => {
  it.each([
    ['a secret', 'a secret', true],
    ['', '', true],
    ['a secret', 'a secret ', false],
    ['a secret', 'A secret', false],
    ['a secret', '', false],
  ])('returns for %j and %j: %s', (one, other, same) => {
    expect(isSameSecret(one, other)).toBe(same);
  });
});

describe('a comparison of secrets', () => {
  const compare = jest.spyOn(crypto, 'timingSafeEqual');

  beforeAll(() => syncBuiltinESMExports());

  beforeEach(() => {
    compare.mockClear();
  });

  afterAll(() => {
    compare.mockRestore();
    syncBuiltinESMExports();
  });

  // A measured time would depend on the machine. The test checks that Node.js's own comparison is used.
  it('takes constant time for each of several hashes, even after the right one', () => {
    const hashed = ['first', 'second', 'third'].map((secret) => ({ hash: hashText(hashSecret(secret)) }));

    findSecret('first', hashed);

    expect(compare).toHaveBeenCalledTimes(hashed.length);
  });

  it('takes constant time for two secrets', () => {
    isSameSecret('one', 'other');

    expect(compare).toHaveBeenCalledTimes(1);
  });
});

describe('fingerprint', () => {
  it('is equal only for the same texts, however they are divided', () => {
    expect(fingerprint('a', 'b')).toEqual(fingerprint('a', 'b'));
    expect(fingerprint('a', 'b')).not.toEqual(fingerprint('ab'));
    expect(fingerprint('a', 'b')).not.toEqual(fingerprint('a,b', ''));
  });

  it('returns the same value as text', () => {
    expect(Buffer.from(fingerprintText('a', 'é'), 'latin1')).toEqual(fingerprint('a', 'é'));
  });
});
