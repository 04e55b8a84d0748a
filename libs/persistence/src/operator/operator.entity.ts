import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Subscription } from '../subscription/subscription.entity.js';

/** A person or a service that may use the management API with access tokens of an issuer. */
@Entity()
@Index('operator_identity', ['issuer', 'subject'], { unique: true })
export class Operator {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'operator_pk' })
  @ForeignKey(() => Subscription, { name: 'operator_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  /** The subscription's name for it. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'operator_pk' })
  operatorId!: string;

  /** The `iss` of its tokens. Issuer and subject belong to one operator of the installation, because they select the subscription. */
  @Column('text')
  issuer!: string;

  /** The `sub` of its tokens. */
  @Column('text')
  subject!: string;

  /** How the log names it. */
  @Column('text')
  name!: string;

  /** `*`, `*:read` or permissions such as `client:write`. */
  @Column('text', { array: true })
  permissions!: string[];

  /** The names of the domains that it may use; null for all of the subscription. */
  @Column('text', { array: true, nullable: true })
  domains!: string[] | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  updatedAt!: Date;

  /** Accurate to half a minute; null if it was never used. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
