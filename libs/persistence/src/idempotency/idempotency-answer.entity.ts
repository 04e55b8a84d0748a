import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** The stored response to a request with an Idempotency-Key, for repetitions of the request. */
@Entity()
@Index('idempotency_answer_domain', ['subscriptionId', 'domainName'], { where: 'domain_name IS NOT NULL' })
@Index('idempotency_answer_age', ['createdAt'])
export class IdempotencyAnswer {
  /** The subscription of the caller, or the nil UUID for the operator of the service. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'idempotency_answer_pk' })
  subscriptionId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_answer_pk' })
  key!: string;

  /** SHA-256 of method, path and body. */
  @Column('bytea')
  fingerprint!: Buffer;

  /** The domain of the request, with which the row is deleted. */
  @Column('text', { nullable: true })
  domainName!: string | null;

  /** Its JSON text, encrypted because it can contain a secret; null without a body. */
  @Column('bytea', { nullable: true })
  body!: Buffer | null;

  /** The request that does the work, if not in this row's transaction; null once it has ended. */
  @Column('uuid', { nullable: true })
  leaseId!: string | null;

  /** After this time another request may do the work. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
