import { randomBytes } from 'node:crypto';
import type { Encryptor } from './encryption.js';

const KEY_BYTES = 32;
const CONTEXT = 'log-head-key';

/** The key that authenticates the heads of logs. */
export interface LogHeadKey {
  key: Buffer;
  createdAt: Date;
  /** The time from which a head without a MAC is invalid. Until then, releases without MACs may still write one. */
  requiredFrom: Date;
}

/** The associated data of the encrypted key: see Encryptor. */
export function logHeadKeyContext(): string {
  return CONTEXT;
}

/** A new random key, encrypted. */
export function createLogHeadKey(encryptor: Encryptor, times: Pick<LogHeadKey, 'createdAt' | 'requiredFrom'>): Buffer {
  const payload = { key: randomBytes(KEY_BYTES).toString('base64'), ...times };
  return encryptor.encrypt(Buffer.from(JSON.stringify(payload), 'utf8'), CONTEXT);
}

/** @throws UnknownMasterKeyError; Error if the value was altered */
export function decryptLogHeadKey(encryptor: Encryptor, encrypted: Buffer): LogHeadKey {
  const payload = JSON.parse(encryptor.decrypt(encrypted, CONTEXT).toString('utf8')) as Record<keyof LogHeadKey, string>;
  return { key: Buffer.from(payload.key, 'base64'), createdAt: new Date(payload.createdAt), requiredFrom: new Date(payload.requiredFrom) };
}
