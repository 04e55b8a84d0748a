import { describe, expect, it } from '@jest/globals';
import { calculateJwkThumbprint } from 'jose';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { CLIENT_KEY_ALGORITHMS, generateClientKey } from './client-key.js';
import { findPublicJwkViolations } from './public-jwk.js';

describe('generateClientKey', () => {
  it.each(CLIENT_KEY_ALGORITHMS)('creates a key for %s that clients may register, named by its thumbprint', async (algorithm) => {
    const { publicJwk, privateKey } = await generateClientKey(algorithm);

    expect(findPublicJwkViolations(publicJwk, 'signature')).toEqual([]);
    expect(publicJwk).toMatchObject({ alg: algorithm, use: 'sig', kid: await calculateJwkThumbprint(publicJwk as never) });
    expect(createPublicKey(createPrivateKey(privateKey)).equals(createPublicKey({ key: publicJwk, format: 'jwk' }))).toBe(true);
  });
});
