import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A change of the DNS that has begun, and of which nobody knows yet whether it was made or will be. It is kept when its domain is gone: the
 * change may come after that.
 */
@Entity()
@Index('dns_attempt_due', ['nextLookAt'])
export class DnsAttempt {
  /** The id of the domain, as the mark of its records has it. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'dns_attempt_pk' })
  owner!: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'dns_attempt_pk', default: () => 'clock_timestamp()' })
  begunAt!: Date;

  /** The name of the domain. */
  @Column('text')
  name!: string;

  /** Whether the change was waited for in vain: it may be made much later. Else its worker works on it, or was killed. */
  @Column('boolean', { default: false })
  isUnanswered!: boolean;

  /** When somebody looks what has come of it, if its domain has been deleted by then. */
  @Column('timestamptz')
  nextLookAt!: Date;
}
