import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Subscription } from './subscription.entity.js';

/** What a key may do: everything, or read. */
export type ApiKeyRole = 'admin' | 'read-only';

/** A key of the management API. The key itself is shown once and never stored. */
@Entity()
@Unique('api_key_hash', ['hash'])
@Check('api_key_role', `role IN ('admin', 'read-only')`)
export class ApiKey {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'api_key_pk' })
  id!: string;

  @Column('uuid')
  @Index('api_key_subscription_index')
  @ForeignKey(() => Subscription, { name: 'api_key_subscription', onDelete: 'CASCADE' })
  subscriptionId!: string;

  /** Tells its owner what the key is for. */
  @Column('text')
  name!: string;

  /** SHA-256 of the key. */
  @Column('bytea', { select: false })
  hash!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('text', { default: 'admin' })
  role!: ApiKeyRole;

  /** From when on it is no longer accepted; null: never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** To within half a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
