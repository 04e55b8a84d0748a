import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MasterKeyProof, type MasterKeyProofStore } from './master-key-proof.js';
import { Encryptor } from './encryption.js';
import { WrongMasterKeyError } from './wrong-master-key.error.js';

class FakeStore implements MasterKeyProofStore {
  stored: Buffer | null = null;

  constructor(private readonly signingKeys: Buffer[] = []) {}

  async find(): Promise<Buffer | null> {
    return this.stored;
  }

  async create(encrypted: Buffer): Promise<void> {
    this.stored ??= encrypted;
  }

  async listOneSigningKeyPerMasterKey(): Promise<Buffer[]> {
    return this.signingKeys;
  }
}

const [KEY, OTHER] = [randomBytes(32), randomBytes(32)];

describe('MasterKeyProof', () => {
  it('is stored once, and accepts each list with its key', async () => {
    const store = new FakeStore();
    await new MasterKeyProof(store, [KEY]).verify();
    const { stored } = store;

    await new MasterKeyProof(store, [OTHER, KEY]).verify();

    expect(store.stored).toBe(stored);
  });

  it('rejects a key that did not encrypt it', async () => {
    const store = new FakeStore();
    await new MasterKeyProof(store, [KEY]).verify();

    await expect(new MasterKeyProof(store, [OTHER]).verify()).rejects.toThrow(WrongMasterKeyError);
    expect(await new MasterKeyProof(store, [OTHER]).isValid()).toBe(false);
  });

  it('is not stored if the key decrypts none of the signing keys', async () => {
    const signingKeys = [new Encryptor([KEY]).encrypt(Buffer.from('a signing key'), 'context')];
    const store = new FakeStore(signingKeys);

    await expect(new MasterKeyProof(store, [OTHER]).verify()).rejects.toThrow(WrongMasterKeyError);
    expect(store.stored).toBeNull();
    await new MasterKeyProof(store, [KEY]).verify();
  });

  it('is encrypted with the key of the signing keys, not with a new first key', async () => {
    const store = new FakeStore([new Encryptor([KEY]).encrypt(Buffer.from('a signing key'), 'context')]);

    await new MasterKeyProof(store, [OTHER, KEY]).verify();

    expect(await new MasterKeyProof(store, [KEY]).isValid()).toBe(true);
    expect(await new MasterKeyProof(store, [OTHER]).isValid()).toBe(false);
  });
});
