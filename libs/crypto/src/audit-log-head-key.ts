import { randomBytes } from 'node:crypto';
import type { Encryptor } from './encryption.js';

const KEY_BYTES = 32;
const CONTEXT = 'log-head-key';

/** The key that authenticates the heads of logs. */
export interface AuditLogHeadKey {
  key: Buffer;
  createdAt: Date;
  /** The time from which a head without a MAC is invalid. Until then, releases without MACs may still write one. */
  requiredFrom: Date;
}

/** The associated data of the encrypted key: see Encryptor. */
export function auditLogHeadKeyContext(): string {
  return CONTEXT;
}

/** A new random key, encrypted. */
export function createAuditLogHeadKey(encryptor: Encryptor, times: Pick<AuditLogHeadKey, 'createdAt' | 'requiredFrom'>): Buffer {
  const payload = { key: randomBytes(KEY_BYTES).toString('base64'), ...times };
  return encryptor.encrypt(Buffer.from(JSON.stringify(payload), 'utf8'), CONTEXT);
}

/** @throws UnknownMasterKeyError; Error if the value was altered */
export function decryptAuditLogHeadKey(encryptor: Encryptor, encrypted: Buffer): AuditLogHeadKey {
  const payload = JSON.parse(encryptor.decrypt(encrypted, CONTEXT).toString('utf8')) as Record<keyof AuditLogHeadKey, string>;
  return { key: Buffer.from(payload.key, 'base64'), createdAt: new Date(payload.createdAt), requiredFrom: new Date(payload.requiredFrom) };
}
