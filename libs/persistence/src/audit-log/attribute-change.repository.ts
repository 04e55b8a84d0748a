import { Inject, Injectable } from '@nestjs/common';
import { VALUE_SIGNAL_TYPES, type AttributeChanges } from '@latchkey/events';
import { Database } from '../connection/database.js';
import { PERSONAL_DATA, type PersonalDataEncryption } from '../personal-data.js';
import { buildKeyMonth, AuditLogKeyRepository, type MonthlyAuditLogKey } from './audit-log-key.repository.js';
import { userIdOf, withUserId } from '../user-id.js';

/** A log entry about a user. */
export interface UserEntryKey {
  domainId: string;
  id: string;
  user: string;
}

/** Changes, with their user's key as it is stored. */
export interface StoredChanges {
  changes: AttributeChanges;
  key: MonthlyAuditLogKey;
}

const IS_WANTED = `
  SELECT EXISTS (
    SELECT FROM ssf_stream WHERE domain_id = $1 AND status <> 'disabled' AND events_requested && $2::text[]) AS "isWanted"`;

const LIST = `
  SELECT outbox.domain_id AS "domainId", outbox.entry_id AS id, outbox.changes_commitment AS erased, outbox.encrypted_changes AS encrypted,
    log_key.encrypted AS key, log_key.month::text AS month
  FROM unnest($1::uuid[], $2::bigint[], $3::uuid[]) AS entry (domain_id, id, sub)
  JOIN webhook_outbox AS outbox ON outbox.domain_id = entry.domain_id AND outbox.entry_id = entry.id
  JOIN log_key ON log_key.domain_id = entry.domain_id AND log_key.sub = entry.sub AND log_key.month = outbox.key_month
  WHERE outbox.encrypted_changes IS NOT NULL`;

/** Changed attribute values, stored between a log entry, which only contains their names, and the streams of security events. */
@Injectable()
export class AttributeChangeRepository {
  constructor(
    private readonly database: Database,
    private readonly keys: AuditLogKeyRepository,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalDataEncryption,
  ) {}

  /** Stores changes with their entry in the outbox, within its transaction, if a stream of the domain requests values. */
  async store({ domainId, id, user: sub }: UserEntryKey, changes: AttributeChanges): Promise<void> {
    const [row]: { isWanted: boolean }[] = await this.database.manager.query(IS_WANTED, [domainId, VALUE_SIGNAL_TYPES]);
    if (!row!.isWanted) return;
    const subject = withUserId({ domainId, sub });
    const key = await this.keys.findOrCreate(domainId, subject.sub, this.personalData.createKey(subject));
    if (!key) return;
    const committed = this.personalData.commit({ changes });
    await this.database.manager.query(
      `UPDATE webhook_outbox SET changes_commitment = $3, encrypted_changes = $4, key_month = ${buildKeyMonth('$5::timestamptz')}
       WHERE domain_id = $1 AND entry_id = $2`,
      [domainId, id, committed.erased, this.personalData.encrypt(committed, key.encrypted, subject), key.at],
    );
  }

  /** The changes of entries by entry id, without those of deleted users. */
  async list(entries: readonly UserEntryKey[]): Promise<Map<string, StoredChanges>> {
    const rows: { domainId: string; id: string; erased: string; encrypted: Buffer; key: Buffer; month: string }[] =
      await this.database.manager.query(LIST, [
        entries.map(({ domainId }) => domainId),
        entries.map(({ id }) => id),
        entries.map(({ domainId, user }) => userIdOf(domainId, user)),
      ]);
    const users = new Map(entries.map(({ domainId, id, user }) => [id, userIdOf(domainId, user)]));
    const decrypted = rows.map(({ domainId, id, key, month, ...stored }) => {
      const { changes = {} } = this.personalData.decrypt(stored, key, { domainId, sub: users.get(id)! }) as { changes?: AttributeChanges };
      return [id, { changes, key: { encrypted: key, month } }] as const;
    });
    return new Map(decrypted);
  }
}
