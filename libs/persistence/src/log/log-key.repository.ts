import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';

/**
 * The lock on the user waits for a deletion that is under way, and then finds no user: no key is created for a deleted user. A key that exists
 * is read without a lock.
 */
const FIND_OR_CREATE = `
  WITH present AS (
    SELECT encrypted FROM log_key WHERE domain_id = $1::uuid AND sub = $2::uuid
  ), holder AS (
    SELECT domain_id, sub FROM end_user WHERE domain_id = $1::uuid AND sub = $2::uuid AND NOT EXISTS (SELECT FROM present) FOR KEY SHARE
  ), created AS (
    INSERT INTO log_key (domain_id, sub, encrypted) SELECT domain_id, sub, $3 FROM holder ON CONFLICT DO NOTHING RETURNING encrypted
  )
  SELECT encrypted FROM present UNION ALL SELECT encrypted FROM created`;

/** Another transaction may create the key at the same time: then the second look finds it. */
const MAX_LOOKS = 2;

/** The keys of users for the personal data in their log entries. */
@Injectable()
export class LogKeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * The key of a user, in one statement.
   *
   * @param candidate becomes the key if there is none
   * @returns null if there is no such user
   */
  async findOrCreate(domainId: string, sub: string, candidate: Buffer): Promise<Buffer | null> {
    for (let look = 0; look < MAX_LOOKS; look += 1) {
      const [row]: { encrypted: Buffer }[] = await this.database.manager.query(FIND_OR_CREATE, [domainId, sub, candidate]);
      if (row) return row.encrypted;
    }
    return null;
  }
}
