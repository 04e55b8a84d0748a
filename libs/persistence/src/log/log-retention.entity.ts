import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** How long the log of a domain is shown. Without a row, DEFAULT_LOG_RETENTION applies. */
@Entity()
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
}

export const DEFAULT_LOG_RETENTION = { days: 400, personalDays: 400 } as const;
