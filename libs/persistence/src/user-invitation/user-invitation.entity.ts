import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';
import type { StoredActor } from '../stored-actor.js';

/** `Completed`: everybody was invited or skipped. */
export type UserInvitationStatus = 'Running' | 'Stopped' | 'Completed';

/** An invitation of a domain's users who have no way in yet, in waves. */
@Entity()
@Check('user_invitation_status', `status IN ('Running', 'Stopped', 'Completed')`)
@Index('user_invitation_running', ['domainId'], { unique: true, where: `status = 'Running'` })
@Index('user_invitation_due', ['nextStepAt'], { where: 'next_step_at IS NOT NULL' })
@Index('user_invitation_age', ['endedAt'], { where: 'ended_at IS NOT NULL' })
export class UserInvitation {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_invitation_pk' })
  @ForeignKey(() => Domain, { name: 'user_invitation_domain', onDelete: 'CASCADE' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_invitation_pk' })
  @Generated('uuid')
  id!: string;

  @Column('text', { default: 'Running' })
  status!: UserInvitationStatus;

  /** The identity provider of the invited users; `local` for those who get a link. */
  @Column({ type: 'text', collation: 'C' })
  identityProvider!: string;

  /** Where a link leads after the sign-in, or where users of an identity provider begin it. */
  @Column('text')
  redirectUri!: string;

  /** How many users are invited in a wave. */
  @Column('integer')
  waveSize!: number;

  /** The time between two waves. */
  @Column('integer')
  intervalSeconds!: number;

  /** The role that invited users have; null: any or none. */
  @Column('text', { nullable: true })
  role!: string | null;

  /** The part of their email addresses after the @, in lower case; null: any. */
  @Column('text', { nullable: true })
  emailDomain!: string | null;

  /** Who created it. Log entries of its steps name them. */
  @Column('json')
  actor!: StoredActor;

  /** Users up to this one have been looked at. */
  @Column('uuid', { nullable: true })
  lastCollectedSub!: string | null;

  /** When all users had been looked at. */
  @Column('timestamptz', { nullable: true })
  collectedAt!: Date | null;

  /** How many users were invited in the current wave. */
  @Column('integer', { default: 0 })
  invitedInWave!: number;

  /** When there is work to do: users to look at or to invite, or mails whose outcome is unknown. Null if there is none. */
  @Column('timestamptz', { nullable: true, default: () => 'clock_timestamp()' })
  nextStepAt!: Date | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
