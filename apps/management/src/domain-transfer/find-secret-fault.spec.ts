import { describe, expect, it } from '@jest/globals';
import { generateSigningKey } from '@latchkey/crypto';
import { TRANSFER_TABLES } from '@latchkey/persistence';
import { findSecretFault } from './find-secret-fault.js';

const SIGNING_KEYS = TRANSFER_TABLES.find(({ name }) => name === 'signing_key')!;

describe('an imported private key', () => {
  it('must be that of the public key beside it', async () => {
    const [own, other] = [await generateSigningKey('ES256'), await generateSigningKey('ES256')];
    const row = { kid: own.kid, algorithm: 'ES256', public_jwk: own.publicJwk };

    expect(findSecretFault(SIGNING_KEYS, row, own.privateKey)).toBeNull();
    expect(findSecretFault(SIGNING_KEYS, row, other.privateKey)).toBe('private_key is not that of public_jwk');
    expect(findSecretFault(SIGNING_KEYS, row, Buffer.from('no key'))).toBe('private_key is no private key');
  });
});
