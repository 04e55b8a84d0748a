import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { createSigningKeyStore, createStoredKey } from './served-domain.fixture.js';
import type { DomainKey } from './signing-key.store.js';

/** Two keys of ES256 take more. */
const BYTES_OF_ONE_KEY = 5_000;
/** One key in so many displaces another. */
const ADMITTED_OF = 32;

function isSignedBy({ publicJwk }: DomainKey, signature: string): boolean {
  const key = createPublicKey({ key: publicJwk, format: 'jwk' });
  return verify('sha256', Buffer.from('input'), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}

describe('a stored key', () => {
  it('is opened ready to sign', async () => {
    const stored = await createStoredKey('acme', 'ES256', 1_234);

    const key = createSigningKeyStore().open('acme', stored);

    expect(isSignedBy(key, key.signer.sign('input'))).toBe(true);
    expect(key).toMatchObject({ kid: stored.kid, algorithm: 'ES256', publicJwk: stored.publicJwk, signsFrom: 1_234 });
  });

  it('of another domain cannot sign', async () => {
    const key = createSigningKeyStore().open('acme', await createStoredKey('other', 'ES256'));

    expect(() => key.signer.sign('input')).toThrow('unable to authenticate');
  });

  it('is decrypted when it first signs, once for all revisions of its domain', async () => {
    const [store, stored] = [createSigningKeyStore(), await createStoredKey('acme', 'ES256')];
    const first = store.open('acme', stored);
    expect([...store.keys()]).toEqual([]);
    const { privateKey } = first.signer;

    expect(store.open('acme', { ...stored }).signer.privateKey).toBe(privateKey);
    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['acme']);
  });

  it('is another one once it is stored anew under its `kid`', async () => {
    const [store, stored] = [createSigningKeyStore(), await createStoredKey('acme', 'ES256')];
    const { privateKey } = store.open('acme', stored).signer;
    const { privateKey: replaced } = await createStoredKey('acme', 'ES256');

    const other = store.open('acme', { ...stored, privateKey: replaced });

    expect(() => other.signer.sign('input')).toThrow('unable to authenticate');
    expect(store.open('acme', stored).signer.privateKey).toBe(privateKey);
  });
});

describe('the keys in memory', () => {
  it('take no more than a number of bytes: another key signs without being kept', async () => {
    const store = createSigningKeyStore(BYTES_OF_ONE_KEY);
    const [one, other] = [await createStoredKey('one', 'ES256'), await createStoredKey('other', 'ES256')];
    const [kept, beyond] = [store.open('one', one), store.open('other', other)];
    const { privateKey } = kept.signer;

    expect(isSignedBy(beyond, beyond.signer.sign('input'))).toBe(true);
    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['one']);
    expect(kept.signer.privateKey).toBe(privateKey);
  });

  it('change with the domains that are asked for: some keys displace the oldest, which still sign', async () => {
    const store = createSigningKeyStore(BYTES_OF_ONE_KEY);
    const [one, other] = [await createStoredKey('one', 'ES256'), await createStoredKey('other', 'ES256')];
    const [displaced, busy] = [store.open('one', one), store.open('other', other)];
    displaced.signer.sign('input');

    for (let n = 0; n < ADMITTED_OF; n += 1) busy.signer.sign('input');

    expect([...store.keys()].map((key) => store.domainIdOf(key))).toEqual(['other']);
    expect(isSignedBy(displaced, displaced.signer.sign('input'))).toBe(true);
  });

  it('are decrypted again after they were deleted', async () => {
    const store = createSigningKeyStore();
    const { signer } = store.open('acme', await createStoredKey('acme', 'ES256'));
    const { privateKey } = signer;

    for (const key of store.keys()) store.delete(key);

    expect([...store.keys()]).toEqual([]);
    expect(signer.privateKey).not.toBe(privateKey);
  });
});
