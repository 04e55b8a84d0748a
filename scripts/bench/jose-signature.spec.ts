import { describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { derSignature, joseSignature } from './jose-signature.mjs';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

describe('the form of an ES256 signature', () => {
  it('is converted from DER to that of JOSE and back, also where an integer is short', () => {
    // One integer in 256 has a leading zero byte.
    for (let n = 0; n < 2_000; n += 1) {
      const data = Buffer.from(String(n));
      const der = sign('sha256', data, privateKey);
      const jose = joseSignature(der);

      expect(derSignature(jose)).toEqual(der);
      if (n < 10) expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(jose, 'base64url'))).toBe(true);
    }
  });

  it('is empty for a signature of another length, which no key verifies', () => {
    expect(derSignature(Buffer.alloc(63, 1).toString('base64url'))).toEqual(Buffer.alloc(0));
    expect(verify('sha256', Buffer.from('a'), publicKey, Buffer.alloc(0))).toBe(false);
  });
});
