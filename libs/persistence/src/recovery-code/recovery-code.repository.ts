import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import { RecoveryCode } from './recovery-code.entity.js';
import { userIdOf, withUserId } from '../user-id.js';

export type RecoveryCodeOwner = Pick<RecoveryCode, 'domainId' | 'sub'>;
/** A code as it is stored until it was shown. */
export interface DisplayedRecoveryCode {
  hash: Buffer;
  encrypted: Buffer;
}
/** Where new codes may be shown, and for how many seconds. */
export interface RecoveryCodeDisplay {
  place: string;
  seconds: number;
}

const INSERT = `
  INSERT INTO recovery_code (domain_id, sub, hash, encrypted, shown_in, shown_until)
  SELECT $1, $2, hash, encrypted, $5, now() + make_interval(secs => $6) FROM unnest($3::bytea[], $4::bytea[]) AS code (hash, encrypted)`;
const CLEAR_DISPLAYED = 'UPDATE recovery_code SET encrypted = NULL, shown_in = NULL, shown_until = NULL';

@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly database: Database) {}

  /** Replaces all codes of the user. @returns false if there is no such active user */
  replace(owner: RecoveryCodeOwner, codes: readonly DisplayedRecoveryCode[], { place, seconds }: RecoveryCodeDisplay): Promise<boolean> {
    const { domainId, sub } = withUserId(owner);
    return this.database.transaction(async () => {
      // Serializes the calls. Two concurrent ones would each keep the other's codes.
      // control: recovery codes are replaced by one call at a time
      const holder: unknown[] = await this.database.manager.query(
        'SELECT 1 FROM end_user WHERE domain_id = $1 AND sub = $2 AND active FOR NO KEY UPDATE',
        [domainId, sub],
      );
      if (holder.length === 0) return false;
      await this.rows.delete({ domainId, sub });
      const [hashes, encrypted] = [codes.map((code) => code.hash), codes.map((code) => code.encrypted)];
      await this.database.manager.query(INSERT, [domainId, sub, hashes, encrypted, place, seconds]);
      return true;
    });
  }

  /** The codes that may still be shown in this scope, in a stable order. */
  async findDisplayed({ domainId, sub }: RecoveryCodeOwner, place: string): Promise<DisplayedRecoveryCode[]> {
    return this.database.manager.query(
      `SELECT hash, encrypted FROM recovery_code
       WHERE domain_id = $1 AND sub = $2 AND shown_in = $3 AND shown_until > now() AND used_at IS NULL ORDER BY hash`,
      [domainId, userIdOf(domainId, sub), place],
    );
  }

  /** Stops showing the codes, because the user has confirmed them. */
  async clearDisplayed({ domainId, sub }: RecoveryCodeOwner): Promise<void> {
    await this.database.manager.query(`${CLEAR_DISPLAYED} WHERE domain_id = $1 AND sub = $2 AND shown_until IS NOT NULL`, [
      domainId,
      userIdOf(domainId, sub),
    ]);
  }

  /** Deletes the plain text of a batch of codes that were not confirmed in time. @returns their number */
  clearExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'recovery_code', where: 'shown_until < now()', change: CLEAR_DISPLAYED }, limit);
  }

  /** Consumes a code; only one of concurrent callers succeeds. @returns false if there is no such code, or it was used */
  async consume({ domainId, sub }: RecoveryCodeOwner, hash: Buffer): Promise<boolean> {
    // control: a recovery code works once
    const [, count]: [unknown, number] = await this.database.manager.query(
      'UPDATE recovery_code SET used_at = now() WHERE domain_id = $1 AND sub = $2 AND hash = $3 AND used_at IS NULL',
      [domainId, userIdOf(domainId, sub), hash],
    );
    return count === 1;
  }

  /** Removes all codes of the user, used ones too. @returns false if there are none */
  async deleteAll({ domainId, sub }: RecoveryCodeOwner): Promise<boolean> {
    const { affected } = await this.rows.delete(withUserId({ domainId, sub }));
    return (affected ?? 0) > 0;
  }

  /** The number of unused codes. */
  count({ domainId, sub }: RecoveryCodeOwner): Promise<number> {
    return this.rows.countBy({ ...withUserId({ domainId, sub }), usedAt: IsNull() });
  }

  private get rows() {
    return this.database.manager.getRepository(RecoveryCode);
  }
}
