import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { createSigningKeyStore, createStoredKey } from './served-domain.fixture.js';
import type { DomainKey } from './signing-key.store.js';

/** Two ES256 keys take more. */
const BYTES_OF_ONE_KEY = 5_000;
/** Once the store is full, it keeps one in so many new keys. */
const ADMITTED_OF = 32;

function isSignedBy({ publicJwk }: DomainKey, signature: string): boolean {
  const key = createPublicKey({ key: publicJwk, format: 'jwk' });
  return verify('sha256', Buffer.from('input'), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

describe('SigningKeyStore.open', () => {
  it('returns a key that can sign', async () => {
    const stored = await createStoredKey('acme', 'ES256', 1_234);

    const key = createSigningKeyStore().open('acme', stored);

    expect(isSignedBy(key, key.signer.sign('input'))).toBe(true);
    expect(key).toMatchObject({ kid: stored.kid, algorithm: 'ES256', publicJwk: stored.publicJwk, signsFrom: 1_234 });
  });

  it('returns no usable key for another domain', async () => {
    const key = createSigningKeyStore().open('acme', await createStoredKey('other', 'ES256'));

    expect(() => key.signer.sign('input')).toThrow('unable to authenticate');
  });

  it('decrypts a key when it first signs, once for all revisions of its domain', async () => {
    const [store, stored] = [createSigningKeyStore(), await createStoredKey('acme', 'ES256')];
    const first = store.open('acme', stored);
    expect([...store.keys()]).toEqual([]);
    const { privateKey } = first.signer;

    expect(store.open('acme', { ...stored }).signer.privateKey).toBe(privateKey);
    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['acme']);
  });

  it('returns another key once a new one is stored under its `kid`', async () => {
    const [store, stored] = [createSigningKeyStore(), await createStoredKey('acme', 'ES256')];
    const { privateKey } = store.open('acme', stored).signer;
    const { privateKey: replaced } = await createStoredKey('acme', 'ES256');

    const other = store.open('acme', { ...stored, privateKey: replaced });

    expect(() => other.signer.sign('input')).toThrow('unable to authenticate');
    expect(store.open('acme', stored).signer.privateKey).toBe(privateKey);
  });
});

describe('SigningKeyStore memory', () => {
  it('keeps keys up to a number of bytes; others sign without being kept', async () => {
    const store = createSigningKeyStore(BYTES_OF_ONE_KEY);
    const [one, other] = [await createStoredKey('one', 'ES256'), await createStoredKey('other', 'ES256')];
    const [kept, beyond] = [store.open('one', one), store.open('other', other)];
    const { privateKey } = kept.signer;

    expect(isSignedBy(beyond, beyond.signer.sign('input'))).toBe(true);
    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['one']);
    expect(kept.signer.privateKey).toBe(privateKey);
  });

  it('follows the requested domains: some keys evict the oldest, which still sign', async () => {
    const store = createSigningKeyStore(BYTES_OF_ONE_KEY);
    const [one, other] = [await createStoredKey('one', 'ES256'), await createStoredKey('other', 'ES256')];
    const [displaced, busy] = [store.open('one', one), store.open('other', other)];
    displaced.signer.sign('input');

    for (let n = 0; n < ADMITTED_OF; n += 1) busy.signer.sign('input');

    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['other']);
    expect(isSignedBy(displaced, displaced.signer.sign('input'))).toBe(true);
  });

  it('decrypts keys again after they were deleted', async () => {
    const store = createSigningKeyStore();
    const { signer } = store.open('acme', await createStoredKey('acme', 'ES256'));
    const { privateKey } = signer;

    for (const key of store.keys()) store.delete(key);

    expect([...store.keys()]).toEqual([]);
    expect(signer.privateKey).not.toBe(privateKey);
  });
});
