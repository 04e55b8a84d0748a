import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The retention of a domain's log. Without a row, DEFAULT_AUDIT_LOG_RETENTION applies. */
@Entity('log_retention')
@Index('log_retention_days_used', ['days'])
@Index('log_retention_unplaced', ['domainId'], { where: 'placed_until IS NOT NULL' })
@Check('log_retention_days', 'days BETWEEN 30 AND 3650')
@Check('log_retention_personal_days', 'personal_days BETWEEN 30 AND days')
export class AuditLogRetention {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_retention_pk' })
  @ForeignKey(() => Domain, { name: 'log_retention_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** Days of 24 hours for which entries are shown. */
  @Column('integer')
  days!: number;

  /** Days of 24 hours for which the personal data of entries are shown; at most `days`. */
  @Column('integer')
  personalDays!: number;

  /**
   * Until then, transactions that began before a change of `days` may still write entries. Older and newer entries are moved to the
   * partitions of the new `days`; null once all of them are there.
   */
  @Column('timestamptz', { nullable: true, select: false })
  placedUntil!: Date | null;
}

/** The retention that a domain chooses. */
export type RetentionPeriods = Pick<AuditLogRetention, 'days' | 'personalDays'>;
