import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';
import { UserInvitation } from './user-invitation.entity.js';

/** `skipped`: when it was their turn, they had a way in, were inactive, or had no address. `failed`: the mail was not accepted. */
export type UserInvitationState = 'waiting' | 'invited' | 'skipped' | 'failed';

/** A user whom an invitation concerns. The row decides that nobody is invited twice by it. */
@Entity()
@ForeignKey(() => UserInvitation, ['domainId', 'invitationId'], ['domainId', 'id'], {
  name: 'user_invitation_recipient_invitation',
  onDelete: 'CASCADE',
})
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'user_invitation_recipient_user', onDelete: 'CASCADE' })
@Check('user_invitation_recipient_state', `state IN ('waiting', 'invited', 'skipped', 'failed')`)
@Index('user_invitation_recipient_user_index', ['domainId', 'sub'])
@Index('user_invitation_recipient_waiting', ['domainId', 'invitationId', 'sub'], { where: `state = 'waiting'` })
@Index('user_invitation_recipient_unsettled', ['domainId', 'invitationId', 'messageId'], { where: 'message_id IS NOT NULL' })
export class UserInvitationRecipient {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_invitation_recipient_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_invitation_recipient_pk' })
  invitationId!: string;

  /** The id of the user: see userIdOf. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_invitation_recipient_pk' })
  sub!: string;

  @Column('text', { default: 'waiting' })
  state!: UserInvitationState;

  /** The mail, until its outcome is known. */
  @Column('uuid', { nullable: true })
  messageId!: string | null;

  @Column('timestamptz', { nullable: true })
  invitedAt!: Date | null;
}
