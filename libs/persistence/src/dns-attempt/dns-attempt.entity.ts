import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A DNS change whose outcome is unknown. It outlives its domain, because the change may take effect later. */
@Entity()
@Index('dns_attempt_due', ['nextLookAt'])
export class DnsAttempt {
  /** The id of the domain, as in the ownership record. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'dns_attempt_pk' })
  owner!: string;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'dns_attempt_pk', default: () => 'clock_timestamp()' })
  begunAt!: Date;

  /** The name of the domain. */
  @Column('text')
  name!: string;

  /** Whether the change timed out, so that it can take effect much later. Otherwise its worker is working on it, or was killed. */
  @Column('boolean', { default: false })
  isUnanswered!: boolean;

  /** When to check its outcome, if its domain has been deleted by then. */
  @Column('timestamptz')
  nextLookAt!: Date;
}
