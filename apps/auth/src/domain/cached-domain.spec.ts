import { describe, expect, it } from '@jest/globals';
import { generateSigningKey, Encryptor, signingKeyContext, signJws } from '@latchkey/crypto';
import { createPublicKey, verify } from 'node:crypto';
import { CachedDomain, decryptSigningKey, type DomainKey } from './cached-domain.js';

const DOMAIN = { id: 'domain', name: 'acme.example.com', revision: '1', branding: { name: null, logoUrl: null, accentColor: null } };

function domainWith(...signsFrom: number[]): CachedDomain {
  const keys = signsFrom.map((time) => ({ kid: `from ${time}`, signsFrom: time }) as DomainKey);
  return new CachedDomain(DOMAIN, 'https://acme.example.com', keys);
}

describe('the key that signs', () => {
  it.each([
    ['the only one', { keys: [0], now: 100, signs: 0 }],
    ['the newest whose time has come', { keys: [200, 100, 0], now: 150, signs: 100 }],
    ['a key from the very millisecond on', { keys: [200, 100, 0], now: 200, signs: 200 }],
    ['not one that is published ahead', { keys: [200, 100], now: 199, signs: 100 }],
    ['the oldest, if a clock that is behind finds that none may', { keys: [200, 100], now: 50, signs: 100 }],
  ])('is %s', (_which, { keys, now, signs }) => {
    expect(domainWith(...keys).signingKey(now).kid).toBe(`from ${signs}`);
  });
});

describe('the time from which the next key signs', () => {
  it.each([
    ['none, where there is one key', { keys: [0], now: 100, next: null }],
    ['none, where the newest signs', { keys: [200, 100, 0], now: 200, next: null }],
    ['that of the next key, not of the one after it', { keys: [300, 200, 100], now: 150, next: 200 }],
    ['that of the next key, for a clock that is behind all of them', { keys: [300, 200, 100], now: 50, next: 200 }],
  ])('is %s', (_which, { keys, now, next }) => {
    expect(domainWith(...keys).nextSigningKeyAt(now)).toBe(next);
  });
});

describe('a stored key', () => {
  const masterKey = Buffer.alloc(32, 1);
  const encryptor = new Encryptor([masterKey]);

  async function storedKey(encryptFor: string) {
    const { kid, publicJwk, privateKey } = await generateSigningKey('ES256');
    const encrypted = encryptor.encrypt(privateKey, signingKeyContext(encryptFor, kid));
    return { kid, publicJwk, privateKey: encrypted, algorithm: 'ES256' as const, signsFrom: new Date(1_234) };
  }

  it('is opened ready to sign', async () => {
    const stored = await storedKey(DOMAIN.id);

    const key = decryptSigningKey(DOMAIN.id, stored, encryptor);

    const signature = Buffer.from(signJws('input', key.privateKey, key.algorithm), 'base64url');
    const publicKey = createPublicKey({ key: stored.publicJwk, format: 'jwk' });
    expect(verify('sha256', Buffer.from('input'), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    expect(key).toMatchObject({ kid: stored.kid, algorithm: 'ES256', publicJwk: stored.publicJwk, signsFrom: 1_234 });
  });

  it('of another domain cannot be decrypted', async () => {
    const stored = await storedKey('other');

    expect(() => decryptSigningKey(DOMAIN.id, stored, encryptor)).toThrow('unable to authenticate');
  });
});
