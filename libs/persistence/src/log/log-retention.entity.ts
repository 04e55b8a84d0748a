import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** How long the log of a domain is shown. Without a row, DEFAULT_LOG_RETENTION applies. */
@Entity()
@Index('log_retention_days_used', ['days'])
@Index('log_retention_unplaced', ['domainId'], { where: 'placed_until IS NOT NULL' })
@Check('log_retention_days', 'days BETWEEN 30 AND 3650')
@Check('log_retention_personal_days', 'personal_days BETWEEN 30 AND days')
export class LogRetention {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'log_retention_pk' })
  @ForeignKey(() => Domain, { name: 'log_retention_domain', onDelete: 'CASCADE' })
  domainId!: string;

  /** Days of 24 hours for which entries are shown. */
  @Column('integer')
  days!: number;

  /** Days of 24 hours for which the personal data of entries are shown: `days` at most. */
  @Column('integer')
  personalDays!: number;

  /**
   * Until then, entries that transactions of before a change of `days` have written may come in. Older and newer entries are moved to the
   * partitions of the new `days`; null once all of them are there.
   */
  @Column('timestamptz', { nullable: true, select: false })
  placedUntil!: Date | null;
}

/** What a domain chooses. */
export type RetentionPeriods = Pick<LogRetention, 'days' | 'personalDays'>;
