import { describe, expect, it } from '@jest/globals';
import { Encryptor, PersonalDataCipher, UnknownMasterKeyError, logKeyContext, toCommitment } from './index.js';

const MASTER_KEY = Buffer.alloc(32, 1);
const SUBJECT = { domainId: 'a-domain', sub: 'a-user' };
const DATA = { methods: ['passkey'], identityProvider: null };

const cipher = new PersonalDataCipher([MASTER_KEY]);

function encrypt(key: Buffer, data = DATA) {
  const committed = cipher.commit(data);
  return { erased: committed.erased, encrypted: cipher.encrypt(committed, key, SUBJECT) };
}

describe('personal data of log entries', () => {
  it("are decrypted with the user's key, and match the commitment", () => {
    const key = cipher.createKey(SUBJECT);
    const stored = encrypt(key);

    const data = cipher.decrypt(stored, key, SUBJECT);

    expect(data).toEqual({ ...DATA, salt: expect.stringMatching(/^[\w-]{22}$/) });
    expect(toCommitment(data)).toEqual({ erased: stored.erased });
    expect(toCommitment({ ...data, methods: ['totp'] })).not.toEqual({ erased: stored.erased });
  });

  it('cannot be guessed from their commitment, which differs each time for the same data', () => {
    expect(cipher.commit(DATA).erased).not.toBe(cipher.commit(DATA).erased);
    expect(toCommitment(DATA)).toBe(DATA);
  });

  it('are erased with the key: a later key of the same user does not decrypt them', () => {
    const stored = encrypt(cipher.createKey(SUBJECT));

    expect(cipher.decrypt(stored, cipher.createKey(SUBJECT), SUBJECT)).toEqual({ erased: stored.erased });
  });

  it('are unreadable, and do not verify, if they or their key were altered or moved', () => {
    const key = cipher.createKey(SUBJECT);
    const [stored, other] = [encrypt(key), encrypt(key)];
    const altered = Buffer.from(stored.encrypted);
    altered[altered.length - 1]! ^= 1;

    const read = [
      cipher.decrypt({ ...stored, encrypted: altered }, key, SUBJECT),
      cipher.decrypt({ ...stored, encrypted: other.encrypted }, key, SUBJECT),
      cipher.decrypt(stored, key, { ...SUBJECT, sub: 'another-user' }),
      cipher.decrypt(stored, key, { ...SUBJECT, domainId: 'another-domain' }),
      cipher.decrypt({ ...stored, encrypted: Buffer.alloc(3) }, Buffer.concat([key, Buffer.alloc(1)]), SUBJECT),
    ];

    expect(read).toEqual(read.map(() => ({ unreadable: true })));
    expect(toCommitment(read[0]!)).not.toEqual({ erased: stored.erased });
  });

  it("stay readable when the master key is rotated, because only the user's key is encrypted with it", () => {
    const key = cipher.createKey(SUBJECT);
    const stored = encrypt(key);
    const [newer, context] = [Buffer.alloc(32, 2), logKeyContext(SUBJECT.domainId, SUBJECT.sub)];
    const rotated = new Encryptor([newer, MASTER_KEY]).encrypt(new Encryptor([MASTER_KEY]).decrypt(key, context), context);

    expect(new PersonalDataCipher([newer]).decrypt(stored, rotated, SUBJECT)).toMatchObject(DATA);
    expect(() => new PersonalDataCipher([newer]).decrypt(stored, key, SUBJECT)).toThrow(UnknownMasterKeyError);
  });
});
