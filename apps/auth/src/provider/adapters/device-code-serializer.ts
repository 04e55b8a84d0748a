import { hmacSha256, type Encryptor } from '@latchkey/crypto';
import type { StoredPayload } from '@latchkey/persistence';
import type { AdapterPayload } from 'oidc-provider';

/**
 * Removes the secrets of a device code (RFC 8628) from its record. The user code is short, so its hash is an HMAC with a key that the
 * database does not have. The device code is encrypted, because oidc-provider needs it when a user enters the user code.
 */
export class DeviceCodeSerializer {
  private readonly userCodeKey: Buffer;

  constructor(
    private readonly encryptor: Encryptor,
    private readonly domainId: string,
  ) {
    this.userCodeKey = encryptor.derive(`user code:${domainId}`)[0]!;
  }

  hashUserCode(userCode: string): string {
    // control: user codes are stored as keyed hashes
    return hmacSha256(this.userCodeKey, userCode).toString('base64url');
  }

  /** A new record. @param id the device code */
  toStored(id: string, { jti: _id, userCode, ...payload }: AdapterPayload): StoredPayload {
    const hash = this.hashUserCode(userCode!);
    const encryptedId = this.encryptor.encrypt(Buffer.from(id), this.context(hash)).toString('base64');
    return { ...payload, userCode: hash, encryptedId } as StoredPayload;
  }

  /** The record that an entered user code belongs to, with its device code. */
  fromStored(userCode: string, { encryptedId, ...payload }: StoredPayload): AdapterPayload {
    const context = this.context(this.hashUserCode(userCode));
    return { ...payload, userCode, jti: this.encryptor.decrypt(Buffer.from(String(encryptedId), 'base64'), context).toString() };
  }

  /** What a user's decision adds to the record. */
  toDecision({ jti: _id, userCode: _code, ...payload }: AdapterPayload): StoredPayload {
    return payload as StoredPayload;
  }

  private context(userCodeHash: string): string {
    return `device-code:${this.domainId}:${userCodeHash}`;
  }
}
