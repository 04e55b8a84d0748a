import { randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader, importJWK } from 'jose';
import type { TransferKey, TransferPublicJwk } from './transfer-key.js';

const KEY_BYTES = 32;
const [KEY_ALGORITHM, CONTENT_ALGORITHM] = ['ECDH-ES+A256KW', 'A256GCM'] as const;
/** The place of the key of a file, of which each file has one. */
const KEY_PLACE = 'key';

/**
 * Encrypts the secrets of an exported domain for its receiver. A random key of the file is encrypted once for the receiver's public key, and
 * each secret with that key: JWE in compact serialization (RFC 7516). The protected header names the place of each, so that none can be
 * moved to another place or file.
 */
export class TransferCipher {
  private constructor(private readonly key: Uint8Array) {}

  /**
   * Begins a file. @returns also its key, encrypted for the receiver
   *
   * @throws Error if the public key is not a point of its curve
   */
  static async create(receiver: TransferPublicJwk): Promise<{ cipher: TransferCipher; encryptedKey: string }> {
    const key = randomBytes(KEY_BYTES);
    const publicKey = await importJWK({ ...receiver }, KEY_ALGORITHM);
    const encryptedKey = await new CompactEncrypt(key)
      .setProtectedHeader({ alg: KEY_ALGORITHM, enc: CONTENT_ALGORITHM, kid: receiver.kid, place: KEY_PLACE })
      .encrypt(publicKey);
    return { cipher: new TransferCipher(key), encryptedKey };
  }

  /** Opens a file with its encrypted key. @returns null if it was encrypted for none of the keys, or altered */
  static async open(encryptedKey: string, keys: readonly TransferKey[]): Promise<TransferCipher | null> {
    try {
      const { kid } = decodeProtectedHeader(encryptedKey);
      const own = keys.find(({ publicJwk }) => publicJwk.kid === kid);
      if (!own) return null;
      const privateKey = await importJWK({ ...own.publicJwk, d: own.d }, KEY_ALGORITHM);
      const options = { keyManagementAlgorithms: [KEY_ALGORITHM], contentEncryptionAlgorithms: [CONTENT_ALGORITHM] };
      const { plaintext, protectedHeader } = await compactDecrypt(encryptedKey, privateKey, options);
      return protectedHeader['place'] === KEY_PLACE && plaintext.length === KEY_BYTES ? new TransferCipher(plaintext) : null;
    } catch {
      return null;
    }
  }

  /** @param place that the secret belongs to */
  encrypt(plain: Buffer, place: string): Promise<string> {
    return new CompactEncrypt(plain).setProtectedHeader({ alg: 'dir', enc: CONTENT_ALGORITHM, place }).encrypt(this.key);
  }

  /** @returns null if it was altered, or is not the secret of this place */
  async decrypt(encrypted: string, place: string): Promise<Buffer | null> {
    try {
      const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [CONTENT_ALGORITHM] };
      const { plaintext, protectedHeader } = await compactDecrypt(encrypted, this.key, options);
      // control: a secret of an exported domain is of no use in another place
      return protectedHeader['place'] === place ? Buffer.from(plaintext) : null;
    } catch {
      return null;
    }
  }
}
