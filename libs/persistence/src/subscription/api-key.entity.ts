import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Subscription } from './subscription.entity.js';

/** What the previous release lets a key do: everything, or only read. */
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

  /** `*`, `*:read` or permissions such as `client:write`; null for a key that the previous release created, whose role decides. */
  @Column('text', { array: true, nullable: true })
  permissions!: string[] | null;

  /** The names of the domains that the key may use; null for all of the subscription. */
  @Column('text', { array: true, nullable: true })
  domains!: string[] | null;

  /** The CIDR blocks that the key may be used from; null for all. */
  @Column('text', { array: true, nullable: true })
  networks!: string[] | null;

  /** When the key expires; null if never. */
  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** Accurate to half a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;
}
