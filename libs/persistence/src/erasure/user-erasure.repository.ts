import { Injectable } from '@nestjs/common';
import { DEFAULT_AUDIT_LOG_RETENTION } from '../audit-log-retention.js';
import { Database } from '../connection/database.js';
import { subTextOf, userIdOf, withUserId } from '../user-id.js';
import { UserErasure } from './user-erasure.entity.js';

/** The number of expired receipts that a new one removes. */
const REMOVED_AT_ONCE = 100;
const REMOVE_EXPIRED = `
  DELETE FROM user_erasure WHERE domain_id = $1 AND id IN (
    SELECT id FROM user_erasure WHERE domain_id = $1
      AND erased_at < now() - coalesce((SELECT days FROM log_retention WHERE domain_id = $1), ${DEFAULT_AUDIT_LOG_RETENTION.days}) * interval '24 hours'
    ORDER BY erased_at LIMIT ${REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED)`;

/** A receipt to store. */
export type NewUserErasure = Pick<UserErasure, 'domainId' | 'id' | 'sub' | 'erasedAt' | 'receipt'>;

/** The receipts of erased users. */
@Injectable()
export class UserErasureRepository {
  constructor(private readonly database: Database) {}

  /** Stores a receipt, in the transaction of the erasure, and removes receipts that are older than the log. */
  async create({ domainId, sub, ...erasure }: NewUserErasure): Promise<void> {
    await this.database.manager.query(REMOVE_EXPIRED, [domainId]);
    await this.rows.insert({ ...erasure, domainId, sub: userIdOf(domainId, sub), subText: subTextOf(sub) });
  }

  /** The last erasure of a user with this `sub`. */
  async find(domainId: string, sub: string): Promise<UserErasure | null> {
    return toErasure(await this.rows.findOne({ where: withUserId({ domainId, sub }), order: { erasedAt: 'DESC' } }));
  }

  /** @param id a UUID */
  async findById(domainId: string, id: string): Promise<UserErasure | null> {
    return toErasure(await this.rows.findOneBy({ domainId, id }));
  }

  private get rows() {
    return this.database.manager.getRepository(UserErasure);
  }
}

/** An erasure under the `sub`, not the id that stands for it. */
function toErasure(row: UserErasure | null): UserErasure | null {
  return row && Object.assign(row, { sub: row.subText ?? row.sub });
}
