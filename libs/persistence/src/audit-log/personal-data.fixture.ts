import type { Database } from '../connection/database.js';
import { AttributeChangeRepository } from './attribute-change.repository.js';
import { AuditLogKeyRepository } from './audit-log-key.repository.js';
import { AuditLogRepository } from './audit-log.repository.js';
import type { PersonalDataEncryption } from '../personal-data.js';

let keys = 0;

/** Encrypts nothing; the stored text begins with the key. */
export const FAKE_PERSONAL_DATA: PersonalDataEncryption = {
  createKey: () => Buffer.from(`key-${(keys += 1)}:`),
  commit: (data) => ({ text: JSON.stringify(data), erased: 'commitment' }),
  encrypt: ({ text }, key) => Buffer.concat([key, Buffer.from(text)]),
  decrypt: ({ erased, encrypted }, key) => {
    const [text, prefix] = [encrypted.toString(), key.toString()];
    return text.startsWith(prefix) ? (JSON.parse(text.slice(prefix.length)) as Record<string, unknown>) : { erased };
  },
};

export function createAuditLogRepository(database: Database): AuditLogRepository {
  const logKeys = new AuditLogKeyRepository(database);
  return new AuditLogRepository(
    database,
    logKeys,
    new AttributeChangeRepository(database, logKeys, FAKE_PERSONAL_DATA),
    FAKE_PERSONAL_DATA,
  );
}
