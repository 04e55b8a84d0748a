import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';

/** The deletion of a domain. It outlives the domain as evidence of what was removed, and contains no data of its users. */
@Entity()
@Index('domain_deletion_requester', ['subscriptionId'])
@Index('domain_deletion_running', ['deletedDomainId'], { where: 'completed_at IS NULL' })
@Index('domain_deletion_of', ['deletedDomainId'], { unique: true })
export class DomainDeletion {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'domain_deletion_pk' })
  id!: string;

  @Column('uuid')
  @ForeignKey(() => Subscription, { name: 'domain_deletion_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  /** The name of the domain, which may be registered again afterwards. */
  @Column('text')
  domain!: string;

  /** The id that the domain had. */
  @Column('uuid')
  deletedDomainId!: string;

  @Column('timestamptz', { default: () => 'now()' })
  requestedAt!: Date;

  /** When the first rows were removed. */
  @Column('timestamptz', { nullable: true })
  startedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  completedAt!: Date | null;

  /** The number of removed rows, by table. */
  @Column('jsonb', { default: {} })
  removedRows!: Record<string, number>;

  /** The end of its log's chain when that was removed; null if no entry was chained. */
  @Column('bigint', { nullable: true })
  logSequence!: string | null;

  /** In hexadecimal. */
  @Column('text', { nullable: true })
  logHash!: string | null;

  /** JWS in compact serialization; null until the deletion is completed. */
  @Column('text', { nullable: true })
  receipt!: string | null;
}
