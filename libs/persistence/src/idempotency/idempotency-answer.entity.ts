import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';

/** The stored response to a request with an Idempotency-Key, for repetitions of the request. */
@Entity()
@Index('idempotency_answer_domain', ['subscriptionId', 'domainName'], { where: 'domain_name IS NOT NULL' })
@Index('idempotency_answer_age', ['createdAt'])
export class IdempotencyAnswer {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'idempotency_answer_pk' })
  @ForeignKey(() => Subscription, { name: 'idempotency_answer_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_answer_pk' })
  key!: string;

  /** SHA-256 of method, address and body. */
  @Column('bytea')
  fingerprint!: Buffer;

  /** The domain that it is about, and is deleted with. */
  @Column('text', { nullable: true })
  domainName!: string | null;

  /** Its JSON text, encrypted because it can contain a secret; null: no body. */
  @Column('bytea', { nullable: true })
  body!: Buffer | null;

  /** The request that carries the work out, if not in the transaction of this row; null once it has ended. */
  @Column('uuid', { nullable: true })
  leaseId!: string | null;

  /** After this time another request may carry the work out. */
  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
