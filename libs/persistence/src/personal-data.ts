/** The provider of the encryption of personal data: see DatabaseModule. */
export const PERSONAL_DATA = Symbol('personal data');

interface Subject {
  domainId: string;
  sub: string;
}

/** Encrypts personal data in log entries with a key for each user: PersonalDataCipher of libs/crypto. */
export interface PersonalDataEncryption {
  /** Creates an encrypted key for a user. */
  createKey(subject: Subject): Buffer;
  /** Adds a salt to the data; returns them as JSON, with the commitment to them. */
  commit(data: Readonly<Record<string, unknown>>): { text: string; erased: string };
  /** @param key as stored */
  encrypt(data: { text: string; erased: string }, key: Buffer, subject: Subject): Buffer;
  /** @param key as stored */
  decrypt(data: { erased: string; encrypted: Buffer }, key: Buffer, subject: Subject): Readonly<Record<string, unknown>>;
}
