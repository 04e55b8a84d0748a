import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { DEFAULT_AUDIT_LOG_RETENTION } from '../audit-log-retention.js';
import { AuditLogRetention, type RetentionPeriods } from './audit-log-retention.entity.js';

/** `placed_until` leaves a minute for transactions that have read the former `days` to commit their entries. */
const PUT = `
  INSERT INTO log_retention (domain_id, days, personal_days, placed_until) VALUES ($1, $2, $3, now() + interval '1 minute')
  ON CONFLICT (domain_id) DO UPDATE SET days = EXCLUDED.days, personal_days = EXCLUDED.personal_days,
    placed_until = CASE WHEN log_retention.days = EXCLUDED.days THEN log_retention.placed_until ELSE EXCLUDED.placed_until END`;

@Injectable()
export class AuditLogRetentionRepository {
  constructor(private readonly database: Database) {}

  /** The retention of a domain, or the default if it has configured none. */
  async find(domainId: string): Promise<RetentionPeriods> {
    return (await this.findStored(domainId)) ?? DEFAULT_AUDIT_LOG_RETENTION;
  }

  /** @returns null if the domain has configured none */
  async findStored(domainId: string): Promise<RetentionPeriods | null> {
    const stored = await this.rows.findOneBy({ domainId });
    return stored && { days: stored.days, personalDays: stored.personalDays };
  }

  /** Replaces the whole row. If `days` change, the entries must be moved to other partitions. */
  async put(domainId: string, { days, personalDays }: RetentionPeriods): Promise<void> {
    await this.database.manager.query(PUT, [domainId, days, personalDays]);
  }

  private get rows() {
    return this.database.manager.getRepository(AuditLogRetention);
  }
}
