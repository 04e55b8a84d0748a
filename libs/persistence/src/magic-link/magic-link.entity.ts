import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { Channel } from '../message/message.entity.js';
import { User } from '../user/user.entity.js';

/** A link that signs a user in once. Its token is shown once and never stored. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'magic_link_user', onDelete: 'CASCADE' })
@Index('magic_link_user_index', ['domainId', 'sub'])
@Index('magic_link_expiry', ['expiresAt'])
@Check('magic_link_channel', `channel IN ('email', 'sms')`)
@Check('magic_link_destination', '(redirect_uri IS NULL) = (interaction_uid IS NOT NULL AND channel IS NOT NULL)')
export class MagicLink {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'magic_link_pk' })
  domainId!: string;

  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'magic_link_pk' })
  hash!: Buffer;

  @Column('uuid')
  sub!: string;

  /** Where the user goes after the sign-in; null for the interaction. */
  @Column('text', { nullable: true })
  redirectUri!: string | null;

  /** Whether redeeming the link removes the user's passkeys. */
  @Column('boolean')
  resetPasskeys!: boolean;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  /** The interaction in which the user requested it. */
  @Column('text', { nullable: true })
  interactionUid!: string | null;

  /** The channel through which the service sent it; null if the API's caller delivers it. */
  @Column('text', { nullable: true })
  channel!: Channel | null;

  /** The user's epoch when the link was created: see User.signInEpoch. A link with an older epoch cannot be redeemed. */
  @Column('integer', { nullable: true })
  signInEpoch!: number | null;
}
