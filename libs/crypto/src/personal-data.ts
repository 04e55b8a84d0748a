import { randomBytes } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { sha256 } from './secret.js';
import { Encryptor } from './encryption.js';
import { UnknownMasterKeyError } from './unknown-master-key.error.js';

const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Shown instead of data that were altered in the database. No hash of an entry covers it. */
const UNREADABLE = { unreadable: true } as const;

/** The user whom the data concern. */
export interface DataSubject {
  domainId: string;
  sub: string;
}

/** The commitment to personal data. The hash of a log entry covers it, and only it remains after the data are erased. */
export type ErasedData = Readonly<{ erased: string }>;

/** Personal data with their salt as JSON, and the commitment to them. */
export interface CommittedData {
  text: string;
  erased: string;
}

type Data = Readonly<Record<string, unknown>>;

/** The associated data of the encrypted key of a user's log entries: see Encryptor. */
export function logKeyContext(domainId: string, sub: string): string {
  return `log-key:${domainId}:${sub}`;
}

/** Replaces data with a salt by their commitment, which the hash of an entry covers. */
export function toCommitment(data: Data): Data {
  return typeof data['salt'] === 'string' ? { erased: sha256(canonicalJson(data)) } : data;
}

/**
 * Encrypts the personal data of log entries with a key per user, which the master key encrypts. Once the key of a user is deleted, the data
 * cannot be read, and the commitment reveals nothing, because the salt is encrypted with the data.
 */
export class PersonalDataCipher {
  private readonly encryptor: Encryptor;

  constructor(masterKeys: readonly [Buffer, ...Buffer[]]) {
    this.encryptor = new Encryptor(masterKeys);
  }

  /** A new key for a user, encrypted. */
  createKey({ domainId, sub }: DataSubject): Buffer {
    return this.encryptor.encrypt(randomBytes(KEY_BYTES), logKeyContext(domainId, sub));
  }

  /** Adds a salt of 128 random bits, and commits to the whole: SHA-256 of its canonical JSON. */
  commit(data: Data): CommittedData {
    // control: the hash that stays of erased data is no means to guess them
    const text = JSON.stringify({ ...data, salt: randomBytes(SALT_BYTES).toString('base64url') });
    return { text, erased: sha256(canonicalJson(JSON.parse(text))) };
  }

  /** @param key as stored @throws UnknownMasterKeyError */
  encrypt({ text, erased }: CommittedData, key: Buffer, subject: DataSubject): Buffer {
    return new Encryptor([this.openKey(key, subject)]).encrypt(Buffer.from(text, 'utf8'), contextOf(subject, erased));
  }

  /**
   * Decrypts the data of an entry. Data encrypted with an earlier key of the same `sub` are erased.
   *
   * @param key as stored
   *
   * @throws UnknownMasterKeyError
   */
  decrypt({ erased, encrypted }: ErasedData & { encrypted: Buffer }, key: Buffer, subject: DataSubject): Data {
    try {
      const encryptor = new Encryptor([this.openKey(key, subject)]);
      if (!encryptor.isKeyKnown(encrypted)) return { erased };
      return JSON.parse(encryptor.decrypt(encrypted, contextOf(subject, erased)).toString('utf8')) as Data;
    } catch (error) {
      if (error instanceof UnknownMasterKeyError) throw error;
      return UNREADABLE;
    }
  }

  private openKey(key: Buffer, { domainId, sub }: DataSubject): Buffer {
    return this.encryptor.decrypt(key, logKeyContext(domainId, sub));
  }
}

/** Binds data to their user and their entry, so that they cannot be moved. */
function contextOf({ domainId, sub }: DataSubject, erased: string): string {
  // control: personal data cannot be moved to another entry of the log
  return `log-data:${domainId}:${sub}:${erased}`;
}
