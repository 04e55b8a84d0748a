import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { UnknownMasterKeyError } from './unknown-master-key.error.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;

/**
 * Encrypts values that must not be readable in the database: AES-256-GCM. The place of the value (`context`) is its associated data, so a
 * value that was moved to another row or domain cannot be decrypted.
 *
 * An encrypted value consists of the id of the master key (4 bytes), the nonce (12), the authentication tag (16) and the ciphertext.
 */
export class Encryptor {
  /** Stored as KeyObjects, because Node.js would create one from a Buffer at each use, which takes longer than the decryption. */
  private readonly keys: ReadonlyMap<string, KeyObject>;
  private readonly current: { id: Buffer; key: KeyObject };

  /** @param masterKeys 32 bytes each; the first encrypts, all decrypt */
  constructor(masterKeys: readonly [Buffer, ...Buffer[]]) {
    this.keys = new Map(masterKeys.map((key) => [idOf(key).toString('hex'), createSecretKey(key)]));
    this.current = { id: idOf(masterKeys[0]), key: createSecretKey(masterKeys[0]) };
  }

  encrypt(plain: Buffer, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, nonce).setAAD(Buffer.from(context, 'utf8'));
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([this.current.id, nonce, cipher.getAuthTag(), encrypted]);
  }

  /** @throws UnknownMasterKeyError; Error if the value was altered or belongs to another context */
  decrypt(encrypted: Buffer, context: string): Buffer {
    const key = this.keys.get(encrypted.subarray(0, KEY_ID_BYTES).toString('hex'));
    if (!key) throw new UnknownMasterKeyError(context);
    const nonce = encrypted.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
    const tag = encrypted.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context, 'utf8'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(encrypted.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  }

  /** Derives 32 bytes from each master key and the context, irreversibly: HKDF (RFC 5869) with SHA-256. */
  derive(context: string): Buffer[] {
    // control: derived keys depend on their context
    return Array.from(this.keys.values(), (key) => Buffer.from(hkdfSync('sha256', key, '', context, 32)));
  }

  /** Whether the value was encrypted by one of the master keys. */
  isKeyKnown(encrypted: Buffer): boolean {
    return this.keys.has(encrypted.subarray(0, KEY_ID_BYTES).toString('hex'));
  }

  /** Whether the value was encrypted by the first master key, so that a rotation can skip it. */
  isKeyCurrent(encrypted: Buffer): boolean {
    return this.current.id.equals(encrypted.subarray(0, KEY_ID_BYTES));
  }
}

function idOf(masterKey: Buffer): Buffer {
  return createHash('sha256').update('latchkey master key id').update(masterKey).digest().subarray(0, KEY_ID_BYTES);
}
