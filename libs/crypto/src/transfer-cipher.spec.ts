import { describe, expect, it } from '@jest/globals';
import { compactDecrypt, importJWK } from 'jose';
import { Encryptor } from './encryption.js';
import { TransferCipher } from './transfer-cipher.js';
import { deriveTransferKeys } from './transfer-key.js';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const SECRET = Buffer.from('a secret');

const keysOf = (...masterKeys: [Buffer, ...Buffer[]]) => deriveTransferKeys(new Encryptor(masterKeys));

describe('the key of an installation for exported domains', () => {
  it('depends on the master key alone', () => {
    expect(keysOf(OLD)).toEqual(keysOf(OLD));
    expect(keysOf(NEW)[0].publicJwk.kid).not.toBe(keysOf(OLD)[0].publicJwk.kid);
  });

  it('opens what was encrypted before a rotation, while the old master key is there', async () => {
    const { encryptedKey } = await TransferCipher.create(keysOf(OLD)[0].publicJwk);

    expect(await TransferCipher.open(encryptedKey, keysOf(NEW, OLD))).toBeInstanceOf(TransferCipher);
    expect(await TransferCipher.open(encryptedKey, keysOf(NEW))).toBeNull();
  });
});

describe('an encrypted secret of an exported domain', () => {
  it('opens in its own place only', async () => {
    const keys = keysOf(OLD);
    const { cipher, encryptedKey } = await TransferCipher.create(keys[0].publicJwk);
    const encrypted = await cipher.encrypt(SECRET, 'here');
    const receiver = (await TransferCipher.open(encryptedKey, keys))!;

    expect(await receiver.decrypt(encrypted, 'here')).toEqual(SECRET);
    expect(await receiver.decrypt(encrypted, 'there')).toBeNull();
  });

  it.each([
    ['is that of another file', async (cipher: TransferCipher) => cipher.encrypt(SECRET, 'here')],
    ['is in clear', () => 'a secret'],
    ['is empty', () => ''],
  ])('does not open if it %s', async (_fault, encrypt) => {
    const { cipher } = await TransferCipher.create(keysOf(OLD)[0].publicJwk);
    const other = await TransferCipher.create(keysOf(OLD)[0].publicJwk);

    expect(await cipher.decrypt(await encrypt(other.cipher), 'here')).toBeNull();
  });

  it('is a JWE, whose key is a JWE for the receiver', async () => {
    const [{ publicJwk, d }] = keysOf(OLD);
    const { cipher, encryptedKey } = await TransferCipher.create(publicJwk);

    const file = await compactDecrypt(encryptedKey, await importJWK({ ...publicJwk, d }));
    const secret = await compactDecrypt(await cipher.encrypt(SECRET, 'here'), file.plaintext);

    expect(file.protectedHeader).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: publicJwk.kid, place: 'key' });
    expect(secret.protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', place: 'here' });
    expect(Buffer.from(secret.plaintext)).toEqual(SECRET);
  });
});
