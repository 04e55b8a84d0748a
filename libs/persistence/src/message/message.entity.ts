import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../user/user.entity.js';

/** The channel of a message. */
export type Channel = 'email' | 'sms';
/** Only `waiting` changes to another state, and only then there is content. */
export type MessageState = 'waiting' | 'sent' | 'expired' | 'failed';

/** A message to a user: the row is the job of sending it. */
@Entity()
@ForeignKey(() => User, ['domainId', 'sub'], ['domainId', 'sub'], { name: 'message_user', onDelete: 'CASCADE' })
@Index('message_user_index', ['domainId', 'sub'])
@Index('message_due', ['nextAttemptAt'], { where: `state = 'waiting'` })
@Index('message_expiry', ['expiresAt'])
@Index('message_failed', ['domainId'], { where: `state IN ('failed', 'expired')` })
@Check('message_channel', `channel IN ('email', 'sms')`)
@Check('message_state', `state IN ('waiting', 'sent', 'expired', 'failed')`)
@Check('message_encrypted', `(encrypted IS NOT NULL) = (state = 'waiting')`)
export class Message {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_pk' })
  domainId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'message_pk' })
  id!: string;

  @Column('uuid')
  sub!: string;

  @Column('text')
  channel!: Channel;

  /** Recipient and content, encrypted by the master key: a link in it is as good as a password. Deleted when no longer needed. */
  @Column('bytea', { nullable: true })
  encrypted!: Buffer | null;

  @Column('text', { default: 'waiting' })
  state!: MessageState;

  /** How often sending it has been begun. */
  @Column('integer', { default: 0 })
  attempts!: number;

  /** Not sent before this time: it is being sent, or waits for its retry. */
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  nextAttemptAt!: Date;

  /** Who has begun the last attempt: only they may put the next one off. */
  @Column('uuid', { nullable: true })
  leaseId!: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt!: Date;

  /** From this time on it is of no use. */
  @Column('timestamptz')
  expiresAt!: Date;

  /** The trace of the request that caused it (W3C Trace Context), which its job continues. */
  @Column('text', { nullable: true })
  traceparent!: string | null;
}
