import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';
import type { Attributes } from '../user/user.entity.js';

/**
 * A link by which one person creates an account. The person has asked for it at the sign-in, or an operator has invited the person. Its token
 * is in one mail and never stored.
 */
@Entity()
@Index('sign_up_id', ['domainId', 'id'], { unique: true })
@Index('sign_up_expiry', ['expiresAt'])
@Index('sign_up_invitation', ['domainId', 'createdAt', 'id'], { where: 'redirect_uri IS NOT NULL' })
@Check('sign_up_destination', '(redirect_uri IS NULL) = (interaction_uid IS NOT NULL)')
export class SignUp {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'sign_up_pk' })
  @ForeignKey(() => Domain, { name: 'sign_up_domain' })
  domainId!: string;

  /** SHA-256 of the token. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'sign_up_pk' })
  hash!: Buffer;

  /** Random: the id of an invitation. */
  @Column('uuid')
  id!: string;

  /** The address that the mail has proved when its link is used. */
  @Column({ type: 'text', collation: 'C' })
  email!: string;

  /** The interaction in which the person asked for it; null for an invitation. */
  @Column('text', { nullable: true })
  interactionUid!: string | null;

  /** Where an invited person goes afterwards. */
  @Column('text', { nullable: true })
  redirectUri!: string | null;

  /** The roles that the user gets. Those that are gone by then are left out. */
  @Column('text', { array: true, default: [] })
  roles!: string[];

  /** Attributes that the user gets beside the address. */
  @Column('jsonb', { default: {} })
  attributes!: Attributes;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}
