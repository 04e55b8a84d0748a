import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { DEFAULT_AUDIT_LOG_RETENTION, TODAY } from '../audit-log-retention.js';

/** The first day of the month of a time. @param time an expression */
export const buildKeyMonth = (time: string): string => `date_trunc('month', ${time} AT TIME ZONE 'UTC')::date`;

/**
 * The lock on the user waits for a running deletion and then finds no user, so no key is created for a deleted user. An existing key is
 * read without a lock. The entry gets the time for which its key was chosen.
 */
// control: personal data of entries are erased once their month ended long enough ago
// control: no entry creates a key for a user who is being deleted
const FIND_OR_CREATE = `
  WITH clock AS MATERIALIZED (
    SELECT clock_timestamp() AS at
  ), present AS (
    SELECT encrypted FROM log_key WHERE domain_id = $1::uuid AND sub = $2::uuid AND month = (SELECT ${buildKeyMonth('at')} FROM clock)
  ), holder AS (
    SELECT domain_id, sub FROM end_user WHERE domain_id = $1::uuid AND sub = $2::uuid AND NOT EXISTS (SELECT FROM present) FOR KEY SHARE
  ), created AS (
    INSERT INTO log_key (domain_id, sub, month, encrypted) SELECT domain_id, sub, (SELECT ${buildKeyMonth('at')} FROM clock), $3 FROM holder
    ON CONFLICT DO NOTHING RETURNING encrypted
  )
  SELECT encrypted, (SELECT at::text FROM clock) AS at FROM (SELECT encrypted FROM present UNION ALL SELECT encrypted FROM created) AS found`;

/** The users were created in the same transaction, so no key exists and none of them can be deleted. All keys are for the same time. */
const CREATE_ALL = `
  WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS at), created AS (
    INSERT INTO log_key (domain_id, sub, month, encrypted)
    SELECT $1, sub, ${buildKeyMonth('at')}, encrypted FROM clock CROSS JOIN unnest($2::uuid[], $3::bytea[]) AS new (sub, encrypted)
  ) SELECT at::text FROM clock`;

/** Another transaction may create the key at the same time; the second attempt then finds it. */
const MAX_LOOKS = 2;

/** Whether a month ended so long ago that its personal data must be erased. */
const IS_EXPIRED = `log_key.month < date_trunc('month', ${TODAY} - coalesce(personal_days, ${DEFAULT_AUDIT_LOG_RETENTION.personalDays}))`;

const LIST_EXPIRED = `
  SELECT id, EXISTS (SELECT FROM log_key WHERE log_key.domain_id = page.id AND ${IS_EXPIRED}) AS expired
  FROM (SELECT id FROM domain WHERE id > $1 AND status <> 'deleting' ORDER BY id LIMIT $2) AS page LEFT JOIN log_retention ON log_retention.domain_id = page.id
  ORDER BY id`;

const DELETE_EXPIRED = `
  DELETE FROM log_key WHERE domain_id = $1 AND (sub, month) IN (
    SELECT sub, month FROM log_key LEFT JOIN log_retention USING (domain_id) WHERE domain_id = $1 AND ${IS_EXPIRED} LIMIT $2
  )`;

/** A key and the required time of its entry. */
export interface DatedAuditLogKey {
  encrypted: Buffer;
  /** Accurate to the microsecond. */
  at: string;
}

/** A user's key for the entries of a month. */
export interface MonthlyAuditLogKey {
  encrypted: Buffer;
  /** The first day of the month: `2026-11-01`. */
  month: string;
}

/** The users' keys for the personal data in their log entries. */
@Injectable()
export class AuditLogKeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * The key of a user for an entry at this moment, in one statement.
   *
   * @param candidate becomes the key if there is none
   *
   * @returns null if there is no such user
   */
  async findOrCreate(domainId: string, sub: string, candidate: Buffer): Promise<DatedAuditLogKey | null> {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const [key]: DatedAuditLogKey[] = await this.database.manager.query(FIND_OR_CREATE, [domainId, sub, candidate]);
      if (key) return key;
    }
    return null;
  }

  /** Stores the first keys of new users in the transaction that creates them. @returns the time of their entries, to the microsecond */
  async createAll(domainId: string, keys: ReadonlyMap<string, Buffer>): Promise<string> {
    const [row]: [{ at: string }] = await this.database.manager.query(CREATE_ALL, [domainId, [...keys.keys()], [...keys.values()]]);
    return row.at;
  }

  /** Domains sorted by id, and whether they have keys whose data must be erased. @param after the last one of the previous page */
  listDomains(after: string, limit: number): Promise<{ id: string; expired: boolean }[]> {
    return this.database.manager.query(LIST_EXPIRED, [after, limit]);
  }

  /** Deletes keys whose data must be erased. @returns their number, up to the limit */
  async deleteExpired(domainId: string, limit: number): Promise<number> {
    const [, deleted]: [unknown[], number] = await this.database.manager.query(DELETE_EXPIRED, [domainId, limit]);
    return deleted;
  }
}
