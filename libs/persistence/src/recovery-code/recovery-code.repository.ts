import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../database.js';
import { RecoveryCode } from './recovery-code.entity.js';

export type RecoveryCodeOwner = Pick<RecoveryCode, 'domainId' | 'sub'>;

@Injectable()
export class RecoveryCodeRepository {
  constructor(private readonly database: Database) {}

  /** Puts new codes in the place of all that the user has. @returns false if there is no such active user */
  replace({ domainId, sub }: RecoveryCodeOwner, hashes: readonly Buffer[]): Promise<boolean> {
    return this.database.transaction(async () => {
      // One after the other: of two at once, each would leave the codes of the other.
      const owner: unknown[] = await this.database.manager.query(
        'SELECT 1 FROM end_user WHERE domain_id = $1 AND sub = $2 AND active FOR NO KEY UPDATE',
        [domainId, sub],
      );
      if (owner.length === 0) return false;
      await this.rows.delete({ domainId, sub });
      await this.rows.insert(hashes.map((hash) => ({ domainId, sub, hash })));
      return true;
    });
  }

  /** Uses a code up: of any number at once, one has it. @returns false if there is no such code, or it was used */
  async consume({ domainId, sub }: RecoveryCodeOwner, hash: Buffer): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      'UPDATE recovery_code SET used_at = now() WHERE domain_id = $1 AND sub = $2 AND hash = $3 AND used_at IS NULL',
      [domainId, sub, hash],
    );
    return count === 1;
  }

  /** How many codes are left. */
  count({ domainId, sub }: RecoveryCodeOwner): Promise<number> {
    return this.rows.countBy({ domainId, sub, usedAt: IsNull() });
  }

  private get rows() {
    return this.database.manager.getRepository(RecoveryCode);
  }
}
