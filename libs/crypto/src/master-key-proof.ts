import { Encryptor } from './encryption.js';
import { WrongMasterKeyError } from './wrong-master-key.error.js';

const CONTEXT = 'master-key-proof';
const PLAIN = Buffer.from('latchkey');

/** The store of a database's proof. */
export interface MasterKeyProofStore {
  /** @returns null if no proof is stored yet */
  find(): Promise<Buffer | null>;
  /** Stores a proof, unless there is one. */
  create(encrypted: Buffer): Promise<void>;
  /** One private signing key for each master key that was used. */
  listOneSigningKeyPerMasterKey(): Promise<Buffer[]>;
}

/**
 * A value in the database, encrypted with the master key. A process that cannot decrypt it must neither read nor write encrypted values.
 */
export class MasterKeyProof {
  private readonly encryptor: Encryptor;

  constructor(
    private readonly store: MasterKeyProofStore,
    private readonly masterKeys: readonly [Buffer, ...Buffer[]],
  ) {
    this.encryptor = new Encryptor(masterKeys);
  }

  /**
   * Verifies the master key. A database without a proof gets one, unless its signing keys were encrypted with other master keys.
   *
   * @throws WrongMasterKeyError
   */
  async verify(): Promise<void> {
    if ((await this.store.find()) === null) await this.create();
    if (!(await this.isValid())) throw new WrongMasterKeyError();
  }

  /** Whether one of the master keys decrypts the proof. */
  async isValid(): Promise<boolean> {
    const encrypted = await this.store.find();
    return encrypted !== null && this.encryptor.isKeyKnown(encrypted) && this.encryptor.decrypt(encrypted, CONTEXT).equals(PLAIN);
  }

  private async create(): Promise<void> {
    const signingKeys = await this.store.listOneSigningKeyPerMasterKey();
    const isInUse = (key: Buffer): boolean => signingKeys.some((encrypted) => new Encryptor([key]).isKeyKnown(encrypted));
    // Not simply the first key, because other processes may not have a new one yet, and it may be a mistake.
    const masterKey = signingKeys.length === 0 ? this.masterKeys[0] : this.masterKeys.find(isInUse);
    if (!masterKey) throw new WrongMasterKeyError();
    await this.store.create(new Encryptor([masterKey]).encrypt(PLAIN, CONTEXT));
  }
}

/** The associated data of an encrypted proof: see Encryptor. */
export function masterKeyProofContext(): string {
  return CONTEXT;
}
