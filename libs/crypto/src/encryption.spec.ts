import { describe, expect, it } from '@jest/globals';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { Encryptor } from './encryption.js';

const CONTEXT = 'signing_key acme kid-1';
const masterKey = Buffer.from('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex');
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)] as const;
const encryptor = new Encryptor([masterKey]);
const secret = Buffer.from('a signing key');

function changed(encrypted: Buffer, position: number, bit: number): Buffer {
  const copy = Buffer.from(encrypted);
  copy[position]! ^= 1 << bit;
  return copy;
}

function opens(encrypted: Buffer): boolean {
  try {
    encryptor.decrypt(encrypted, CONTEXT);
    return true;
  } catch {
    return false;
  }
}

describe('Encryptor', () => {
  it.each([0, 1, 15, 16, 17, 1_218, 65_536])('decrypts a value of %i bytes to the original', (length) => {
    const plain = randomBytes(length);

    const opened = encryptor.decrypt(encryptor.encrypt(plain, CONTEXT), CONTEXT);

    expect(opened.equals(plain)).toBe(true);
  });

  it('decrypts a value that the first release encrypted', () => {
    const encrypted = Buffer.from('5296a758122c0248f5bed472181b6e7b702bbbceddaa413b6241d4194075e3a93264289437bf870742e9b54766', 'hex');

    expect(encryptor.decrypt(encrypted, 'signing_key domain kid').toString()).toBe('a signing key');
  });

  it('uses AES-256-GCM: id of the master key, nonce of 96 bits, tag of 128 bits, ciphertext, with the context authenticated', () => {
    const encrypted = encryptor.encrypt(secret, CONTEXT);

    const decipher = createDecipheriv('aes-256-gcm', masterKey, encrypted.subarray(4, 16), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(CONTEXT)).setAuthTag(encrypted.subarray(16, 32));
    expect(Buffer.concat([decipher.update(encrypted.subarray(32)), decipher.final()])).toEqual(secret);
    expect(encrypted.subarray(0, 4).toString('hex')).toBe('5296a758');
  });

  it('never repeats a nonce, so that equal secrets do not look equal', () => {
    const nonces = Array.from({ length: 1_000 }, () => encryptor.encrypt(secret, CONTEXT).toString('hex', 4, 16));

    expect(new Set(nonces).size).toBe(1_000);
  });

  it.each(['', 'signing_key acme kid-2', 'signing_key other kid-1', `${CONTEXT} `, 'SIGNING_KEY ACME KID-1'])(
    'does not decrypt in the place of another secret: "%s"',
    (context) => {
      const encrypted = encryptor.encrypt(secret, CONTEXT);

      expect(() => encryptor.decrypt(encrypted, context)).toThrow('unable to authenticate');
    },
  );

  it('does not decrypt with a changed bit anywhere: key id, nonce, tag or ciphertext', () => {
    const encrypted = encryptor.encrypt(secret, CONTEXT);
    const positions = Array.from({ length: encrypted.length * 8 }, (_, n) => [n >> 3, n & 7] as const);

    const forged = positions.filter(([position, bit]) => opens(changed(encrypted, position, bit)));

    expect(encrypted).toHaveLength(4 + 12 + 16 + secret.length);
    expect(forged).toEqual([]);
  });

  it('does not decrypt a shortened or extended value', () => {
    const encrypted = encryptor.encrypt(secret, CONTEXT);
    const lengths = Array.from({ length: encrypted.length }, (_, length) => length);

    expect(lengths.filter((length) => opens(encrypted.subarray(0, length)))).toEqual([]);
    expect(opens(Buffer.concat([encrypted, Buffer.alloc(1)]))).toBe(false);
  });
});

describe('master key rotation', () => {
  const before = new Encryptor([oldKey]);
  const during = new Encryptor([newKey, oldKey]);
  const after = new Encryptor([newKey]);

  it('still decrypts values of the old key', () => {
    expect(during.decrypt(before.encrypt(secret, CONTEXT), CONTEXT)).toEqual(secret);
  });

  it('encrypts with the new key', () => {
    expect(after.decrypt(during.encrypt(secret, CONTEXT), CONTEXT)).toEqual(secret);
  });

  it('reports which values need re-encryption', () => {
    const encrypted = { before: before.encrypt(secret, CONTEXT), during: during.encrypt(secret, CONTEXT) };

    expect({ before: during.isKeyCurrent(encrypted.before), during: during.isKeyCurrent(encrypted.during) }).toEqual({
      before: false,
      during: true,
    });
  });

  it('fails for an unknown old key with an error that names the column, not the secret', () => {
    const encrypted = before.encrypt(secret, CONTEXT);

    expect(() => after.decrypt(encrypted, CONTEXT)).toThrow(new Error(`no key of MASTER_KEY opens ${CONTEXT}`));
  });

  it('decrypts with any key of a long list', () => {
    const keys = Array.from({ length: 10 }, () => randomBytes(32));
    const all = new Encryptor(keys as [Buffer, ...Buffer[]]);

    const opened = keys.map((key) => all.decrypt(new Encryptor([key]).encrypt(secret, CONTEXT), CONTEXT));

    expect(opened).toEqual(keys.map(() => secret));
  });
});
