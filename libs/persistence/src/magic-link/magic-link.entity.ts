import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** A link that signs a user in, once. The token in it is shown once and never stored. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'magic_link_user', onDelete: 'CASCADE' })
@Index('magic_link_user_index', ['domainId', 'sub'])
@Index('magic_link_expiry', ['expiresAt'])
export class MagicLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'magic_link_pk' })
  domainId!: string;

  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'magic_link_pk' })
  hash!: Buffer;

  @Column('uuid')
  sub!: string;

  /** Where the user goes once signed in. */
  @Column('text')
  redirectUri!: string;

  /** Whether the user's passkeys end when the link is redeemed. */
  @Column('boolean')
  resetPasskeys!: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;
}
